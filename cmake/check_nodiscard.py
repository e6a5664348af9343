# SPDX-License-Identifier: BSL-1.0
# Fails where the result of a public function without effects may be dropped without a word: sort(v); sorts nothing. Either its type is
# [[nodiscard]], as handles and results are, or the function is. Members are covered by the types that they give.
# Run: check_nodiscard.py ROOT [mend]; mend inserts what is missing.
import pathlib
import re
import sys

root, mend = pathlib.Path(sys.argv[1]), sys.argv[2:] == ["mend"]
# They call a user's function, write, or give back what they were called with.
with_effects = re.compile(r"visit\w*|with_\w+|assign|pass_to|operator(?:=|<<|>>|\+\+|--|[-+*/%&|^]=|<<=|>>=|->)?$|operator\s+\w.*")
specifiers = {"inline", "constexpr", "static", "virtual", "explicit", "consteval", "extern", "RAVEL_API", "RAVEL_STRICT_LOOP", "const"}
engine = {"walk"}


def blank(text):
    """The same text without comments, strings and what is the preprocessor's: bodies of macros are code."""
    hide = lambda m: re.sub(r"[^\n]", " ", m[0])
    text = re.sub(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', hide, text, flags=re.S)
    text = re.sub(r"^ *#(?! *define)(?:[^\n]*\\\n)*[^\n]*", hide, text, flags=re.M)
    text = re.sub(r"\\(?=\n)", " ", text)
    return re.sub(r"^ *#[^\n]*|^ *RAVEL_[A-Z_]+\([^\n]*\)$|^ *(?:public|private|protected):", hide, text, flags=re.M)


def matching(text, at):
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    for k in range(at, len(text)):
        depth += text[k] in "({["
        depth -= text[k] in ")}]"
        if depth == 0:
            return k + 1
    return len(text)


def declaration_end(text, start):
    """Where the declaration ends, and where its body begins if it has one."""
    at = start
    while at < len(text):
        c = text[at]
        before = text[start:at].rstrip()
        if c in "([":
            at = matching(text, at)
        elif c == ";":
            return at + 1, None
        elif c == "}":
            return at, None
        elif c == "{":
            if re.search(r"requires\s*(?:\((?:[^()]|\([^()]*\))*\))?$", before):  # a part of the constraints
                at = matching(text, at)
            elif re.search(r"\)\s*(?:noexcept)?\s*:[^{]*\w$|[})],\s*\w+$", before):  # a member that is initialised
                at = matching(text, at)
            else:
                return matching(text, at), at
        else:
            at += 1
    return at, None


def without_templates(head):
    """The lines of the declaration itself: constraints are indented."""
    lines = head.split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    offset = 0
    for line in lines:
        if len(line) - len(line.lstrip()) <= indent and line.strip() and not re.match(r"\s*(?:template|requires)\b", line):
            return offset + indent, head[offset:]
        offset += len(line) + 1
    return 0, head


def result_type(head):
    """Of the head of a function that should not be called in vain: the last word of its type, without arguments."""
    if "nodiscard" in head or re.match(r"\s*(?:using|typedef|static_assert|extern\s+template|concept|return|requires)\b", head):
        return None
    found = re.search(r"(operator\s*(?:\(\)|\[\]|[^\s(]+)|[\w:]+)\s*\(", head)
    if not found or "=" in head[: found.start()] or re.search(r"=\s*(?:delete|default)\s*;?\s*$", head):
        return None
    declared = re.sub(r"\[\[.*?\]\]", "", head[: found.start()])
    while "<" in declared:
        shorter = re.sub(r"<[^<>]*>", "", declared)
        if shorter == declared:
            return None
        declared = shorter
    words = [w for w in re.findall(r"[\w:]+|\S", declared) if w not in specifiers]
    name = found[1].replace(" ", "")
    if not words or words == ["void"] or words[-1] == "&" or "::" in name or with_effects.fullmatch(name) or name in ("decltype", "alignas", "noexcept"):
        return None
    return words[-1].split("::")[-1]


def scan(text, start, end, functions, classes):
    """Adds (place, type of the result) for each function, and place by name for each class."""
    at = start
    while at < end:
        if text[at] in " \n;})":
            at += 1
            continue
        line = text.rfind("\n", 0, at) + 1
        at = line if not text[line:at].strip() else at
        stop, body = declaration_end(text, at)
        stop = min(max(stop, at + 1), end)
        offset, own = without_templates(text[at : body if body else stop])
        scope = re.match(r"\s*(?:inline )?namespace\s*([\w:]*)", own)
        kind = re.match(r"\s*(?:class|struct) (?!\w+;)", own)
        if scope and body:
            if scope[1] not in ("", "adl_barrier", "std") and "detail" not in scope[1]:
                scan(text, body + 1, stop - 1, functions, classes)
        elif kind and body:
            name = re.match(r"(?:\[\[nodiscard\]\] )?(?:RAVEL_API(?:_RESULT)? )?(\w+)(?:<[^:]*>::(\w+))?", own[kind.end() :])
            classes.append((at + offset + kind.end() - len(own) + len(own.lstrip()), name[2] or name[1], "nodiscard" in own or "RAVEL_API_RESULT" in own))
        elif not kind and (result := result_type(own)):
            functions.append((at + offset, result))
        at = stop


files = {}
for headers in (root / "include/ravel", root / "sparse/include/ravel", root / "mpi/include/ravel"):
    for path in sorted(headers.glob("*/**/*.hpp")):
        if path.parent.name not in engine | {"detail"}:
            text = path.read_text()
            files[path] = (text, [], [])
            scan(blank(text), 0, len(text), *files[path][1:])
marked = {name for _, _, classes in files.values() for _, name, is_marked in classes if is_marked}
own_classes = {name for _, _, classes in files.values() for _, name, _ in classes}
given = {result for _, functions, _ in files.values() for _, result in functions}
found = []
for path, (text, functions, classes) in files.items():
    by_class = [at for at, name, is_marked in classes if name in given and not is_marked]
    by_function = [at for at, result in functions if result not in own_classes]
    for at in sorted(by_class + by_function, reverse=True):
        found.append(f"{path.relative_to(root)}:{text.count(chr(10), 0, at) + 1}: [[nodiscard]] {text[at:].splitlines()[0]}")
        text = text[:at] + "[[nodiscard]] " + text[at:]
    if mend:
        path.write_text(text)
print("\n".join(sorted(found)))
sys.exit(bool(found) and not mend)
