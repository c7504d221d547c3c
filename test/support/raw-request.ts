// A client that sends a request as it is written, and gives back every byte: for what fetch would mend or hide.
import { connect } from "node:net";

export interface RawAnswer {
  /** 0 where no status line came. */
  status: number;
  head: string;
  /** Still in the transfer encoding. */
  body: string;
}

/** Sends head lines and a body; resolves when the server closes the connection. */
export function rawRequest(url: string, lines: readonly string[], body = ""): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${[...lines, `Host: ${hostname}:${port}`, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", (error: { code?: string }) => (error.code === "ECONNRESET" ? undefined : reject(error)));
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const head = end < 0 ? text : text.slice(0, end);
      resolve({
        status: Number(head.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0),
        head,
        body: end < 0 ? "" : text.slice(end + 4),
      });
    });
  });
}
