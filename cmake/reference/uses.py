# SPDX-License-Identifier: BSL-1.0
"""Where the documents use and explain a name, and how the tests make it fail: the sections of the pages with their compiled examples, and
the errors that tests expect."""
import re
from dataclasses import dataclass, field

from .source import closing, split, tokens_of

FENCE = re.compile(r"^```(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
STRINGS = re.compile(r'//.*|"(?:\\.|[^"\\])*"')
SHORT = 12  # programs of so many lines are shown whole
CALLED = re.compile(r"(?:ravel::)?((?:mpi::|reducer::)?[a-z_]\w*)\s*(?:<[^()]*>)?[({]")


@dataclass
class Section:
    page: str  # below docs/, or README.md
    title: str
    anchor: str  # "" at the head of a page
    text: str = ""
    blocks: list = field(default_factory=list)

    @property
    def address(self):
        return self.page + ("#" + self.anchor if self.anchor else "")

    @property
    def is_example(self):
        return self.page.startswith("examples/")


def anchor_of(title):
    """As pymdownx.slugs makes it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"`|<[^>]*>", "", re.sub(r"\]\([^)]*\)", "", title)).strip().lower()).replace(" ", "-")


def sections(root):
    """Those of all pages. Blocks are the examples that the checks compile."""
    paths = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    for path in paths:
        page, text = str(path.relative_to(root)).removeprefix("docs/"), path.read_text()
        blocks = {match.start(): match for match in FENCE.finditer(text)}
        prose = FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        marks = [*re.finditer(r"^(#{1,3}) (.*)$", prose, re.MULTILINE)]
        for k, mark in enumerate(marks):
            end = marks[k + 1].start() if k + 1 < len(marks) else len(text)
            here = Section(page, mark[2].strip(), "" if mark[1] == "#" else anchor_of(mark[2]), prose[mark.end() : end])
            for start, match in blocks.items():
                info, _, code = match[1].partition("\n")
                if mark.start() <= start < end and info.startswith("cpp example"):
                    here.blocks.append(code.rstrip("\n"))
            yield here
    for path in sorted((root / "examples").glob("*.cpp")):
        yield Section(f"examples/{path.name}", path.name, "", "", [path.read_text()])


# What stands behind a name that needs no `ravel::`.
BARE = {"function": r"\s*(?:<[^;()]*>)?\(", "type": r"(?:<[^;()]*>)?\{|<\w", "enum": "::", "macro": r"\b", "concept": r" (?:auto|[A-Z])"}


def pattern(name, scope, kind, code=""):
    """How the program uses a name."""
    if name.startswith("operator"):
        sign = name.removeprefix("operator")
        return re.compile(rf"[ (]{sign}[\w(]" if sign in ("!", "~") else rf"[\w)\]] {re.escape(sign)} [\w(-]")
    if scope:
        called = rf"|(?<![\w.:>\"]){name}\(" if "mpi::" in code else ""
        return re.compile(rf"\b{scope[-1]}::{name}\b{called}")
    bare = BARE.get(kind, r"\b(?!.)")
    if re.search(rf"using namespace ravel;|using ravel::{name};", code):
        bare = r"\b"
    return re.compile(rf"(?<!mpi::)(?<!reducer::)\bravel::{name}\b|(?<![\w.:>\"]){name}(?:{bare})")


def statement(lines, k):
    """The first and the last line of the statement that line k belongs to."""
    first = last = k
    if re.match(r"\s*\} catch", lines[k]):  # with what it catches and does
        while first > 0 and not lines[first].strip().startswith("try"):
            first -= 1
        while last + 1 < len(lines) and lines[last].strip() != "}":
            last += 1
        return range(first, last + 1)
    while first > 0 and lines[first - 1].strip() and not re.search(r"[;{}:]\s*$", lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and last - first < 5 and not re.search(r"[;{}]\s*$", lines[last]):
        last += 1
    return range(first, last + 1)


def excerpt(code, used, most=3):
    """The statements of a program that match and those that make their variables, or all of it if it is short; "" if none matches."""
    lines = code.split("\n")
    plain = [STRINGS.sub("", line) for line in lines]
    hits = [k for k, line in enumerate(plain) if used.search(line) and not re.match(r"\s*(#|using |//)", line)]
    if len(lines) <= SHORT:
        return code if hits else ""
    chosen = set()
    for hit in hits[:most]:
        chosen.update(statement(plain, hit))
    for k in sorted(chosen, reverse=True):
        for name in set(re.findall(r"\b[a-z_]\w*\b", plain[k])):
            makes = re.compile(rf"\s*(?:(?:const |constexpr |auto |RAVEL_DIMS)[^={{]*\b{name}\s*[=({{,)]|[\w:<>]+ {name}\s*[={{(])")
            made = [n for n in range(k) if makes.match(plain[n])]
            if made and len(chosen) < SHORT:
                chosen.update(statement(plain, made[-1]))
    shown = [lines[k] for k in sorted(chosen)]
    indent = min((len(line) - len(line.lstrip()) for line in shown if line.strip()), default=0)
    return "\n".join(line[indent:] for line in shown)


class Uses:
    """Finds the sections that use or explain a name. Words lead to the few that need a closer look."""

    def __init__(self, root):
        self.all = list(sections(root))
        self.by_word, self.by_code = {}, {}
        for section in self.all:
            marked = " ".join(re.findall(r"`[^`]+`", section.text)) + " " + section.title
            for word in {*re.findall(r"\w+", marked), *re.findall("operator", marked.lower())}:
                self.by_word.setdefault(word, []).append(section)
            for code in section.blocks:
                for word in {*re.findall(r"\w+", code), "operator"}:
                    self.by_code.setdefault(word, []).append((section, code))

    def examples(self, entry, page):
        """Sections with a program that uses the name, and the statements that do, the best first; `page` explains its layer."""
        found = []
        for place, (section, code) in enumerate(self.by_code.get(entry.word, [])):
            if lines := excerpt(code, pattern(entry.name, entry.scope, entry.kind, code)):
                rank = (section.is_example, not entry.titles(section.title), section.page == "mpi.md" and page != "mpi.md", section.page != page)
                found.append((*rank, place, section, lines))
        return [each[-2:] for each in sorted(found, key=lambda each: each[:-2])]

    def guide(self, entry, page):
        """The section that explains the name: its title says so, or the text has it as code."""
        found = []
        for place, section in enumerate(self.by_word.get(entry.word, [])):
            if section.is_example or section.page == "verbs.md" or (entry.scope == ("mpi",)) != (section.page == "mpi.md"):
                continue
            shown = re.search(rf"`[^`]*(?<![\w.>]){re.escape(entry.name)}(?!\w)[^`]*`", section.text)
            if shown or entry.titles(section.title):
                away = section.page.startswith("decisions/") + 2 * section.page.startswith(("architecture", "versions", "perf", "sparse_p"))
                found.append((section.page != page, away, section.page[:2] != page[:2], not entry.titles(section.title), place, section))
        return min(found, key=lambda each: each[:-1])[-1] if found else None


def tested_errors(root):
    """By folder of tests and name: the errors that calls must throw, and their messages."""
    found = {}
    for path in sorted((root / "tests").rglob("*.cpp")):
        folder = path.relative_to(root / "tests").parts[0]
        text = path.read_text()
        for check in re.finditer(r"(?:CHECK|REQUIRE)_THROWS_(AS|WITH)\(", text):
            tokens = tokens_of(text[check.end() - 1 : check.end() + 2000])
            try:
                parts = split(tokens[1 : closing(tokens, 0)])
            except IndexError:
                continue
            call = re.match(CALLED, "".join(word for word, _ in parts[0]))
            if not call:
                continue
            types, messages = found.setdefault((folder, call[1]), (set(), []))
            last = [word for word, _ in parts[-1]]
            if check[1] == "AS" and last[-1].endswith(("_error", "cancelled")):
                types.add(last[-1])
            elif check[1] == "WITH" and all(word.startswith('"') for word in last):
                messages.append("".join(word[1:-1] for word in last).replace('\\"', '"'))
    return found
