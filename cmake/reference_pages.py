#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""reference_pages.py check|write ROOT [FOLDER]: the reference of all public names, made of the headers' comments, the table of verbs, the
examples of docs/ and the errors that tests expect. cmake/site/hooks.py makes the pages when it builds the site; `write` puts them into FOLDER
to be looked at. `check` names each public name without an entry: no comment explains it, or it is a function that no page shows."""
import html
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from reference import checks  # noqa: E402
from reference.entries import PAGES, Reference  # noqa: E402
from reference.synopsis import synopsis  # noqa: E402

SPANS = re.compile(
    r"`[^`]+`|<ravel/[\w/.]+>|\w+(?:/\w+)+\.hpp|(?<!\w)[A-Za-z_]\w*(?:::\w+)*(?:<[^<> ][^<>]*>)?(?:\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\})"
    r"|(?<!\w)\w+(?:::\w+)+(?:<[^<>]*>)?|(?<!\w)[A-Za-z]\w*<[^<> ][^<>]*>|(?<!\w)[A-Za-z]\w*_\w+")

# How a verb takes other data, as the columns of its row say.
RUN_TIME = {"as_double": " (computed in double)", "visited": " (compiled at the call)"}
NAMED = {"gone": " (its dims go)", "kept": " (its dims stay)", "changed": " (a dim changes its extent)"}


def file_of(page):
    """The file of a page; index.md is the list of all names."""
    return {"index": "index_sets"}.get(page, page.replace("/", "_")) + ".md"


class Pages:
    def __init__(self, reference):
        self.reference = reference

    # ---- text

    def prose(self, text, entry=None):
        """A comment as Markdown: code is marked, and names lead to their entries."""
        text, pieces, end = " ".join(text.split()), [], 0
        for span in SPANS.finditer(text):
            pieces += [escaped(text[end : span.start()]), self.code(span[0].strip("`"), entry)]
            end = span.end()
        return "".join([*pieces, escaped(text[end:])])

    def explanation(self, text, entry):
        """The prose of a comment, as a sentence: without `name: ` at the beginning."""
        text = re.sub(rf"^{re.escape(entry.name)}: (?=[a-z])", "", " ".join(text.split()))
        text += "" if text.endswith((".", ":", ")", "…")) else "."
        word = re.match(r"[a-z]\w*(?=[ ,])", text)
        return self.prose(text[0].upper() + text[1:] if word and word[0] not in self.reference.by_title else text, entry)

    def code(self, text, entry=None):
        name = re.match(r"(?:ravel::)?((?:\w+::)?(\w+))", text)
        names = self.reference.by_title
        other = name and (names.get(name[1]) or names.get(name[1].split("::")[0]))
        return f"[`{text}`]({self.link(other, entry)})" if other and other is not entry else f"`{text}`"

    @staticmethod
    def link(other, entry=None):
        return ("" if entry and entry.page == other.page else file_of(other.page)) + "#" + other.anchor

    # ---- an entry

    def entry(self, entry):
        calls, also = self.reference.calls(entry)
        shown = [synopsis(each, self.reference.hidden, self.reference.headers[each.header]) for each in entry.all if each.kind != "function"]
        yield f"### `{entry.title}` {{#{entry.anchor}}}"
        if text := next(self.reference.explanations(entry), ""):
            yield self.explanation(text, entry)
        if usage := self.reference.usage(entry):
            yield f"How it is written: {self.prose(usage, entry)}."
        yield "```cpp\n" + "\n".join(line for lines in [*shown, calls] for line in lines) + "\n```"
        guide, examples = self.reference.guide(entry), self.reference.examples(entry)
        facts = [*self.facts(entry, also)]
        if guide and (not examples or examples[0][0] is not guide):
            facts.append(f"**Explained** in {reference_to(guide)}")
        if facts:
            yield "<br>\n".join(facts)
        if examples:
            section, lines = examples[0]
            yield f"**{'Explained, with this example,' if section is guide else 'Example'}** in {reference_to(section)}"
            yield f"```cpp\n{lines}\n```"

    def facts(self, entry, also):
        local = self.reference.by_title.get(entry.name) if entry.scope == ("mpi",) else None
        if local and local.kind == entry.kind == "function":
            yield f"**Local** {self.code(entry.name)} says more"
        if options := self.reference.options(entry):
            yield "**Options** " + ", ".join(self.code(name, entry) for name in options)
        row = self.reference.rows.get(entry.name) if not entry.scope else None
        if also:
            notes = {"any_tensor": RUN_TIME.get(row[2], ""), "named": NAMED.get(row[3], "")} if row else {}
            yield "**Also takes** " + ", ".join(self.code(name, entry) + notes.get(name, "") for name in also)
        types, messages = self.reference.thrown(entry)
        if types or messages:
            quoted = "; ".join(f"“{escaped(each)}”" for each in messages)
            names = ", ".join(self.code(name, entry) for name in types) or self.code("error", entry)
            yield f"**Throws** {names}" + (f", for instance {quoted}" if quoted else "")

    # ---- pages

    def page(self, page):
        title, content, guide = PAGES[page]
        headers = self.reference.headers
        umbrella = f"ravel/{page.split('/')[0]}.hpp"
        include = f"`#include <{umbrella}>` gives all of it. " if umbrella in headers else ""
        pieces = [f"# {title}: all names", f"The public names for {content}. {include}[The guide](../{guide}) explains how to "
                  "use them, and the [index](index.md) has the names of all pages."]
        own = [entry for entry in self.reference.entries if entry.page == page]
        for header in sorted({entry.header for entry in own}):
            group = [entry for entry in own if entry.header == header]
            group.sort(key=lambda entry: (not self.reference.leads(entry), entry.all[0].line))
            pieces.append(f"## `<{header}>` {{#{re.sub(r'[^a-z]', '-', header)}}}")
            if not self.reference.leads(group[0]):
                pieces.append(self.prose(headers[header].head))
            for entry in group:
                pieces += filter(None, self.entry(entry))
        return "\n\n".join(pieces) + "\n"

    def index(self):
        pieces = ["# All public names", "Each name leads to how it is called, its options, what it throws, and an example. The search finds them, too.",
                  "\n".join(f"* [{title}]({file_of(page)}): {content}" for page, (title, content, _) in PAGES.items())]
        letters = {}
        for entry in self.reference.entries:
            letters.setdefault("Operators" if entry.word == "operator" else entry.name[0].upper(), []).append(entry)
        for letter in sorted(letters, key=lambda letter: (len(letter) > 1, letter)):
            names = sorted(letters[letter], key=lambda entry: (entry.name.lower(), entry.scope))
            pieces += [f"## {letter}", '<ul class="names">' + "".join(
                f'<li><a href="{self.link(entry).replace(".md", ".html")}"><code>{html.escape(entry.title)}</code></a></li>' for entry in names) + "</ul>"]
        return "\n\n".join(pieces) + "\n"


def pages(root):
    """file: the title and the text of a page."""
    made = Pages(Reference(root))
    return {"index.md": ("Every name", made.index()), **{file_of(page): (PAGES[page][0], made.page(page)) for page in PAGES}}


def escaped(text):
    return re.sub(r"([*_\[\]|\\`])", r"\\\1", html.escape(text, quote=False))


def reference_to(section):
    return f"`{section.page}`" if section.is_example else f"[{section.title.replace('`', '')}](../{section.address})"


def main():
    root = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "write":
        folder = pathlib.Path(sys.argv[3])
        folder.mkdir(parents=True, exist_ok=True)
        for name, (_, text) in pages(root).items():
            (folder / name).write_text(text)
        return
    lines, names = checks.wrong(root)
    print(*lines, f"{names} public names have an entry" if not lines else f"{len(lines)} entries of the reference are wrong", sep="\n")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
