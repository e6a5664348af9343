// SPDX-License-Identifier: BSL-1.0
// Each verb of signals gives of an any_tensor what it gives of a tensor of the type: the type of the result and its bits. So rfft of floats
// gives complex<float>.
#include "same_as_typed.hpp"

using namespace ravel;

TEST_CASE("signals of run-time type have the results of the type", "[any]") {
  any_tests::verb_names names;
  RAVEL_FOR_EACH_VERB_OF_signal(RAVEL_NAME_OF_ROW) const tensor<double> widths{1, 2.5}, window{1, 2};
  const tensor<index_t> top{1};
  any_tests::for_three_kinds([&](const auto& t) {
    RAVEL_FOR_EACH_VERB_OF_signal(RAVEL_SAME_OF_ROW) RAVEL_SAME(convolve, x, window, 1) RAVEL_SAME(correlate, x, window, 1)
        RAVEL_SAME(gaussian_filter, x, 0.8) RAVEL_SAME(gaussian_filter, x, 0.8, {0, 1}, order{1})
            RAVEL_SAME(gaussian_filter, x(1, all), 0.8) RAVEL_SAME(median_filter, x, 3) RAVEL_SAME(median_filter, x, 3, 1)
                RAVEL_SAME(savgol_filter, x, 3, 1, 1) RAVEL_SAME(savgol_filter, x(1, all), 3, 1, edge_mode::wrap)
                    RAVEL_SAME(detrend, x, 1, trend_kind::constant, breakpoints{{3}}) RAVEL_SAME(rfft, x, {0, 1}, fft_norm::ortho)
                        RAVEL_SAME(fft_shift, x, 1) RAVEL_SAME(ifft_shift, x, {0, 1}) RAVEL_SAME(cwt, x, widths, 1)
                            RAVEL_SAME(find_peaks, x(1, all)) RAVEL_SAME(peak_prominences, x(1, all), top)
                                RAVEL_SAME(peak_widths, x(1, all), top)
  });
  CHECK(names == any_tests::verb_names());
}
