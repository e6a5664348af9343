# SPDX-License-Identifier: BSL-1.0
"""Pretty printers of gdb for Ravel: shape, dims, readers, tensors, data of run-time types, tables and index sets.

`source ravel.py` in gdb, or in ~/.gdbinit, registers them. They read the memory of the program and of core files. Elements are shown
where they lie in memory; what is computed is named and never run. Only index sets call the library, so that a core file has their
address alone.
"""
import struct

import gdb
import gdb.printing

# Where the parts of a node stand, in bytes, since the library may have no debug information. check.gdb compares them with a build.
NODE_SIZE, NODE_DATA, NODE_STEP = 16, 56, 64
TENSOR_MAP, TENSOR_BASE = 96, 128

# The run-time types in the order of enum dtype: name, type in C++, bytes.
DTYPES = [("bool", "bool", 1), ("int8", "signed char", 1), ("int16", "short", 2), ("int32", "int", 4), ("int64", "long", 8),
          ("uint8", "unsigned char", 1), ("uint16", "unsigned short", 2), ("uint32", "unsigned int", 4), ("uint64", "unsigned long", 8),
          ("float32", "float", 4), ("float64", "double", 8), ("complex64", None, 8), ("complex128", None, 16), ("other", None, 0),
          ("string", "std::string", 32), ("float16", None, 2), ("bfloat16", None, 2)]


def word(address):
    """The signed number of eight bytes at an address."""
    return struct.unpack("<q", gdb.selected_inferior().read_memory(address, 8).tobytes())[0]


def dtype_name(element):
    """As ravel::name says it, or the type itself."""
    plain = element.strip_typedefs().unqualified()
    kinds = {gdb.TYPE_CODE_INT: "int", gdb.TYPE_CODE_FLT: "float", gdb.TYPE_CODE_BOOL: "bool", gdb.TYPE_CODE_CHAR: "int"}
    kind = kinds.get(plain.code)
    if kind == "bool":
        return kind
    if kind == "int":
        return ("int" if int(gdb.Value(-1).cast(plain)) < 0 else "uint") + str(8 * plain.sizeof)
    if kind == "float":
        return "float" + str(8 * plain.sizeof)
    name = str(plain)
    if name.startswith("std::complex<"):
        return "complex" + str(8 * plain.sizeof)
    if "basic_string<" in name:
        return "string"
    return name.replace("ravel::", "")


def small_vector(value):
    held = value["m_holder"]
    return [held["m_start"][k] for k in range(int(held["m_size"]))]


def extents(shape):
    return [int(n) for n in small_vector(shape["extents_"])]


def bracketed(numbers):
    return "[" + " ".join(str(n) for n in numbers) + "]"


class Layer:
    """A layer of an index map: addresses as the library computes them, and None where they depend on lists of positions."""

    def __init__(self, value):
        self.base, self.extents = int(value["base"]), extents(value["extents"])
        modes, ends = small_vector(value["modes"]), [0] + [int(n) for n in small_vector(value["ends"])]
        self.axes = [[{k: int(mode[k]) for k in ("extent", "period", "offset", "stride")} | {"chosen": int(mode["chosen"]["_M_ptr"]) != 0}
                      for mode in modes[ends[k]:ends[k + 1]]] for k in range(len(self.extents))]
        below = value["below"]["_M_ptr"]
        self.below = Layer(below.dereference()) if int(below) else None

    def size(self):
        product = 1
        for extent in self.extents:
            product *= extent
        return product

    def address(self, position):
        address = self.base
        for extent, axis in zip(reversed(self.extents), reversed(self.axes)):
            index, position = position % extent, position // extent
            for mode in reversed(axis):
                digit, index = index % mode["extent"], index // mode["extent"]
                if mode["chosen"]:
                    return None
                address += mode["stride"] * ((digit + mode["offset"]) % mode["period"])
        return self.below.address(address) if self.below else address

    def strides(self):
        """One number for each axis, where that says all."""
        plain = all(len(axis) <= 1 and not any(m["chosen"] or m["offset"] or m["period"] != m["extent"] for m in axis) for axis in self.axes)
        return None if self.below or not plain else [axis[0]["stride"] if axis else 0 for axis in self.axes]

    def text(self):
        strides = self.strides()
        if strides is None:
            return bracketed(self.extents) + ", by an index map"
        return f"{bracketed(self.extents)}, strides {bracketed(strides)}, first address {self.base}"


