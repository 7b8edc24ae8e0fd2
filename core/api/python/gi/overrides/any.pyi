# All other parts of gi, which have no types here.
from typing import Any

def __getattr__(name: str) -> Any: ...
