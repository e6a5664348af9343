# SPDX-License-Identifier: BSL-1.0
"""The public declarations of Ravel's headers, read without a compiler: macros that stamp functions are expanded, bodies are skipped, and each
declaration keeps the comments that explain it. A name is public in namespace ravel and in those inside it, but for detail and adl_barrier,
whichever header declares it."""
import re
from dataclasses import dataclass, field

from .source import ATTRIBUTE, OPENS, CLOSES, WORD, Header, Macros, closing, headers

PRIVATE = ("detail", "adl_barrier", "brought_along", "std")


@dataclass
class Declaration:
    """Tokens are pairs of a text and the line it stands in, which for stamped functions is that of the macro's call."""

    kind: str  # function, guide, type, enum, concept, alias, constant or macro
    name: str
    header: str
    line: int
    scope: tuple = ()  # the namespaces behind ravel
    templates: list = field(default_factory=list)  # the tokens between < and > of each template head
    constraint: list = field(default_factory=list)
    tokens: list = field(default_factory=list)  # up to the body, the value or the semicolon
    comment: str = ""  # above it or behind it
    group: str = ""  # of the lines without a gap that it belongs to
    deleted: bool = False
    members: list = field(default_factory=list)
    value: list = field(default_factory=list)
    parameters: tuple = ()  # where the tokens have its parentheses, for a function
    specialised: bool = False  # or the definition of a member: says nothing new
    private: bool = False