class Node:
    """A node behind a handle: its size, and its memory if it lends some."""

    def __init__(self, address):
        self.address = address
        self.size, self.data, self.step = (word(address + k) for k in (NODE_SIZE, NODE_DATA, NODE_STEP))

    def kind(self):
        """The class of the node without its arguments: "fused_node"."""
        symbol = gdb.execute(f"info symbol {word(self.address)}", to_string=True)
        name = symbol.split("vtable for ", 1)[-1].split("<", 1)[0].split(" +", 1)[0]
        return name.rsplit("::", 1)[-1].strip() if "vtable for" in symbol else "a node"


class Elements:
    """Elements at addresses of memory, each as a value of gdb."""

    def __init__(self, first, step, bytes_each, value_of):
        self.first, self.step, self.bytes_each, self.value_of = first, step, bytes_each, value_of

    def at(self, index):
        return self.value_of(self.first + index * self.step * self.bytes_each)


def values_of_type(element):
    plain = element.strip_typedefs().unqualified()
    value_at = lambda address: gdb.Value(address).cast(plain.pointer()).dereference()
    is_small = plain.sizeof == 1 and plain.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR)  # a number, and no character
    return (lambda address: int(value_at(address))) if is_small else value_at


def values_of_dtype(code):
    name, spelled, _ = DTYPES[code]
    if spelled:
        return values_of_type(gdb.lookup_type(spelled))
    memory = lambda address, n: gdb.selected_inferior().read_memory(address, n).tobytes()
    parts = {"complex64": ("<ff", 8), "complex128": ("<dd", 16)}.get(name)
    if parts:
        return lambda address: "{0:g}{1:+g}i".format(*struct.unpack(parts[0], memory(address, parts[1])))
    if name == "float16":
        return lambda address: "{:g}".format(struct.unpack("<e", memory(address, 2))[0])
    if name == "bfloat16":
        return lambda address: "{:g}".format(struct.unpack("<f", b"\0\0" + memory(address, 2))[0])
    return lambda address: "?"


class HandlePrinter:
    """A reader or a tensor: kind, element type, shape, and the elements that lie in memory."""

    def __init__(self, label, dtype, bytes_each, value_of, node, shaped):
        self.label, self.dtype, self.elements, self.count, self.why = label, dtype, None, 0, ""
        self.address = lambda index: index
        if node == 0:
            self.shown, self.why = "[0]", ", nothing bound"
            return
        node = Node(node)
        self.count, self.shown = node.size, bracketed([node.size])
        if shaped:
            # dims: a pointer to its top layer
            layer = Layer(gdb.Value(word(node.address + TENSOR_MAP)).cast(gdb.lookup_type("ravel::layer").pointer()).dereference())
            self.shown, node = bracketed(layer.extents), Node(word(node.address + TENSOR_BASE))
            self.address = layer.address
        if node.data:
            self.elements = Elements(node.data, node.step, bytes_each, value_of)
        else:
            self.why = f", computed by {node.kind()}"
        if self.elements and self.count and self.address(0) is None:
            self.elements, self.why = None, ", at chosen positions"

    def to_string(self):
        return f"{self.label}<{self.dtype}>{self.shown}{self.why}"

    def children(self):
        for index in range(self.count if self.elements else 0):
            yield f"[{index}]", self.elements.at(self.address(index))

    def display_hint(self):
        return "array"


