# SPDX-License-Identifier: BSL-1.0
"""A header as tokens, with macros that can be expanded, and its comments by line."""
import re

ROOTS = ("include", "sparse/include", "mpi/include")
TOKEN = re.compile(
    r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|\w+|::|->|\.\.\.|##|<=>|&&|\|\||[-+*/%&|^=!<>]=|<<|\+\+|--|\S', re.DOTALL)
CODE_AND_COMMENT = re.compile(r'((?:[^"/]|"(?:\\.|[^"\\])*"|/(?!/))*)//(?: |$)?(.*)')
ATTRIBUTE = re.compile(r"RAVEL_(API|API_RESULT|LOCAL|KERNEL\w*|STRICT_LOOP|STRICT_BODY|INDEPENDENT)$")
WORD = re.compile(r"\w")
OPENS, CLOSES = ("(", "[", "{"), (")", "]", "}")


def tokens_of(text):
    found, line, at = [], 1, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        found.append((match[0], line))
    return found


def closing(tokens, k, depth=0):
    """The place of the bracket that closes the one at k."""
    while True:
        depth += (tokens[k][0] in OPENS) - (tokens[k][0] in CLOSES)
        if depth == 0:
            return k
        k += 1


def closing_angle(tokens, k):
    """The place of the > that closes the < at k."""
    depth = 0
    while True:
        text = tokens[k][0]
        if text in OPENS:
            k = closing(tokens, k)
        depth += (text == "<") - (text == ">")
        if depth == 0:
            return k
        k += 1


def split(tokens, angles=False):
    """The parts between commas that stand in no bracket."""
    parts, start, k = [], 0, 0
    while k < len(tokens):
        text = tokens[k][0]
        if text in OPENS:
            k = closing(tokens, k)
        elif angles and text == "<" and k and WORD.match(tokens[k - 1][0]):
            k = closing_angle(tokens, k)
        elif text == ",":
            parts.append(tokens[start:k])
            start = k + 1
        k += 1
    return [*parts, tokens[start:]]


class Macros(dict):
    """name: (parameters or None, tokens of the body)."""

    def read(self, directive):
        directive = re.sub(r"//.*$", "", directive, flags=re.M)
        if match := re.match(r"\s*#\s*undef\s+(\w+)", directive):
            self.pop(match[1], None)
        elif match := re.match(r"\s*#\s*define\s+(\w+)(\([^)]*\))?(.*)", directive, re.DOTALL):
            parameters = None if match[2] is None else [each.strip() for each in match[2][1:-1].split(",") if each.strip()]
            self[match[1]] = (parameters, [text for text, _ in tokens_of(match[3])])

    def expand(self, tokens, k):
        """Replaces the call that stands at k; False if none does."""
        text, line = tokens[k]
        if text not in self or ATTRIBUTE.match(text):
            return False
        parameters, body = self[text]
        end, values = k, {}
        if parameters is not None:
            if k + 1 >= len(tokens) or tokens[k + 1][0] != "(":
                return False
            end = closing(tokens, k + 1)
            given = split(tokens[k + 2 : end])
            if parameters[-1:] == ["..."]:
                rest = [token for part in given[len(parameters) - 1 :] for token in [(",", line), *part]][1:]
                given = [*given[: len(parameters) - 1], rest]
            values = dict(zip(["__VA_ARGS__" if each == "..." else each for each in parameters], given))
        tokens[k : end + 1] = [(text, line) for text in self.substituted(body, values)]
        return True

    def substituted(self, body, values):
        result, k = [], 0
        while k < len(body):
            token, joined = body[k], k > 0 and body[k - 1] == "##"
            texts = [token]
            if token == "#" and k + 1 < len(body) and body[k + 1] in values:
                k += 1
                texts = ['"' + "".join(text for text, _ in values[body[k]]) + '"']
            elif token == "__VA_OPT__":
                end = closing([(text, 0) for text in body], k + 1)
                texts = body[k + 2 : end] if values.get("__VA_ARGS__") else []
                k = end
            elif token in values:
                inner = list(values[token])
                if not joined and body[k + 1 : k + 2] != ["##"]:
                    at = 0
                    while at < len(inner):
                        at += not self.expand(inner, at)
                texts = [text for text, _ in inner]
            if joined and result and texts:
                result[-1] += texts[0]
                texts = texts[1:]
            result += [text for text in texts if text != "##"]
            k += 1
        return result


class Header:
    """The tokens of a header, its directives, and its comments by line."""

    def __init__(self, path):
        lines = path.read_text().split("\n")
        self.blank = {number for number, line in enumerate(lines, 1) if not line.strip()}
        self.comments, self.whole, self.directives, self.pragmas = {}, set(), [], set()
        code, behind, number = [], (0, -1, 0), 0  # behind: the first and the last line of a comment behind code, and its column
        while number < len(lines):
            first, line = number + 1, lines[number]
            if line.lstrip().startswith("#"):
                while lines[number].endswith("\\"):
                    number += 1
                self.directives.append((first, "\n".join(each.rstrip("\\") for each in lines[first - 1 : number + 1])))
                self.pragmas |= {first} if "pragma" in line else set()
                line = ""
                code += [""] * (number + 1 - first)
            elif match := CODE_AND_COMMENT.match(line):
                line, text, column = match[1], match[2].rstrip(), len(match[1])
                if line.strip():
                    behind = (first, first, column)
                    self.comments[first] = text
                elif behind[1:] == (number, column):
                    behind = (behind[0], first, column)
                    self.comments[behind[0]] += "\n" + text
                else:
                    self.comments[first] = text
                    self.whole.add(first)
            code.append(line)
            number += 1
        self.tokens = tokens_of("\n".join(code))
        head = 2  # behind the line of SPDX
        while head in self.whole:
            head += 1
        self.head = "\n".join(self.comments[line] for line in range(2, head))

    def above(self, line):
        """The first line of the comment that stands above, and its text. Notes on compilers are for the engine."""
        while line - 1 in self.pragmas:
            line -= 1
        end = line
        while line - 1 in self.whole and not re.match(r"----|clang-format|SPDX", self.comments[line - 1]):
            line -= 1
        text = "\n".join(self.comments[each] for each in range(line, end))
        return line, re.sub(r"\((GCC|Clang)[^)]*\)", "", text).strip()

    def behind(self, first, last):
        """The comments behind the code of these lines."""
        return "\n".join(self.comments[line] for line in range(first, last + 1) if line in self.comments and line not in self.whole)


def headers(root):
    """The path of each header by its name, each behind those that it includes."""
    paths = {str(path.relative_to(root / base)): path for base in ROOTS for path in sorted((root / base).rglob("*.hpp"))}
    order, state = {}, set()

    def visit(name):
        if name in paths and name not in state:
            state.add(name)
            for included in re.findall(r"^#include <(ravel/[^>]+)>", paths[name].read_text(), re.M):
                visit(included)
            order[name] = paths[name]

    for name in sorted(paths):
        visit(name)
    return order
