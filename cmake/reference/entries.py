# SPDX-License-Identifier: BSL-1.0
"""The public names as entries of the reference: what explains each, how it is called, its options, what it throws, and who shows it."""
import dataclasses
import pathlib
import re

import verbs_page

from .declarations import declarations
from .signatures import signature
from .source import split
from .synopsis import texts_of, wrapped
from .uses import Uses, tested_errors

# page: its title, what it has, the page of docs/ that explains it. The first folder of a header's path that is named here says its page.
PAGES = {
    "base": ("Base", "indices, shapes and errors", "base.md"),
    "element": ("Elements", "element types and conversions", "element.md"),
    "exec": ("Threads and progress", "threads, progress and cancellation", "exec.md"),
    "reader": ("Readers and writers", "the handles that all data are", "reader.md"),
    "index": ("Index sets", "sets of positions", "index_sets.md"),
    "storage": ("Storage", "memory, owned and borrowed", "storage.md"),
    "lazy": ("Lazy readers", "elementwise functions and rearranged readers", "lazy.md"),
    "loop": ("Loops and options", "copies, comparisons, loops over elements, and the options of operations", "op.md"),
    "dims": ("Dims", "index maps between positions and addresses", "dims.md"),
    "tensor": ("Tensors", "dims over readers, their views and operations", "tensor.md"),
    "op/fold": ("Folds", "sums, means, extremes and reducers", "op.md"),
    "op/order": ("Order", "sorting, ranks and sorted search", "op.md"),
    "op/stats": ("Statistics", "moments, quantiles and fits", "op_statistics.md"),
    "op/search": ("Search", "filters, positions and histograms", "op.md"),
    "op/windows": ("Windows", "rolling windows, differences and fewer samples", "op_gaps_and_windows.md"),
    "op/signal": ("Signals", "convolution, filters, Fourier transforms and peaks", "op_signals.md"),
    "op/keys": ("Groups and joins", "groups, joins and distinct elements", "op_groups_and_joins.md"),
    "op/missing": ("Missing elements", "missing elements and gaps", "op_gaps_and_windows.md"),
    "op/sketch": ("Sketches", "summaries of bounded size", "op_statistics.md"),
    "any": ("Types at run time", "tensors and tables whose types are known at run time", "any.md"),
    "named": ("Names", "dims with names", "named.md"),
    "plan": ("Plans", "recorded programs", "plan.md"),
    "print": ("Printing", "text of readers, tensors and tables", "print.md"),
    "interop": ("Other libraries", "files, and the data of other libraries", "interop.md"),
    "picture": ("Pictures", "charts and images", "picture.md"),
    "sparse": ("Sparse data", "sparse readers, tensors and matrices", "sparse.md"),
    "mpi": ("Ranks", "tensors that are distributed over processes", "mpi.md"),
}
# Layers whose functions are those of lower layers for other data, and the word for it.
DATA = ("tensor", "lazy_tensor", "any_reader", "any_scalar", "any_table", "any_tensor", "any_named", "named", "planned", "planned_named", "planned_table")
TAKES = {"tensor": "tensor", "any": "any_tensor", "named": "named", "plan": "planned"}


def layer_of(header):
    return header.split("/")[1].removesuffix(".hpp")


def brought_in(each, found):
    """What `using ravel::name;` in an inner namespace declares there: the functions that also take its data."""
    if not each.scope or each.private or texts_of(each.tokens)[:3] != ["using", "ravel", "::"]:
        return [each]
    return [dataclasses.replace(other, header=each.header, line=each.line, scope=each.scope)
            for other in found if other.name == each.name and not other.scope and takes_views(other)]


def takes_views(each):
    return any("viewable" in texts_of(head) for head in each.templates) and not each.deleted


class Entry:
    """A public name and its declarations; those of the lowest layer come first."""

    def __init__(self, name, scope):
        self.name, self.scope, self.all = name, scope, []
        self.title = "::".join((*scope, name))
        self.anchor = re.sub(r"[^\w.]", lambda sign: f"-{ord(sign[0]):x}", ".".join((*scope, name)))
        self.word = "operator" if name.startswith("operator") else name

    @property
    def header(self):
        return self.all[0].header

    @property
    def kind(self):
        return next((each.kind for each in self.all if each.kind in ("type", "enum")), self.all[0].kind)

    @property
    def page(self):
        parts = self.header.split("/")
        return "/".join(parts[1:3]) if "/".join(parts[1:3]) in PAGES else layer_of(self.header)

    def titles(self, heading):
        return bool(re.search("[Oo]perators" if self.word == "operator" else rf"(?<!\w){self.word}(?!\w)", heading))