class Parser:
    def __init__(self, header, name, macros):
        self.header, self.name, self.macros = header, name, macros
        self.tokens, self.k, self.found = list(header.tokens), 0, []
        self.last, self.group, self.waiting = 0, "", list(header.directives)

    def text(self):
        """The token at hand, after directives above it and with macros expanded."""
        while self.k < len(self.tokens):
            while self.waiting and self.waiting[0][0] < self.tokens[self.k][1]:
                line, directive = self.waiting.pop(0)
                self.macros.read(directive)
            if not self.macros.expand(self.tokens, self.k):
                return self.tokens[self.k][0]
        return ""

    def take(self):
        self.text()
        self.k += 1
        return self.tokens[self.k - 1]

    def skip_braces(self):
        self.k = closing(self.tokens, self.k) + 1

    def bracketed(self):
        """The tokens in the angle brackets at hand."""
        start, depth = self.k, 0
        while True:
            text = self.take()[0]
            if text in OPENS:
                self.k -= 1
                self.skip_braces()
            depth += (text == "<") - (text == ">")
            if depth == 0:
                return self.tokens[start + 1 : self.k - 1]

    def constraint(self):
        """The tokens of the constraint behind `requires`."""
        start = self.k
        while True:
            while self.text() == "!":
                self.k += 1
            if self.text() == "requires":
                self.k += 1
                while self.text() in ("(", "{"):
                    closes = self.text() == "{"
                    self.skip_braces()
                    if closes:
                        break
            elif self.text() == "(":
                self.skip_braces()
            else:
                self.take()
                while self.text() in ("::", "<"):
                    if self.text() == "<":
                        self.bracketed()
                    else:
                        self.k += 2
            if self.text() not in ("&&", "||"):
                return self.tokens[start : self.k]
            self.k += 1

    def parse(self, scope=(), private=False, of=None):
        """Reads declarations until the brace that ends a namespace, or a class, whose name is `of`."""
        found = []
        while self.text():
            text = self.text()
            if text == "}":
                return found
            if text in ("public", "private", "protected") and self.tokens[self.k + 1][0] == ":":
                private = text != "public"
                self.k += 2
            elif text == "namespace" or (text == "inline" and self.tokens[self.k + 1][0] == "namespace"):
                self.namespace(scope, private)
            elif text == ";":
                self.k += 1
            else:
                declaration = self.declaration(scope, of)
                if declaration and not (private and of):
                    declaration.private = private
                    found.append(declaration)
                    if of is None:
                        self.found.append(declaration)
        return found

    def namespace(self, scope, private):
        names = []
        while self.text() != "{":
            text = self.take()[0]
            if text == "=":  # an alias
                while self.take()[0] != ";":
                    pass
                return
            if text not in ("namespace", "inline", "::"):
                names.append(text)
        self.k += 1
        inside = (*scope, *names)
        if inside[:1] == ("ravel",) or not inside:
            self.parse(inside, private or any(name in PRIVATE for name in inside))
        else:
            self.parse(inside, True)
        self.k += 1

    def declaration(self, scope, of):
        self.text()
        start, line = self.k, self.tokens[self.k][1]
        item = Declaration("", "", self.name, line, scope[1:])
        while self.text() == "template":
            self.k += 1
            if self.text() != "<":  # an explicit instantiation
                self.statement()
                return None
            item.templates.append(self.bracketed())
            if self.text() == "requires":
                self.k += 1
                item.constraint += self.constraint()
        self.attributes()
        text = self.text()
        if text == "extern" and self.tokens[self.k + 2][0] == "{":  # "C", of other libraries
            self.k += 2
            self.skip_braces()
            return None
        if text in ("static_assert", "extern"):
            self.statement()
            return None
        if text == "friend":
            self.k += 1
        if text in ("class", "struct", "union", "enum"):
            complete = self.type(item, scope)
        else:
            complete = self.other(item, of)
        last = self.tokens[self.k - 1][1]
        self.explain(item, line, item.tokens[-1][1] if item.tokens else line, last)
        return item if complete and item.name else None

    def explain(self, item, first, head, last):
        """The comments of a declaration, and that of its group: of lines without a gap."""
        above_line, above = self.header.above(first)
        if above or not self.header.blank.isdisjoint(range(self.last + 1, above_line)):
            self.group = above
        if item.kind in ("constant", "alias") or head == first:
            head = last if item.kind != "type" else first
        item.comment = "\n".join(filter(None, (above, self.header.behind(first, head))))
        item.group = self.group
        self.last = last

    def attributes(self):
        while self.text() == "[" or ATTRIBUTE.match(self.text()):
            if self.text() == "[":
                self.skip_braces()
            else:
                self.k += 1

    def statement(self):
        """Skips to the semicolon."""
        while self.take()[0] != ";":
            if self.tokens[self.k - 1][0] in OPENS:
                self.k -= 1
                self.skip_braces()

    def type(self, item, scope):
        """A class or an enumeration; False if this only says that there is one, or defines a member of another."""
        item.kind = "enum" if self.text() == "enum" else "type"
        start = self.k
        while self.text() in ("class", "struct", "union", "enum"):
            self.k += 1
        self.attributes()
        item.name = self.take()[0]
        nested = self.text() == "::"
        while self.text() not in ("{", ";"):
            if self.text() == "<":
                self.bracketed()
            else:
                self.k += 1
        item.tokens = [token for token in self.tokens[start : self.k] if not ATTRIBUTE.match(token[0])]
        complete = self.text() == "{" and not nested
        if self.text() == "{" and item.kind == "enum":
            end = closing(self.tokens, self.k)
            item.value = self.tokens[self.k + 1 : end]
            self.k = end + 1
        elif self.text() == "{":
            self.k += 1
            around, self.group, self.last = (self.group, self.last), "", 0
            item.members = self.parse(scope, item.tokens[0][0] == "class", item.name)
            self.group, self.last = around
            self.k += 1
        self.statement()
        return complete

    def other(self, item, of):
        """A function, a constant, an alias or a concept; False for a specialisation, or the body of a member."""
        start = self.k
        if self.text() in ("using", "concept", "typedef"):
            self.alias(item)
            return item.name != "namespace"
        self.head(item)
        item.tokens = self.tokens[start : self.k]
        texts = [text for text, _ in item.tokens]
        if item.kind == "function" and "->" in texts and texts[0] == item.name and of is None:
            item.kind = "guide"
        if self.text() == ":":
            self.initializers()
        value = self.k + 1
        if self.text() == "{":
            self.skip_braces()
            if item.kind == "function":
                return not item.specialised
        item.deleted = self.text() == "=" and self.tokens[value][0] == "delete"
        self.statement()
        item.value = self.tokens[value : self.k - 1]
        return not item.specialised

    def alias(self, item):
        item.kind = "concept" if self.take()[0] == "concept" else "alias"
        start = self.k - 1
        item.name = self.take()[0]
        while self.text() in ("::", "<"):  # a name that is brought in
            if self.text() == "<":
                self.bracketed()
            else:
                self.k += 1
                item.name = self.take()[0]
        if item.name == "operator":
            item.name += self.take()[0]
        end = self.k
        self.statement()
        item.tokens, item.value = self.tokens[start:end], self.tokens[end + 1 : self.k - 1]

    def head(self, item):
        """Goes to what follows the name of a constant or the parameters of a function."""
        start, item.kind = self.k, "constant"
        while self.text() not in ("", ";", "{", "=") and not (self.text() == ":" and item.kind == "function"):
            text, before = self.text(), self.tokens[self.k - 1][0]
            if text == "operator":
                self.operator_name(item)
            elif text == "<" and WORD.match(before):
                self.bracketed()
                item.specialised |= item.kind == "constant" and self.text() in ("=", "{", ";")
            elif text == "requires":
                self.k += 1
                item.constraint += self.constraint()
            elif text == "(":
                if item.kind == "constant" and before not in ("explicit", "decltype", "alignas"):
                    item.kind = "function"
                    item.specialised |= not item.name and self.tokens[self.k - 2][0] == "::"
                    item.name = item.name or before
                    item.parameters = (self.k - start, self.parenthesis() - start)
                else:
                    self.parenthesis()
            elif text == "[":
                self.skip_braces()
            else:
                self.k += 1
        if item.kind == "constant":
            item.name = self.tokens[self.k - 1][0]

    def operator_name(self, item):
        item.specialised |= self.tokens[self.k - 1][0] == "::"
        self.k += 1
        item.name = "operator"
        while self.text() != "(" or item.name == "operator":
            text = self.take()[0]
            if text in ("(", "["):
                text += self.take()[0]
            item.name += " " * bool(WORD.match(text) and WORD.search(item.name[-1:] or " ")) + text

    def initializers(self):
        """Goes behind what a constructor initializes."""
        while self.text() in (":", ","):
            while self.text() not in ("(", "{"):
                if self.text() == "<":
                    self.bracketed()
                else:
                    self.k += 1
            self.skip_braces()
            self.k += self.text() == "..."

    def parenthesis(self):
        """Goes behind the parenthesis that closes the one at hand; gives its place."""
        depth = 0
        while True:
            text = self.take()[0]
            depth += (text in OPENS) - (text in CLOSES)
            if depth == 0:
                return self.k - 1


def macro_declarations(name, header):
    """Macros that this header leaves to users, with their comments."""
    for line, directive in header.directives:
        match = re.match(r"\s*#\s*define\s+((RAVEL_\w+)(?:\([^)]*\))?)", directive)
        if match and not any(re.match(rf"\s*#\s*undef\s+{match[2]}\b", other) for _, other in header.directives):
            comment = header.above(line)[1]
            yield Declaration("macro", match[2], name, line, tokens=[(match[1], line)], comment=comment, group=comment)


def declarations(root):
    """All declarations in namespaces, and the headers by name."""
    macros, found, read = Macros(), [], {}
    for name, path in headers(root).items():
        read[name] = Header(path)
        parser = Parser(read[name], name, macros)
        try:
            parser.parse()
        except IndexError as wrong:
            at = parser.tokens[min(parser.k, len(parser.tokens) - 1)]
            raise SystemExit(f"{name}:{at[1]}: cannot read this header at {at[0]}") from wrong
        for _, directive in parser.waiting:
            macros.read(directive)
        found += parser.found + list(macro_declarations(name, read[name]))
    return found, read
