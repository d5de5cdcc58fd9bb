"""Starts the server: `python examples/web --port 8000`."""

from __future__ import annotations

import argparse

import uvicorn
from webtable.app import create_app
from webtable.protocol import LARGEST


def main() -> None:
    parser = argparse.ArgumentParser(prog="python examples/web", description="A table for cards in the browser.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--pause", type=float, default=0.8, help="seconds that a computer seems to think")
    asked = parser.parse_args()
    uvicorn.run(
        create_app(pause=asked.pause), host=asked.host, port=asked.port, ws_max_size=LARGEST, log_level="warning"
    )


if __name__ == "__main__":
    main()