class Reference:
    def __init__(self, root):
        root = pathlib.Path(root)
        found, self.headers = declarations(root)
        found = [other for each in found for other in brought_in(each, found)]
        self.hidden = {each.name: each for each in found if each.private}
        self.uses, self.errors = Uses(root), tested_errors(root)
        self.rows = verbs_page.rows(root)
        self.usages = {name: usage for name, (usage, _) in verbs_page.usages(root).items() if name in self.rows}
        layers = re.findall(r"^(\w+)$", (root / "cmake/layers.txt").read_text(), re.M)
        places = {header: (layers.index(layer_of(header)) if layer_of(header) in layers else 99, k) for k, header in enumerate(self.headers)}
        entries = {}
        for each in sorted(found, key=lambda each: (places[each.header][0], bool(re.search(r"/any(_\w+)?\.hpp$", each.header)), places[each.header], each.line)):
            if not each.private and not each.deleted and each.kind != "guide":
                entries.setdefault((each.scope, each.name), Entry(each.name, each.scope)).all.append(each)
        self.entries = [entry for entry in entries.values() if entry.kind != "macro" or entry.page in PAGES and self.examples(entry)]
        self.by_title = {entry.title: entry for entry in self.entries}

    def examples(self, entry):
        return self.uses.examples(entry, PAGES[entry.page][2])

    def guide(self, entry):
        return self.uses.guide(entry, PAGES[entry.page][2])

    # ---- what explains it

    def leads(self, entry):
        """The head of its header explains this name before others."""
        stem = entry.header.rsplit("/", 1)[1].removesuffix(".hpp")
        return stem == entry.name or bool(re.match(rf"{re.escape(entry.name)}[(<:]", self.headers[entry.header].head))

    def explanations(self, entry):
        """The texts that explain a name, the best first."""
        head = self.headers[entry.header].head
        if self.leads(entry):
            yield head
        own = [self.comment(each) for each in entry.all if each.header == entry.header]
        yield from filter(None, own[:1])
        for said in re.split(r"(?<=[.:])\s+(?=[A-Z])", head.replace("\n", " ")):
            if re.search(rf"(?<!\w){re.escape(entry.name)}(?!\w)", said):
                yield said
        yield from filter(None, [*own, *map(self.comment, entry.all)])

    def comment(self, each):
        """Its own comment, or that of its group; of one with a sentence for each name, "name: …", that sentence."""
        text = re.sub(r"(^| )else: .*$", "", " ".join((each.comment or each.group).split()))  # what compilers show of a refusal
        if text == self.usages.get(each.name, ""):
            return ""
        own = re.search(rf"(?<!\w){re.escape(each.name)}: (.*?)(?=[.;] \w+: |$)", text)
        return own[1].rstrip(".") + "." if own and len(re.findall(r"(?<!\w)\w+: ", text)) > 1 else text

    def usage(self, entry):
        return "" if entry.scope else self.usages.get(entry.name, "")

    # ---- how it is called

    def calls(self, entry):
        """The lines of the signatures, and the words for other data that the function takes in the same way."""
        lines, seen, known, also, header = [], set(), set(), {}, entry.header
        said = set(list(self.explanations(entry))[:1])
        for each in entry.all:
            if each.kind != "function" or {"told_when_empty", "gives_into"} & set(texts_of(each.constraint)):
                continue
            line = signature(each)
            layer = layer_of(each.header)
            if takes_views(each) and not each.scope:
                also["any_tensor"] = None
            shape = self.shape(line)
            if layer != layer_of(entry.header) and layer in TAKES and (shape in known or shape.endswith("xs...") or self.in_table(entry, layer)):
                word = re.match(r"\w*", line[line.index("(") + 1 :])[0]
                also[word if word in DATA else TAKES[layer]] = None
            elif line not in seen:
                if each.header != header:
                    header = each.header
                    lines.append(f"\n// <{header}>")
                comment = self.comment(each)
                if comment not in said and comment and not self.usage(entry):
                    lines += wrapped(comment)
                said.add(comment)
                lines.append(line)
                seen.add(line)
            known.add(shape)
        return lines, list(also)

    @staticmethod
    def shape(line):
        """The names behind the first parameter; those of axes are the same."""
        names = [part.split(" = ")[0].split(" ")[-1] for part in line[line.index("(") + 1 : line.rindex(")")].split(", ")[1:]]
        return " ".join(re.sub(r"\b(axis|axes|on)\b", "axes", name) for name in names)

    def in_table(self, entry, layer):
        return layer in ("any", "named", "plan") and entry.name in self.rows and not entry.scope

    def options(self, entry):
        found = {}
        for each in entry.all:
            if each.kind == "function" and layer_of(each.header) not in ("any", "named", "plan"):
                for part in (texts_of(part) for head in each.templates for part in split(head, True)):
                    if "..." in part:
                        self.collect(part, found)
                self.collect([text for text in texts_of(each.constraint) if text in ("told_when_empty", "gives_into")], found)
        return [name for name in found if name != entry.name]

    def collect(self, texts, found, depth=4):
        """Adds the options that concepts of options name."""
        for text in texts:
            name = {"keep_t": "keep", "gives_into": "into", "says_when_empty": "when_empty", "told_among": "when_empty", "told_when_empty": "when_empty"}
            if text in name:
                found[name[text]] = None
            elif text in self.by_title and self.by_title[text].kind in ("type", "enum"):
                found[text] = None
            elif depth and re.search("option|among", text) and text in self.hidden and self.hidden[text].kind == "concept":
                self.collect(texts_of(self.hidden[text].value), found, depth - 1)

    def thrown(self, entry):
        """The errors that tests of its layer expect of it, and some messages."""
        types, messages = self.errors.get((layer_of(entry.header), entry.name), (set(), []))
        return sorted(types), [each for each in dict.fromkeys(messages) if len(each) < 110 and "\\n" not in each][:2]
