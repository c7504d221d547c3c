// An HTTP server in a vendor's place: keeps the JSON of every request and gives one response to all of them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "../../src/web/http/openapi-shapes.ts";

export interface RecordingServer {
  url: string;
  /** The JSON bodies, in the order received. */
  bodies: Json[];
  close(): Promise<void>;
}

export async function startRecordingServer(response: (path: string) => object): Promise<RecordingServer> {
  const bodies: Json[] = [];
  const server = createServer(async (request, reply) => {
    let text = "";
    for await (const part of request) text += part;
    bodies.push(JSON.parse(text) as Json);
    reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(response(request.url ?? "")));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: () => new Promise((done) => void server.close(() => done())),
  };
}
