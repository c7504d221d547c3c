// Downloads and exports that are under way end with their right, at the replica that did not hear of it first, and break off.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  defineProvider,
  endpoint,
  field,
  file,
  type Provider,
  path as pathOf,
  record,
  resource,
  stream,
  t,
} from "../../src/plugin/index.ts";
import { type SignedIn, signedIn } from "../dashboard/browser.ts";
import { connected } from "../support/acme.ts";
import { LANES } from "../support/database.ts";
import type { TestGateway } from "../support/gateway.ts";
import { type ProviderServer, startProviderServer } from "../support/proxied-provider.ts";
import { startTwoGateways, type TwoGateways } from "../support/two-gateways.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);
/** The promise is a second; a busy machine may take longer, and the look by the minute much longer. */
const BOUND_MS = 10_000;
const NOON = Date.UTC(2030, 0, 15, 12);
/** Enough to fill what sockets hold. */
const MANY = 60_000;

const line = resource({
  raw: t.Object({ text: t.String() }),
  shape: t.Object({ text: t.String() }),
  map: ({ text }) => ({ text }),
});
/** Whatever a provider sends for long: files, items, raw responses. */
const lasting = defineProvider({
  id: "lasting",
  name: "Lasting",
  docs: "https://docs.lasting.example/",
  baseUrl: "https://api.lasting.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://lasting.example/authorize",
      tokenUrl: "https://lasting.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: { files: { read: { scopes: ["files:read"], description: "Read files." } } },
  identity: { upstream: "/me", resource: record({ id: field.id(), name: field.text() }) },
  endpoints: {
    get_file: endpoint({
      method: "GET",
      path: "/file",
      permission: "files.read",
      description: "Download the file.",
      run: async (_, upstream) => {
        const { body } = await upstream.open({ path: pathOf`/file` });
        return { id: "1", name: "notes.txt", mimeType: "text/plain", size: null, body };
      },
      returns: file(),
    }),
    list_lines: endpoint({
      method: "GET",
      path: "/lines",
      permission: "files.read",
      description: "Read the file line by line.",
      upstream: "/lines",
      returns: stream("lines", line, { format: "ndjson" }),
    }),
  },
}) as unknown as Provider;

const DOWNLOADS: [string, { path: string; accept: string; text: string }][] = [
  ["a raw download", { path: "/api/v1/lasting/proxy/x", accept: "*/*", text: "x".repeat(100_000) }],
  ["a file", { path: "/api/v1/lasting/file", accept: "application/octet-stream", text: "x".repeat(100_000) }],
  [
    "a stream of items",
    { path: "/api/v1/lasting/lines", accept: "application/x-ndjson", text: '{"text":"x"}\n'.repeat(100) },
  ],
];

for (const lane of LANES) {
  describe(`downloads and exports on ${lane}`, () => {
    let api: ProviderServer;
    let both: TwoGateways;
    let one: TestGateway;
    let two: TestGateway;
    beforeAll(async () => {
      api = await startProviderServer();
      both = await startTwoGateways({
        lane,
        plugins: [lasting],
        settings: { lasting: { clientId: "client", clientSecret: "secret", baseUrl: api.url } },
      });
      ({ one, two } = both);
    }, 60_000);
    afterAll(async () => {
      await both.close();
      await api.close();
    });

    test.each(DOWNLOADS)("S-39: %s breaks off at the other replica when its key is revoked", async (_, download) => {
      const { path, accept, text } = download;
      const { userId } = await connected(one, lasting);
      const permissions = ["files.read", "proxy.use"];
      const { key, id } = (await one.admin("POST", "/keys", { user: userId, permissions })).json.data;
      const provider = { isOver: false };
      api.answer((_request, response) => {
        response.writeHead(200, { "content-type": accept === "*/*" ? "text/plain" : accept });
        response.write(text);
        response.once("close", () => {
          provider.isOver = true;
        });
      });
      const response = await fetch(two.url + path, { headers: { authorization: `Bearer ${key}`, accept } });
      expect(response.status).toBe(200);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      expect(two.app.deps.longLived.watched()).toBe(1);
      let rest = "";
      const drain = async () => {
        for (let read = await reader.read(); !read.done; read = await reader.read())
          rest += new TextDecoder().decode(read.value);
      };
      let end: string | null = null;
      void drain().then(
        () => {
          // A stream of items says how it ended in its last line.
          end = /"error".*\n$/.test(rest) && !rest.includes('"end"') ? "broken off" : `complete: ${rest.slice(-200)}`;
        },
        () => {
          end = "broken off";
        },
      );
      await one.admin("DELETE", `/keys/${id}`);
      await until(() => end !== null, BOUND_MS);
      expect(String(end)).toBe("broken off");
      await until(() => provider.isOver && two.app.deps.longLived.watched() === 0, BOUND_MS);
    });

    const plantUsage = (userId: string) =>
      one.database.database.query(
        `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, provider, state, status, units, duration_ms)
         select gen_random_uuid(), $2::timestamptz - i * interval '1 second', $1, repeat('r', 100), 'GET', '/', 'github', 'done', 200, 1, 1
         from generate_series(1, ${MANY}) as i`,
        [userId, new Date(NOON).toISOString()],
      );
    const endOf = (response: Response) =>
      response.text().then(
        () => "complete",
        () => "broken off",
      );

    const ends: [string, (person: SignedIn) => Promise<unknown>][] = [
      ["its person is disabled", ({ personId }) => one.admin("PATCH", `/people/${personId}`, { disabled: true })],
      ["its person's sessions are ended", ({ personId }) => one.admin("DELETE", `/people/${personId}/sessions`)],
      [
        "its person no longer acts for the user",
        ({ personId, userId }) => one.admin("DELETE", `/people/${personId}/users/${userId}`),
      ],
    ];

    test("S-39: an export of everything breaks off at the other replica when its key is revoked", async () => {
      const { userId } = await connected(one, lasting);
      await plantUsage(userId);
      const { key, id } = (await one.admin("POST", "/keys", { user: userId, permissions: ["gateway:export.read"] }))
        .json.data;
      const response = await fetch(`${two.url}/api/v1/export`, { headers: { authorization: `Bearer ${key}` } });
      expect(response.status).toBe(200);
      expect(two.app.deps.longLived.count("export")).toBe(1);
      await one.admin("DELETE", `/keys/${id}`);
      await until(() => two.app.deps.longLived.count("export") === 0, BOUND_MS);
      expect(await endOf(response)).toBe("broken off");
    });

    test.each(ends)(
      "S-39: an export breaks off at the other replica, and gives its slot back, when %s",
      async (_, lose) => {
        const person = await signedIn(one);
        await plantUsage(person.userId);
        const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const path = `/settings/usage/export.csv?since=2030-01-01T00:00:00Z&until=2030-02-01T00:00:00Z`;
        const response = await fetch(two.url + path, { headers: { cookie } });
        expect(response.status, response.headers.get("location") ?? "").toBe(200);
        expect(two.app.deps.longLived.count("export")).toBe(1);
        await lose(person);
        await until(() => two.app.deps.longLived.count("export") === 0, BOUND_MS);
        expect(await endOf(response)).toBe("broken off");
      },
    );
  });
}
