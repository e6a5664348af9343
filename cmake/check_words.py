# SPDX-License-Identifier: BSL-1.0
# Fails where a word of the engine (docs/architecture.md, "Words") is used for something else than it means: a name in the code that belongs to
# few files, or a phrase in a comment. A file that gets a right to a word is added here.
# Run: check_words.py ROOT
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])

# Names, and the files that have what they mean.
names = {
    # to transpose in memory; of matrices, to take them transposed
    r"turn(?:s|ed)?(?:_\w+)?": r"walk/(turn|rows)|tensor/copy|op/stats/covariance_matrix|op/fold/(plain_product|stored_product)|named/contract|"
    r"sparse/.*(csr|csr_node|coordinates)\.",
    # a verb: an operand is stretched to a shape
    r"\w+_stretch(?:es)?": r"",
}
# What a comment must not say.
phrases = [r"\bstretch(?:es)? of\b", r"\b(?:a|one|each|every|next|neighbouring|this|these|two) stretch(?:es)?\b", r"\bin stretches\b"]

wrong = 0
files = [p for folder in ("include", "src", "sparse", "mpi") for p in sorted((root / folder).rglob("*.?pp"))]
for path in files:
    where = path.relative_to(root).as_posix()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        code, _, comment = line.partition("//")
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', code)
        if re.match(r" *#", code):
            code = ""
        for name, right in names.items():
            found = re.search(rf"\b(?:{name})\b", code)
            if found and not (right and re.search(right, where)):
                print(f"{where}:{number}: {found[0]} means something else, see docs/architecture.md: {line.strip()}")
                wrong += 1
        for phrase in phrases:
            if found := re.search(phrase, comment, re.IGNORECASE):
                print(f"{where}:{number}: '{found[0]}' means something else, see docs/architecture.md: {line.strip()}")
                wrong += 1
if len(files) < 300:
    sys.exit(f"only {len(files)} files were found")
sys.exit(bool(wrong))
