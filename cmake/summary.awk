# SPDX-License-Identifier: BSL-1.0
# Reads CTest's LastTest.log: prints the output of each test that failed, then how many cases passed and failed in all. A test program
# that ends with "N passed, N failed" counts as so many cases, any other test as one; one that dies before that line is one failure.
/^[0-9]+\/[0-9]+ Testing: / { name = $3; lines = 0; cases = "" }
/^Output:$/ { inside = 1; next }
/^<end of output>$/ { inside = 0 }
inside { kept[lines++] = $0 }
inside && /^[0-9]+ passed, [0-9]+ failed$/ { cases = $0 }
/^Test Passed\.$/ { count(1) }
/^Test Failed\.$/ { count(0) }
/^Test Skipped\.$/ { print "skipped " name ": " kept[lines - 1] }

function count(good,  part) {
  split(cases == "" ? good " passed, " !good " failed" : cases, part, " ")
  passed += part[1]
  failed += part[3]
  if (!good && !part[3]) ++failed
  if (!good) show(lines > 80 ? lines - 80 : 1)
}

function show(first) {
  print "---- " name (first > 1 ? " (the last 80 lines)" : "")
  while (first < lines) print kept[first++]
}

END { printf "%d passed, %d failed\n", passed, failed }
