# SPDX-License-Identifier: BSL-1.0
"""The checks of the reference: each public name has an entry that explains it, and no name escapes the reading of the headers."""
import pathlib
import re
import shutil
import tempfile

from .entries import PAGES, Reference

HOOK = "argument-dependent lookup"  # in the comment of a function that users do not call
FORMS = "told_class bare_struct told_enum bare_enum told_concept told_constant bare_alias operator< operator<< grouped bare_function " \
        "inner::bare_inner stamped_a stamped_b bare_stamped"
CALLED = re.compile(r"\bravel::((?:(?:mpi|reducer)::)?[a-z_]\w*)\b(?!::)")
OTHER = {"detail", "ravel", "sparse", "mpi", "reducer"}  # namespaces, and targets of CMake


def is_shown(reference, entry):
    """True if a page or an example has the name, or the local function of this name."""
    local = reference.by_title.get(entry.name)
    return reference.guide(entry) or reference.examples(entry) or entry.scope == ("mpi",) and local and is_shown(reference, local)


def lacking(reference):
    """What is wrong with the entries."""
    for entry in reference.entries:
        place = f"{entry.header}:{entry.all[0].line}: {entry.title}"
        text = next(reference.explanations(entry), "")
        if entry.page not in PAGES or "/detail/" in entry.header:
            yield f"{place} is public, and no page of the reference has this folder"
        elif not text:
            yield f"{place} has no comment that says what it is"
        elif entry.kind == "function" and HOOK not in text and not is_shown(reference, entry):
            yield f"{place} is on no page of docs/ and in no example"


def unread(reference, root):
    """Names of ravel that pages, examples and tests use, and that were not found in the headers."""
    for path in [root / "README.md", *root.glob("docs/**/*.md"), *root.glob("examples/*.cpp"), *root.glob("tests/**/*.?pp")]:
        for name in sorted(set(CALLED.findall(path.read_text())) - OTHER):
            if name not in reference.by_title:
                yield f"{path.relative_to(root)}: the headers have no {name}, or the reference cannot read them"


def control(root):
    """The check itself: names of each form are found, and only those without a comment or a page are said to lack them."""
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder)
        for name in ("cmake/layers.txt", "include/ravel/op/verbs.hpp"):
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, made / name)
        (made / "include/ravel/base").mkdir()
        shutil.copy(root / "cmake/reference/planted.hpp", made / "include/ravel/base")
        (made / "README.md").write_text("# A\n\n`grouped` `stamped_a`\n")
        reference = Reference(made)
        found = {entry.title for entry in reference.entries}
        if found != set(FORMS.split()):
            yield f"of the names of planted.hpp, {sorted(found ^ set(FORMS.split()))} are read wrongly"
        bare = {line.split()[1] for line in lacking(reference) if "no comment" in line}
        if bare != {name for name in FORMS.split() if "bare" in name}:
            yield f"of planted.hpp, {sorted(bare)} are said to have no comment"
        unseen = {line.split()[1] for line in lacking(reference) if "on no page" in line}
        if unseen != {"operator<", "operator<<", "stamped_b"}:
            yield f"of planted.hpp, {sorted(unseen)} are said to be on no page"


def wrong(root):
    reference = Reference(root)
    return [*control(root), *unread(reference, root), *lacking(reference)], len(reference.entries)
