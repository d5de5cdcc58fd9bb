"""The mutants of a module: what mutmut's operators make of its source.

mutmut's own runner is not used. It mutates neither decorated functions nor what runs when a module is
imported, and its mutants come alive only after the import: tables that were filled by then stay right.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeAlias

import libcst as cst
import libcst.matchers as m
from attrs import evolve, frozen
from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators

Key: TypeAlias = tuple[str, str, str, str, int]


@frozen
class Mutant:
    """One change of a module: the characters from `start` to `end` of its source become `text`.

    It is known by `module`, `function` and the lines `was` and `now`, not by its place, so that it stays
    the same when the lines around it move.
    """

    module: str
    """As it is called within the package: `tausend.referee`."""
    imported: str
    """As it is imported."""
    path: Path
    function: str
    """The function or method of the module that holds it; "" for what runs on import, as a decorator or a
    default does."""
    was: str
    now: str
    lines: range
    start: int
    end: int
    text: str
    statement: range
    """The lines of the innermost statement that holds it: who reaches it has been in one of them."""
    nth: int = 1
    """Which it is of those in its function that change the same line in the same way."""

    @property
    def key(self) -> Key:
        """What the list of survivors knows it by."""
        return self.module, self.function, self.was, self.now, self.nth

    def source(self) -> str:
        """The module with the mutant in it."""
        code = self.path.read_text("utf-8")
        return code[: self.start] + self.text + code[self.end :]

    def shown(self) -> str:
        """As a small diff."""
        where = f"{self.module} {self.function or '(on import)'}"
        again = f", number {self.nth} of its kind" if self.nth > 1 else ""
        return "\n".join([f"{where}, line {self.lines.start}{again}", *_marked("-", self.was), *_marked("+", self.now)])


def _marked(sign: str, text: str) -> list[str]:
    return [f"  {sign} {line}" for line in text.split("\n")]


def mutants_of(module: str, imported: str, path: Path) -> list[Mutant]:
    """All mutants of a file, in the order of the source."""
    code = path.read_text("utf-8")
    wrapper = MetadataWrapper(cst.parse_module(code), unsafe_skip_copy=True)
    visitor = _Visitor(code, wrapper.module)
    wrapper.visit(visitor)
    statements = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.stmt)]
    spans = [range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in statements]
    found: dict[tuple[int, int, str], Mutant] = {}
    for function, start, end, text in visitor.found:
        mutant = _mutant(module, imported, path, code, function, *_least(code, start, end, text), spans)
        if mutant.was != mutant.now:
            found[mutant.start, mutant.end, mutant.text] = mutant
    return _numbered(sorted(found.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.text)))


def _numbered(mutants: Sequence[Mutant]) -> list[Mutant]:
    alike: Counter[Key] = Counter()
    numbered = []
    for mutant in mutants:
        alike[mutant.key] += 1
        numbered.append(evolve(mutant, nth=alike[mutant.key]))
    return numbered


def _least(code: str, start: int, end: int, text: str) -> tuple[int, int, str]:
    """The same change without what it leaves alone at both ends."""
    while start < end and text and code[start] == text[0]:
        start, text = start + 1, text[1:]
    while start < end and text and code[end - 1] == text[-1]:
        end, text = end - 1, text[:-1]
    return start, end, text


def _mutant(
    module: str,
    imported: str,
    path: Path,
    code: str,
    function: str,
    start: int,
    end: int,
    text: str,
    statements: Sequence[range],
) -> Mutant:
    first = code.rfind("\n", 0, start) + 1
    last = code.find("\n", end)
    was, now = code[first:last], code[first:start] + text + code[end:last]
    line = code.count("\n", 0, first) + 1
    lines = range(line, line + was.count("\n") + 1)
    around = [span for span in statements if span.start <= lines.start and lines.stop <= span.stop]
    statement = min(around, key=len, default=lines)
    return Mutant(module, imported, path, function, _plain(was), _plain(now), lines, start, end, text, statement)


def _plain(lines: str) -> str:
    """Lines without indentation."""
    return "\n".join([line.strip() for line in lines.split("\n") if line.strip()])


Found = tuple[str, int, int, str]

# what is there for the type checker only, or for readers
_ONLY_TYPES: Final = (
    m.Annotation()
    | m.Import()
    | m.ImportFrom()
    | m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias")))
    | m.Assign(value=m.Call(m.Name("TypeVar")))
    | m.Assign(value=m.Subscript(m.Name("tuple") | m.Name("dict") | m.Name("list")))
    | m.Call(m.Name("assert_never"))
    | m.If(test=m.Name("TYPE_CHECKING"))
    | m.SimpleStatementLine([m.Expr(m.SimpleString() | m.ConcatenatedString())])
    | m.FunctionDef(decorators=[m.ZeroOrMore(), m.Decorator(m.Name("overload")), m.ZeroOrMore()])
)


class _Visitor(cst.CSTVisitor):
    """Collects for each mutant: the function, where it starts and ends, what stands there instead."""

    METADATA_DEPENDENCIES = (WhitespaceInclusivePositionProvider,)

    def __init__(self, code: str, module: cst.Module) -> None:
        super().__init__()
        self.found: Final[list[Found]] = []
        self._code: Final = code
        self._module: Final = module
        self._starts: Final = [0, *accumulate([len(line) for line in code.splitlines(keepends=True)])]
        self._names: Final[list[str]] = []
        self._functions: Final[list[str]] = []
        # decorators and defaults run when a function is made, not when it is called
        self._early = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if m.matches(node, _ONLY_TYPES):
            return False
        if isinstance(node, cst.Decorator | cst.Param):
            self._early += 1
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self._functions.append(".".join(self._names))
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for mutated in operator(node):
                    self._add(node, mutated)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if m.matches(original_node, _ONLY_TYPES):
            return
        if isinstance(original_node, cst.Decorator | cst.Param):
            self._early -= 1
        if isinstance(original_node, cst.FunctionDef):
            self._functions.pop()
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self._names.pop()

    def _add(self, node: cst.CSTNode, mutated: cst.CSTNode) -> None:
        function = self._functions[0] if self._functions and not self._early else ""
        place = self.get_metadata(WhitespaceInclusivePositionProvider, node)
        start = self._starts[place.start.line - 1] + place.start.column
        end = self._starts[place.end.line - 1] + place.end.column
        text = self._module.code_for_node(mutated)
        if self._code[start:end] != self._module.code_for_node(node):
            # over several lines: the indentation is known to the whole module only
            changed = self._module.deep_replace(node, mutated)
            assert isinstance(changed, cst.Module)
            start, end, text = 0, len(self._code), changed.code
        self.found.append((function, start, end, text))