def shared_node(value):
    return int(value["node_"]["_M_ptr"])


def typed_printer(value, label, shaped):
    element = value.type.strip_typedefs().unqualified().template_argument(0)
    return HandlePrinter("ravel::" + label, dtype_name(element), element.sizeof, values_of_type(element), shared_node(value), shaped)


def any_printer(value, label):
    held = value["values_"] if label == "any_reader" else value
    code, node = int(held["type_"]), shared_node(held)
    return HandlePrinter("ravel::" + label, DTYPES[code][0], DTYPES[code][2], values_of_dtype(code), node, True)


class TextPrinter:
    def __init__(self, text):
        self.text = text

    def to_string(self):
        return self.text


class TablePrinter:
    """The size of a table, and each column under its name."""

    def __init__(self, value):
        self.content = value["held_"]["_M_ptr"]

    def columns(self):
        if int(self.content) == 0:
            return []
        first = lambda vector: vector["_M_impl"]["_M_start"]
        names, columns = self.content["names"], self.content["columns"]
        count = int(names["_M_impl"]["_M_finish"] - first(names))
        return [(first(names)[k], first(columns)[k]) for k in range(count)]

    def to_string(self):
        columns = self.columns()
        rows = int(self.content["size"]) if columns else 0
        counted = lambda n, word: f"{n} {word}" + ("" if n == 1 else "s")
        return f"ravel::any_table[{counted(rows, 'row')} {counted(len(columns), 'column')}]"

    def children(self):
        for name, column in self.columns():
            yield name["_M_dataplus"]["_M_p"].string(length=int(name["_M_string_length"])), column


class SetPrinter:
    """The size of a set and its members, which the library is asked for."""

    most = 200

    def __init__(self, value):
        self.empty, self.address = int(value["kept_"]["_M_ptr"]) == 0, int(value.address) if value.address is not None else 0
        self.size = 0 if self.empty else self.ask("size() const", "long (*)(const void*)")

    def ask(self, function, signature, *arguments):
        call = ", ".join(str(a) for a in (f"(const void*){self.address}", *arguments))
        try:
            return int(gdb.parse_and_eval(f"(({signature})'ravel::index_set::{function}')({call})"))
        except gdb.error:  # a core file, or a program that does not ask sets
            return None

    def to_string(self):
        return "ravel::index_set" + ("" if self.size is None else f"[{self.size}]")

    def children(self):
        for rank in range(min(self.size or 0, self.most)):
            yield f"[{rank}]", self.ask("select(ravel::index_arg) const", "long (*)(const void*, long)", rank)

    def display_hint(self):
        return "array"


def dims_text(value):
    return "ravel::dims" + Layer(value["top_"]["_M_ptr"].dereference()).text()


def printers():
    made = gdb.printing.RegexpCollectionPrettyPrinter("ravel")
    made.add_printer("shape", "^ravel::shape$", lambda v: TextPrinter("ravel::shape" + bracketed(extents(v))))
    made.add_printer("ints", "^ravel::ints$", lambda v: TextPrinter("ravel::ints" + bracketed(int(n) for n in small_vector(v["values_"]))))
    made.add_printer("dims", "^ravel::dims$", lambda v: TextPrinter(dims_text(v)))
    for label in ("reader", "writer", "buffer"):
        made.add_printer(label, f"^ravel::{label}<.*>$", lambda v, label=label: typed_printer(v, label, False))
    made.add_printer("tensor", "^ravel::tensor<.*>$", lambda v: typed_printer(v, "tensor", True))
    made.add_printer("any_tensor", "^ravel::any_tensor$", lambda v: any_printer(v, "any_tensor"))
    made.add_printer("any_reader", "^ravel::any_reader$", lambda v: any_printer(v, "any_reader"))
    made.add_printer("any_table", "^ravel::any_table$", TablePrinter)
    made.add_printer("index_set", "^ravel::index_set$", SetPrinter)
    return made


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
