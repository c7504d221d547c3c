// A collector for tests: takes OTLP over HTTP, decompresses it, and finds texts in its protobuf.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export interface OtlpReceiver {
  url: string;
  /** The bodies of a signal as Latin-1: each text of a protobuf message stands in it as it is. */
  received(signal: "traces" | "logs"): string;
  headers: string[];
  close(): Promise<void>;
}

export async function otlpReceiver(): Promise<OtlpReceiver> {
  const bodies: { path: string; text: string }[] = [];
  const headers: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const bytes = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
      bodies.push({ path: request.url ?? "", text: bytes.toString("latin1") });
      headers.push(JSON.stringify(request.headers));
      response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: (signal) =>
      bodies
        .filter(({ path }) => path === `/v1/${signal}`)
        .map(({ text }) => text)
        .join("\n"),
    headers,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
