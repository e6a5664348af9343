# SPDX-License-Identifier: BSL-1.0
"""Signatures as users read them: a parameter whose type is deduced is a word for what it takes (`reader r`) or only its name (`f`), options
are a pack, and nothing private is named."""
import re

from .source import split

# The word for a parameter, by the concept that constrains its type. The first that fits.
WORDS = [
    (r"any_named", "any_named"),
    (r"planned_named", "planned_named"),
    (r"planned", "planned"),
    (r"any_(handle|source|data|operand|value)", "any_tensor"),
    (r"has_dims|named_(operand|source|handle|range)|is_named|real_named|applies_named", "named"),
    (r"distributed|spread_|travelling", "tensor"),
    (r"mask", "mask"),
    (r"key_columns|distant_keys", "keys"),
    (r"predicate", "predicate"),
    (r"shaped|tensor|viewable", "tensor"),
    (r"(^|_)(reader|readable|input|numbers|operand|operands|line)$|groupable|countable|keepable|rearrangeable|key_function", "reader"),
    (r"^reduces", "reducer"),
]
SPECIFIERS = {"inline", "constexpr", "explicit", "static", "friend", "virtual", "noexcept", "extern", "mutable", "typename", "ravel", "consteval"}
HIDDEN = re.compile(r"\b(detail|adl_barrier)\b")


def joined(texts):
    """The tokens as one writes them."""
    line = ""
    for k, text in enumerate(texts):
        before = texts[k - 1] if k else ""
        tight = (
            not line
            or text in (",", ";", ")", "]", ">", "::", "...", "[", "&", "&&", "*", ".")
            or before in ("(", "[", "<", "::", "!", "~", ".", "{")
            or text in ("(", "<") and (re.match(r"\w|operator", before) or before in (">", "]", ")"))
            or text == "}" or text == "{" and re.match(r"[\w>]", before)
            or before == "-" and texts[k - 2] in ("=", "(", ",", "return")
        )
        line += ("" if tight else " ") + text
    return line


def word_for(concepts):
    return next((word for concept in concepts for pattern, word in WORDS if re.search(pattern, concept)), "")


def plain(texts):
    """Without attributes and specifiers, and without the name of the library's namespace."""
    result, k = [], 0
    while k < len(texts):
        if texts[k] == "[" and texts[k + 1 : k + 2] == ["["]:
            while texts[k : k + 2] != ["]", "]"]:
                k += 1
            k += 1
        elif texts[k] == "::" and texts[k - 1 : k] == ["ravel"] or texts[k] in SPECIFIERS or texts[k].startswith("RAVEL_"):
            pass
        else:
            result.append("index_t" if texts[k] == "index_arg" else texts[k])
        k += 1
    return result


class Templates:
    """The parameters of a template: the constraint of each, and the word for it."""

    def __init__(self, declaration):
        self.constraints, self.packs, self.defaults, self.order = {}, set(), {}, []
        for head in declaration.templates:
            for part in split(head, True):
                texts = [text for text, _ in part]
                value = texts.index("=") if "=" in texts else len(texts)
                name = texts[value - 1] if value > 1 else ""
                if re.match(r"\w+$", name):  # else it has no name
                    self.order.append(name)
                    self.constraints[name], self.defaults[name] = texts[: value - 1], texts[value + 1 :]
                    self.packs |= {name} if "..." in texts[:value] else set()
        self.clause = [text for text, _ in declaration.constraint]

    def word(self, name):
        """What stands for the type: by its own concept, by the type that it must be, or by the concepts of the clause behind the head."""
        own = [text for text in self.constraints[name] if re.match(r"[a-z]\w*$", text)]
        if own[-2:-1] in (["same_as"], ["among"]):
            return own[-1]
        if own and own[-1] not in ("class", "typename"):
            return word_for(own[-1:])
        return word_for(re.findall(rf"(\w+) < (?:[^<>]*[ ,])?{name}\b", " ".join(self.clause)))


def parameter(texts, templates):
    """A parameter as users read it; its type and name."""
    value = texts.index("=") if "=" in texts else len(texts)
    default = texts[value + 1 :]
    texts = texts[:value]
    pack = "..." in texts
    core = [text for text in texts if text not in ("const", "&", "&&", "...")]
    if not core:
        return "..."
    name = core[-1] if len(core) > 1 and re.match(r"[a-z_]\w*$", core[-1]) and core[-2] != "::" else ""
    kind = core[:-1] if name else core
    changes = "&" in texts and "const" not in texts and not pack
    if kind[0] in templates.order or HIDDEN.search(" ".join(kind)):
        if kind[0] not in templates.order:
            word = word_for([text for text in kind if re.match(r"\w", text)])
        else:
            word = templates.word(kind[0]) if len(kind) == 1 and not (kind[0] in templates.packs and name) else ""
        other = "" if word else kind[0].lower() if kind[0] in templates.order else "value"
        return " ".join(dict.fromkeys(filter(None, (word, name or other)))) + ("..." if pack else "")
    kept = [text for text in texts if text not in (name, "...")]
    if not changes and kept and kept[-1] in ("&", "&&"):
        kept = kept[:-1]
        if kept and kept[0] == "const" and "*" not in kept:
            kept = kept[1:]
    text = joined(plain(kept)) + ("..." if pack else "") + (" " + name if name else "")
    if default and not HIDDEN.search(" ".join(default)):
        text += " = " + joined(plain(default))
    return text


def explicit(templates, parameters):
    """The arguments in angle brackets that a call must give, because no parameter says them."""
    used = {text for part in parameters for text, _ in part}
    given = []
    for name in templates.order:
        if name in used or name in templates.packs:
            break
        default = templates.defaults[name]
        if HIDDEN.search(" ".join(default)):
            break
        given.append(name + (" = " + joined(plain(default)) if default else ""))
    return f"<{', '.join(given)}>" if given else ""


def is_for_users(declaration, of, parts, templates):
    """False for members that only copy, move or destroy, and for those that take something private."""
    texts = [text for text, _ in declaration.tokens[: declaration.parameters[0]]]
    if "~" in texts or not templates.order and any(HIDDEN.search(" ".join(text for text, _ in part)) for part in parts):
        return False
    own = [text for text, _ in parts[0] if text != "const"][:1] if len(parts) == 1 else []
    return templates.order or declaration.name not in (of, "operator=") or own != [of]


def signature(declaration, of=""):
    """One line, or "" for what users do not call. `of` is the class of a member."""
    begin, end = declaration.parameters
    templates, name = Templates(declaration), declaration.name
    parts = [part for part in split(declaration.tokens[begin + 1 : end], True) if part]
    if of and not is_for_users(declaration, of, parts, templates):
        return ""
    before, behind = ([text for text, _ in tokens] for tokens in (declaration.tokens[:begin], declaration.tokens[end + 1 :]))
    cut = before.index("operator") if "operator" in before else len(before) - 1
    result = plain(behind[behind.index("->") + 1 :] if "->" in behind else before[:cut])
    if re.match(r"operator \w", name) and not result:  # a conversion
        target = joined(plain(before[cut + 1 :]))
        return "" if HIDDEN.search(target) else f"operator {target}()"
    is_hidden = HIDDEN.search(" ".join(result)) or {"decltype", "invoke_result_t"} & set(result)
    result = "" if name == of else "auto" if is_hidden else joined(result)
    shown = ", ".join(parameter([text for text, _ in part], templates) for part in parts)
    return f"{result} {name}{explicit(templates, parts)}({shown})".strip()
