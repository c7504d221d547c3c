// Checks before the start's long work that an address can be listened at, without listening: a proxy would send requests.
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { StartupError, sqlStateOf } from "../foundation/errors.ts";

export interface Binding {
  host: string;
  port: number;
  /** The environment variable of the port. */
  variable: "PORT" | "ADMIN_PORT";
}

/** A port whose owner does not accept in this time is found when the gateway listens. */
const CONNECT_MS = 1_000;

/** Throws a `StartupError` when the address is taken, of another machine, or forbidden. Port 0 is always free. */
export async function assertFree(binding: Binding): Promise<void> {
  if (binding.port === 0) return;
  await bindDatagrams(binding).catch((error: unknown) => {
    throw bindError(binding, error);
  });
  if (await isAccepting(binding)) throw bindError(binding, { code: "EADDRINUSE" });
}

/** The sentence for an error of the runtime. */
export function bindError({ host, port, variable }: Binding, error: unknown): StartupError {
  const code = sqlStateOf(error);
  const hostVariable = variable.replace("PORT", "HOST");
  if (code === "EADDRINUSE") {
    return new StartupError(`Port ${port} of ${host} is taken; set ${variable} (0 picks a free one).`, {
      nextStep: `stop the other program, which ss --listening --tcp --processes names, or set ${variable}`,
    });
  }
  const isUnknown = code === "ENOTFOUND" || code === "EAI_AGAIN";
  const isForbidden = code === "EACCES" || code === "EPERM";
  return new StartupError(
    `The gateway cannot listen at ${host}, port ${port} (${code}); set ${hostVariable} or ${variable}.`,
    {
      nextStep: isForbidden
        ? `set ${variable} to 1024 or more, or give the gateway's user the right to lower ports (CAP_NET_BIND_SERVICE)`
        : `set ${hostVariable} to an address that this machine has, ${isUnknown ? "without scheme and port, " : ""}such as 127.0.0.1 or 0.0.0.0`,
    },
  );
}

/** The address for connections from this machine to a listener at `host`. */
export function localHost(host: string): string {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
}

/** UDP refuses the same addresses and ports as TCP does, and has nobody who would connect. */
function bindDatagrams({ host, port }: Binding): Promise<void> {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
  return new Promise<void>((resolve, reject) => {
    // Another program's UDP port does not concern us.
    socket.once("error", (error) => (sqlStateOf(error) === "EADDRINUSE" ? resolve() : reject(error)));
    socket.bind(port, host, resolve);
  }).finally(() => socket.close());
}

function isAccepting({ host, port }: Binding): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: localHost(host), port });
    const end = (isTaken: boolean) => {
      socket.destroy();
      resolve(isTaken);
    };
    // Within the range of client ports the kernel may connect a socket to itself.
    socket.once("connect", () => end(socket.localPort !== port));
    socket.once("error", () => end(false));
    socket.setTimeout(CONNECT_MS, () => end(false));
  });
}
