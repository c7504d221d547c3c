// A provider for raw requests: two API hosts, one of them with a path, and a server in its place that streams.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { defineProvider, endpoint, one, type Provider, resource, t } from "../../src/plugin/index.ts";

const item = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: ({ id }) => ({ id, name: id }),
});

export const proxied = defineProvider({
  id: "proxied",
  name: "Proxied",
  docs: "https://docs.proxied.example/",
  baseUrl: { items: "https://api.proxied.example/v2", files: "https://files.proxied.example" },
  headers: { accept: "application/vnd.proxied+json", "proxied-version": "2026-01-01" },
  auth: {
    oauth2: {
      authorizationUrl: "https://proxied.example/authorize",
      tokenUrl: "https://proxied.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: {
    items: {
      read: { scopes: ["items:read"], description: "Read items." },
      write: { scopes: ["items:write"], description: "Make items." },
    },
    files: { read: { scopes: ["files:read"], description: "Read files." } },
  },
  identity: { upstream: "/me", resource: item },
  endpoints: {
    get_item: endpoint({
      method: "GET",
      path: "/item",
      permission: "items.read",
      description: "Get the item.",
      upstream: "/item",
      returns: one(item),
    }),
  },
}) as unknown as Provider;

export interface ProviderServer {
  url: string;
  /** Every request's line and headers, oldest first. */
  seen: { method: string; url: string; headers: Record<string, string | string[] | undefined> }[];
  /** Answers further requests; an empty 200 before it is set. */
  answer(how: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

export async function startProviderServer(): Promise<ProviderServer> {
  const seen: ProviderServer["seen"] = [];
  let how = (_: IncomingMessage, response: ServerResponse): void => void response.end();
  const server = createServer((request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    how(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer(next) {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Answers every request with a body of JSON, or of bytes. */
export const always =
  (status: number, headers: Record<string, string>, body = "") =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
