"""Starts the server: `python examples/web --port 8000`."""

from __future__ import annotations

import argparse
import contextlib
import socket

import uvicorn
from webtable.app import create_app
from webtable.protocol import LARGEST


class Server(uvicorn.Server):
    """A server that says where it is, once it listens."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listener in server.sockets:
                host, port = listener.getsockname()[:2]
                print(f"http://{f'[{host}]' if ':' in host else host}:{port}/", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python examples/web", description="Card tables in the browser.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000, help="0: any that is free")
    parser.add_argument("--pause", type=float, default=0.8, help="seconds that a computer seems to think")
    parser.add_argument(
        "--allow-host", nargs="*", default=[], metavar="NAME", help="by which it is reached, beside localhost"
    )
    asked = parser.parse_args()
    app = create_app(pause=asked.pause, hosts=[asked.host, *asked.allow_host])
    # a larger frame is closed before it is read; `webtable.app` closes it with any other server too
    config = uvicorn.Config(app, asked.host, asked.port, ws_max_size=LARGEST, log_level="warning")
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run()


if __name__ == "__main__":
    main()
