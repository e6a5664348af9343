// SPDX-License-Identifier: BSL-1.0
// Documents as rows of a sparse matrix: words are counted, weighed by how rare they are, and the nearest documents found by their angle
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>

#include <iomanip>
#include <iostream>
#include <sstream>

using ravel::all;
using ravel::index_t;
using matrix = ravel::tensor<const double>;

const std::vector<std::string> documents{
    "the baker kneads the dough and the oven is hot",
    "a storm broke the mast and the sailors rowed the boat home",
    "bread is dough that met a hot oven",
    "the telescope shows a planet and its moons",
    "sailors fear a storm more than a leaking boat",
    "a moon of the planet is hidden by the planet",
    "the baker sold bread to the sailors",
};

// The words of all documents one after the other, and the document that each stands in.
struct word_list {
  std::vector<std::string> words;
  std::vector<index_t> document;
};

word_list words_of(const std::vector<std::string>& texts) {
  word_list found;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::istringstream text(texts[i]);
    for (std::string word; text >> word;) {
      found.words.push_back(word);
      found.document.push_back(static_cast<index_t>(i));
    }
  }
  return found;
}

// A word counts the more the fewer documents have it; one that all of them have counts nothing.
matrix weighed(const matrix& counts) {
  const auto having = sum(cast<double>(counts != 0.0), 0);
  return to_sparse(counts * assume_finite(log(static_cast<double>(counts.extent(0)) / having)));
}

// Rows of length 1, so that the product of two is the cosine of their angle.
matrix directions(const matrix& rows) { return to_sparse(rows * assume_finite(new_axis(1.0 / norm(rows, 1), 1))); }

int main() {
  const word_list list = words_of(documents);
  const auto vocabulary = unique_all(ravel::borrow(list.words));
  const index_t rows = std::ssize(documents), columns = vocabulary.values.size();

  // A word that comes twice is an entry that stands twice: they are added up.
  const std::vector<ravel::reader<index_t>> places{ravel::borrow(list.document), vocabulary.inverse};
  const matrix counts = from_coo({rows, columns}, places, ravel::constant(vocabulary.inverse.size(), 1.0), ravel::on_duplicates::sum);
  std::cout << list.words.size() << " words, " << columns << " different ones; of " << counts.size() << " counts " << stored_count(counts)
            << " are not zero\n\n";

  const matrix weights = weighed(counts), by_angle = directions(weights);
  const matrix cosines = sparse_matmul(by_angle, transpose(by_angle));
  const auto nearest = argmax(cosines - ravel::eye<double>(rows), 1);
  for (index_t i = 0; i < rows; ++i) {
    std::cout << i << " " << std::left << std::setw(62) << documents[static_cast<std::size_t>(i)];
    for (const index_t word : walk(arg_top_k(weights(i, all), 2))) std::cout << std::setw(10) << vocabulary.values[word];
    std::cout << "-> " << nearest(i) << " by " << std::fixed << std::setprecision(2) << cosines(i, nearest(i)) << "\n";
  }

  // How two documents meet: the words that both have, and what each adds to the cosine.
  const auto shared = ravel::to_sparse(by_angle(0, all) * by_angle(2, all));
  std::cout << "\n0 and 2 share";
  for_each_stored(shared, [&](index_t word, double part) { std::cout << " " << vocabulary.values[word] << " " << part; });
  std::cout << "\n";
}
