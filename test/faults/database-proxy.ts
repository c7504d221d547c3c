// A TCP proxy between a gateway and its Postgres that a test can hang, cut and restore.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string;
  /** Accepts connections and bytes but forwards nothing, like a stopped server. */
  hang(): void;
  /** Closes every connection and refuses new ones, like a restarting server. */
  cut(): void;
  /** Forwards the buffered bytes and everything after them. */
  mend(): void;
  close(): Promise<void>;
}

/** Listens on a free loopback port and forwards to the server of `target`. */
export async function databaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: "whole" | "hanging" | "cut" = "whole";
  let pending: (() => void)[] = [];
  const pass = (work: () => void) => (state === "hanging" ? pending.push(work) : work());
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
      pending = [];
      end();
    },
    mend() {
      state = "whole";
      for (const work of pending.splice(0)) work();
    },
    close: () =>
      new Promise((resolve) => {
        state = "cut";
        server.close(() => resolve());
        end();
      }),
  };
}
