# SPDX-License-Identifier: BSL-1.0
"""A class, an enumeration, a concept or a constant as users see it: the public members in the order of the header, with their comments."""
import re
import textwrap

from .signatures import HIDDEN, joined, plain, signature
from .source import split


def wrapped(comment, width=92):
    return ["// " + line for line in textwrap.wrap(" ".join(comment.split()), width)]


def texts_of(tokens):
    return [text for text, _ in tokens]


def hides(texts):
    return bool(HIDDEN.search(" ".join(texts)))


def heads(declaration):
    """`template <…>` for each head; a private constraint is `class`, and a private default is left out."""
    for head in filter(None, declaration.templates):
        shown = []
        for part in map(texts_of, split(head, True)):
            value = part.index("=") if "=" in part else len(part)
            if hides(part[:value]):
                part = ["class", *part[value - 1 :]]
                value = 2
            shown.append(joined(plain(part[:value] if hides(part[value:]) else part)))
        yield f"template <{', '.join(shown)}>"


def value_of(declaration):
    """What stands behind the =, if users can read it."""
    texts = texts_of(declaration.value)
    if not texts or hides(texts) or texts[0] == "}":
        return ""
    return " = " + joined(plain(texts[: -1 if texts[-1] == "}" and "{" not in texts else None]))


def member(each, of):
    """One line, or "" for what is not for users."""
    texts = texts_of(each.tokens)
    if each.deleted or each.kind in ("guide", "macro"):
        return ""
    if each.kind == "function":
        return signature(each, of)
    if each.kind in ("type", "enum"):
        return joined(plain(texts))
    if hides(texts) or each.kind == "alias" and (not each.value or hides(texts_of(each.value))):
        return ""
    return joined(plain(texts)) + value_of(each)


def extends(line, shorter):
    """True if a signature has those parameters of the other and more."""
    return line.startswith(shorter.removesuffix(";").removesuffix(")") + ", ")


def members(found, of):
    lines, seen, said = [], set(), {""}
    for each in found:
        line = member(each, of)
        if line and line not in seen:
            seen.add(line)
            if each.comment not in said:
                lines += wrapped(each.comment)
                said.add(each.comment)
            if len(lines) > 1 and extends(line, lines[-1]) and extends(lines[-1], lines[-2]):
                lines.pop()  # of overloads with more and more parameters, two and the last tell all
            lines.append(line + ";")
    return ["  " + line for line in lines]


def enumerators(each, header):
    parts = [part for part in split(each.value) if part]
    for part in parts:
        alone = sum(other[0][1] == part[0][1] for other in parts) == 1
        comment = " ".join(header.behind(part[0][1], part[-1][1]).split()) if alone else ""
        yield f"  {joined(texts_of(part))}," + (f"  // {comment}" if comment else "")


def class_lines(each, hidden):
    texts = texts_of(each.tokens)
    colon = texts.index(":") if ":" in texts else len(texts)
    bases = [texts_of(part) for part in split(each.tokens[colon + 1 :], True) if part]
    shown = [joined(plain(base)) for base in bases if not hides(base)]
    found = list(each.members)
    for base in bases:  # what a private base gives is the class's own
        name = base[base.index("adl_barrier") + 2] if "adl_barrier" in base else ""
        found += hidden[name].members if name in hidden else []
    inside = members(found, each.name)
    head = joined(plain(texts[:colon])) + (" : " + ", ".join(shown) if shown else "")
    return [*heads(each), head + " {", *inside, "};"] if inside else [*heads(each), head + " {};"]


def synopsis(each, hidden, header):
    if each.kind == "enum":
        return [joined(plain(texts_of(each.tokens))) + " {", *enumerators(each, header), "};"]
    if each.kind == "type":
        return class_lines(each, hidden)
    if each.kind == "macro":
        return [each.tokens[0][0]]
    texts = texts_of(each.tokens)
    line = f"constexpr auto {each.name}" if hides(texts) else joined(plain(texts))
    value = value_of(each)
    return [*heads(each), line + (value if len(value) < 100 and each.kind != "constant" or len(value) < 30 else "") + ";"]
