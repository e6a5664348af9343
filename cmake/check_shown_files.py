# SPDX-License-Identifier: BSL-1.0
"""check_shown_files.py ROOT: what README.md and docs/ show of files is what the files hold.

A fence opened by ```LANGUAGE file PATH shows the whole file of that path but the comment that it opens with, so that what readers copy is what
the tests run.
"""
import re
import sys
from pathlib import Path

SHOWN = re.compile(r"^```\w+ file (\S+)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
OPENING_COMMENT = re.compile(r"\A(?:(?://|# ).*\n)*")


def main():
    root = Path(sys.argv[1])
    wrong = shown = 0
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        text = page.read_text()
        for fence in SHOWN.finditer(text):
            shown += 1
            path = root / fence.group(1)
            if not path.is_file() or OPENING_COMMENT.sub("", path.read_text()) != fence.group(2):
                wrong += 1
                print(f"{page}:{text.count(chr(10), 0, fence.start()) + 1}: this is not what {path} holds")
    print(f"{shown} files are shown")
    sys.exit(wrong > 0 or shown == 0)


main()
