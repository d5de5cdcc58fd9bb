"""JSON Schema (2020-12) of what the library reads and writes, and the same as TypeScript.

Both are derived from the classes that `cardrules.wire` reads and writes, with what these say of
their fields.
"""

from cardrules.schema.documents import KINDS, of
from cardrules.schema.typescript import typescript

__all__ = ["KINDS", "of", "typescript"]
