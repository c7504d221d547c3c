// Whether another kind of server has the address of the database: the driver waits for the rest of what it takes for a message.
import { connect } from "node:net";

const RESPONSE_MS = 2_000;
/** After so long an end of a line follows, for which servers of other protocols wait. */
const LINE_AFTER_MS = 500;
/** SSLRequest of the protocol: a length of 8, and its code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** `S` and `N` stand alone, and an error is a longer message. */
const RESPONSES = /^(?:[SN]|E\0.+)$/s;

/** False where nothing comes, since that may be any server. */
export function isOtherServer(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "") || "localhost";
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 5432) });
    const line = setTimeout(() => socket.write("\r\n\r\n"), LINE_AFTER_MS);
    const end = (isOther: boolean) => {
      clearTimeout(line);
      socket.destroy();
      resolve(isOther);
    };
    socket.once("connect", () => socket.write(SSL_REQUEST));
    socket.once("data", (data) => end(!RESPONSES.test(data.toString("latin1"))));
    for (const name of ["error", "close"] as const) socket.once(name, () => end(false));
    socket.setTimeout(RESPONSE_MS, () => end(false));
  });
}
