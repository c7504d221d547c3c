// A wire between a gateway and its Postgres that a test can hang, cut and mend, without touching the server itself.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface DatabaseProxy {
  /** The database's URL through the wire. */
  url: string;
  /** Takes connections and bytes, but passes nothing on, as a stopped server does. */
  hang(): void;
  /** Ends every connection and refuses new ones, as a server that restarts does. */
  cut(): void;
  /** Passes on what was held back, and everything from now on. */
  mend(): void;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback address and passes on to the server of `target`. */
export async function databaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: "whole" | "hanging" | "cut" = "whole";
  let held: (() => void)[] = [];
  const pass = (work: () => void) => (state === "hanging" ? held.push(work) : work());
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (bytes) => pass(() => to.write(bytes)));
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      pass(() => to.destroy());
    });
  };
  const server = createServer((near) => {
    if (state === "cut") return near.destroy();
    const far = connect(Number(port), hostname);
    join(near, far);
    join(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    hang() {
      state = "hanging";
    },
    cut() {
      state = "cut";
      held = [];
      end();
    },
    mend() {
      state = "whole";
      for (const work of held.splice(0)) work();
    },
    close: () =>
      new Promise((resolve) => {
        state = "cut";
        server.close(() => resolve());
        end();
      }),
  };
}
