// SPDX-License-Identifier: BSL-1.0
// Named programs against the layers of PyTorch that they spell, where it is installed.
#include <ravel/named.hpp>

#include <support/catch.hpp>
#include <support/numpy.hpp>
#include <support/random.hpp>

#include <cmath>

using namespace ravel;

namespace {

constexpr const char* program = R"(
import torch
torch.set_num_threads(1)
def t(shape, values):
    return torch.tensor(values).reshape([int(n) for n in shape])
def flat(x):
    return x.reshape(-1).numpy()
def convolution(s, x, r, k):
    return flat(torch.nn.functional.conv2d(t(s, x), t(r, k)))
def attention(s, q, r, k, u, v):
    q, k, v = t(s, q), t(r, k), t(u, v)
    return flat(torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v)
def shuffle(s, x):
    return flat(torch.nn.functional.pixel_shuffle(t(s, x), 2))
def bags(s, words, r, table):
    return flat(torch.nn.functional.embedding_bag(t(s, words).long(), t(r, table), mode='mean'))
def logsumexp(s, x):
    return flat(torch.logsumexp(t(s, x), 1))
def bilinear(s, x, r, y, u, w):
    return flat(torch.nn.functional.bilinear(t(s, x), t(r, y), t(u, w)))
)";

struct question {
  support::numpy_question asked;
  tensor<const double> ours;
};

class questions {
 public:
  tensor<const double> draw(const shape& of) {
    const tensor<double> made = zeros<double>(of);
    for (index_t k = 0; k < made.size(); ++k) made.data()[k] = static_cast<double>(r_.between(-40, 40)) / 16;
    return made;
  }
  tensor<const double> positions(const shape& of, index_t below) {
    const tensor<double> made = zeros<double>(of);
    for (index_t k = 0; k < made.size(); ++k) made.data()[k] = static_cast<double>(r_.below(below));
    return made;
  }
  index_t some(index_t most) { return r_.between(1, most); }

  void ask(const char* function, const std::vector<tensor<const double>>& operands, const tensor<const double>& ours) {
    question q{{function, {}}, ours};
    for (const auto& t : operands) {
      const shape of = t.shape();
      q.asked.arguments.emplace_back(of.begin(), of.end());
      q.asked.arguments.push_back(to_vector(t));
    }
    all.push_back(std::move(q));
  }

  std::vector<question> all;

 private:
  support::random r_{11};
};

void ask_some(questions& to) {
  RAVEL_DIMS(b, c, h, w, o, kh, kw, q, k, e, x, y);
  const index_t n = to.some(3), m = to.some(4), high = to.some(4), wide = to.some(4);
  const auto image = to.draw({n, m, high + 2, wide + 1}), kernels = to.draw({3, m, 3, 2});
  to.ask("convolution", {image, kernels},
         order(sum(image(b, c, h + kh, w + kw) * kernels(o, c, kh, kw), {c, kh, kw}), b, o, h(high), w(wide)));
  const auto queries = to.draw({n, m, high, 5}), keys = to.draw({n, m, wide, 5}), values = to.draw({n, m, wide, 3});
  const auto weights = softmax(sum(queries(b, h, q, e) * keys(b, h, k, e), e) / std::sqrt(5.0), k);
  to.ask("attention", {queries, keys, values}, order(sum(weights * values(b, h, k, c), k), b, h, q, c));
  const auto pixels = to.draw({n, 4 * m, high, wide});
  to.ask("shuffle", {pixels}, order(pixels(b, pack(c, x(2), y(2)), h, w), b, c, pack(h, x), pack(w, y)));
  const auto words = to.positions({n, high}, wide), table = to.draw({wide, m});
  to.ask("bags", {words, table}, order(mean(table(cast<index_t>(words)(b, x), e), x), b, e));
  to.ask("logsumexp", {table}, order(logsumexp(table(x, e), e), x));
  const auto left = to.draw({n, m}), right = to.draw({n, wide}), between = to.draw({high, m, wide});
  to.ask("bilinear", {left, right, between}, order(sum(left(b, x) * right(b, y) * between(o, x, y), {x, y}), b, o));
}

}  // namespace

TEST_CASE("layers of PyTorch, spelled with names", "[named]") {
  questions some;
  for (int turn = 0; turn < 20; ++turn) ask_some(some);
  std::vector<support::numpy_question> asked;
  for (const question& q : some.all) asked.push_back(q.asked);
  const auto answers = support::ask_numpy(program, asked, "torch");
  if (!answers) {
    WARN("skipped: no PyTorch");
    return;
  }
  REQUIRE(answers->size() == asked.size());
  for (std::size_t k = 0; k < asked.size(); ++k) {
    INFO(asked[k].function << " " << k);
    REQUIRE((*answers)[k]);
    const auto ours = to_vector(some.all[k].ours);
    REQUIRE(ours.size() == (*answers)[k]->size());
    for (std::size_t n = 0; n < ours.size(); ++n) REQUIRE(std::abs(ours[n] - (*(*answers)[k])[n]) < 1e-10);
  }
}
