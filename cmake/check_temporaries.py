# SPDX-License-Identifier: BSL-1.0
# check_temporaries.py ROOT: no public member function gives out a pointer, a reference, a span, an iterator or anything else that looks at
# its object where that object is a temporary. Such a function is `const&` and has a `&&` overload, which is deleted or gives a value. A class
# with pointers as iterators refuses a std::span of a temporary, too.
# Returns of *this and iterators, which look at a range that has a name, are exempt.
import pathlib
import re
import sys

looks_at = re.compile(r"(\*|&)$|span<|block<|\biterator$|_iterator<|string_view$|\bplaces$|sentinel_t$")
declaration = re.compile(
    r"^(?P<indent> +)(?!return|using|throw|else|if\b|for\b|while|case|delete|new\b|goto|//)(?P<returns>.*?)"
    r"(?P<name>\w+|operator ?[^\w\s(]+|operator\(\)|(?<!\w)operator [\w:<>, ]+[*&]?)\((?P<arguments>[^()]*(?:\([^()]*\)[^()]*)*)\)"
    r" ?(?:const)? ?(?P<qualifier>&&|&)? ?(?:noexcept)? ?(?P<rest>\{|= delete|;)"
)
of_itself = re.compile(r"operator ?(=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<=|>>=|\+\+|--|<<|sign##=)$|assign$")
# What they give does not look at their object: it lives as long as what that looks at, or there is never anything.
elsewhere = {("unchecked_elements", "operator()"), ("fused<Function, Operands...>::expression", "memory"),
             ("index_set", "begin"), ("index_set", "end"), ("npz_archive", "begin"), ("npz_archive", "end")}


def public_members(text):
    """(line number, line, class) of what is declared public, outside of namespace detail."""
    private_space = False
    classes = []  # (indent, name, whether what follows is public)
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"namespace (ravel::)?detail \{", line):
            private_space = True
        elif line.startswith("}  // namespace") and "detail" in line:
            private_space = False
        indent = len(line) - len(line.lstrip())
        while classes and line.strip().startswith("};") and classes[-1][0] >= indent:
            classes.pop()
        opened = re.match(r"^ *(class|struct) (?:RAVEL_API |RAVEL_API_RESULT |RAVEL_LOCAL |alignas\(\w+\) )*([\w:<>, .]+?)(?: final)?(?: : .*)? \{$", line)
        if opened:
            classes.append((indent, opened[2], opened[1] == "struct"))
        elif classes and re.match(r"^ *(public|private|protected):$", line):
            own_indent, name, _ = classes[-1]
            classes[-1] = (own_indent, name, "public" in line)
        elif classes and not private_space and all(public for _, _, public in classes) and indent == classes[-1][0] + 2:
            yield number, line, classes[-1][1]


def held_by_temporaries(path):
    members = []
    for number, line, owner in public_members(path.read_text()):
        found = declaration.match(line)
        if not found or owner.endswith("iterator"):
            continue
        name, returns = found["name"], found["returns"].strip()
        if name.startswith("operator ") and not returns.replace("explicit", "").replace("constexpr", "").strip():
            returns = name
        words = returns.split()
        if not returns or "friend" in words or "static" in words or "requires" in words or of_itself.search(name):
            continue
        members.append((number, owner, name, returns, found["qualifier"]))
    refused = {(owner, name) for _, owner, name, _, qualifier in members if qualifier == "&&"}
    # A range of consecutive elements converts to a std::span without a word of its own, also from a temporary.
    for number, owner, name, returns, _ in members:
        if name == "begin" and returns.endswith("*") and not any(o == owner and "operator std::span" in n for o, n in refused):
            yield f"{number}: {owner}: its elements as a std::span"
    for number, owner, name, returns, qualifier in members:
        if looks_at.search(returns) and qualifier != "&&" and (owner, name) not in elsewhere:
            if qualifier is None or (owner, name) not in refused:
                yield f"{number}: {owner}: {returns} {name}"


root = pathlib.Path(sys.argv[1])
problems, seen = [], 0
for folder in ("include", "sparse/include", "mpi/include"):
    for path in sorted((root / folder).rglob("*.hpp")):
        if "detail" in path.parts or "walk" in path.parts:
            continue
        seen += sum(1 for _ in public_members(path.read_text()))
        problems += [f"{path.relative_to(root)}:{problem} looks at a temporary: it wants & and a deleted && overload" for problem in held_by_temporaries(path)]
if seen < 1000:
    problems.append(f"only {seen} members were found: has the form of the headers changed?")
sys.exit("\n".join(problems) or 0)
