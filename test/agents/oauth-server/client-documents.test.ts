// Clients that describe themselves at an address: only what stands there on the public internet counts, within bounds.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { createClientDocuments, isDocumentId } from "../../../src/agents/oauth-server/client-documents.ts";
import type { AppError } from "../../../src/foundation/errors.ts";
import type { Network } from "../../../src/foundation/network/pinned-fetch.ts";
import { signedIn } from "../../dashboard/browser.ts";
import { type Receiver, startReceiver } from "../../events/webhooks/receiver.ts";
import { type Certificates, makeCertificates } from "../../support/certificates.ts";
import { testClock } from "../../support/clock.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { authorizePath, callAsClient, granted, pkce, REDIRECT } from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);
const HOST = "hooks.example.com";

describe("documents of clients", () => {
  let certificates: Certificates;
  let site: Receiver;
  beforeAll(async () => {
    certificates = makeCertificates();
    site = await startReceiver(certificates.right);
  }, 60_000);
  afterAll(() => site.close());
  const network = (more: Partial<Network> = {}): Partial<Network> => ({
    policy: { environment: "production", webhooksAllowPrivate: true },
    resolve: async () => ["127.0.0.1"],
    ca: certificates.ca,
    timeoutMs: 2_000,
    ...more,
  });
  const config = { environment: "production" } as never;
  const documents = (more: Partial<Network> = {}, clock = testClock()) =>
    createClientDocuments({ clock, config }, network(more));
  const idOf = (path = "/client.json") => `https://${HOST}:${site.port}${path}`;
  const serve = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
    site.respondWith((_, response: ServerResponse) => {
      const bytes = Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body);
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(bytes);
    });
  const right = (more: Record<string, unknown> = {}) => ({
    client_id: idOf(),
    client_name: "Editor",
    redirect_uris: [REDIRECT],
    ...more,
  });
  const failure = async (more: Partial<Network> = {}, id = idOf()) =>
    ((await rejection(documents(more).read(id))) as AppError).message;

  test("an address is https with a path, and written as it is parsed", () => {
    for (const id of ["https://a.example.com/c", "https://a.example.com:8443/c.json?v=1"])
      expect([id, isDocumentId(id)]).toEqual([id, true]);
    for (const id of [
      "http://a.example.com/c",
      "https://a.example.com",
      "https://a.example.com/",
      "https://A.example.com/c",
      "https://a.example.com/x/../c",
      "https://a.example.com:443/c",
      "https://a.example.com/c d",
      "mcp_client_1",
    ])
      expect([id, isDocumentId(id)]).toEqual([id, false]);
  });

  test("the document is read at the checked address, and for five minutes not again", async () => {
    serve(right());
    const clock = testClock();
    const read = documents({}, clock);
    const before = site.received.length;
    const all = await Promise.all(Array.from({ length: 5 }, () => read.read(idOf())));
    expect(all[0]).toEqual({ name: "Editor", redirectUris: [REDIRECT] });
    await read.read(idOf());
    expect(site.received.length - before).toBe(1);
    expect(site.received.at(-1)).toMatchObject({ servername: HOST, path: "/client.json" });
    clock.move(5 * 60_000);
    await read.read(idOf());
    expect(site.received.length - before).toBe(2);
  });

  test("S-33: addresses that are not public are refused before anything is sent", async () => {
    const before = site.received.length;
    const policy = { environment: "production", webhooksAllowPrivate: false } as const;
    for (const address of [
      "127.0.0.1",
      "169.254.169.254",
      "10.0.0.1",
      "::1",
      "fd00::1",
      "::ffff:127.0.0.1",
      "100.64.0.1",
    ]) {
      const resolve = async () => [address];
      expect([address, await failure({ policy, resolve })]).toEqual([
        address,
        expect.stringContaining("not on the public"),
      ]);
    }
    const mixed = async () => ["93.184.215.14", "127.0.0.1"];
    expect(await failure({ policy, resolve: mixed })).toContain("not on the public");
    for (const host of ["127.0.0.1", "169.254.169.254", "[::1]"])
      expect(await failure({ policy }, `https://${host}/c.json`)).toContain("not on the public");
    expect(site.received.length).toBe(before);
  });

  test("S-33: a name is looked up once: what it resolves to later is not dialled", async () => {
    serve(right());
    let lookups = 0;
    const resolve = async () => {
      lookups++;
      return lookups === 1 ? ["127.0.0.1"] : ["169.254.169.254"];
    };
    await documents({ resolve }).read(idOf());
    expect(lookups).toBe(1);
  });

  test("a document that is huge, slow, elsewhere or no JSON is refused", async () => {
    serve(right({ padding: "a".repeat(70_000) }));
    expect(await failure()).toContain("larger than 64 KB");
    site.respondWith((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" ".repeat(16_384)), 1);
      response.on("close", () => clearInterval(timer));
    });
    expect(await failure()).toContain("larger than 64 KB");
    site.respondWith(() => {});
    expect(await failure({ timeoutMs: 200 })).toContain("too long");
    site.respondWith((_, response) => void response.writeHead(200, { "content-type": "application/json" }).write("{"));
    expect(await failure({ timeoutMs: 200 })).toContain("too long");
    serve(right(), { location: idOf("/other.json") }, 302);
    expect(await failure()).toContain("not followed");
    serve(right(), {}, 404);
    expect(await failure()).toContain("not found");
    serve(right(), { "content-type": "text/html" });
    expect(await failure()).toContain("not plain JSON");
    serve(gzipSync(JSON.stringify(right())), { "content-encoding": "gzip" });
    expect(await failure()).toContain("not plain JSON");
    for (const body of ["{", "[]", "null", '"text"']) {
      serve(body);
      expect([body, await failure()]).toEqual([body, expect.stringContaining("not a JSON object")]);
    }
    expect(await failure({ ca: undefined })).toContain("certificate");
    expect(await failure({ resolve: async () => [] })).toContain("cannot be reached");
  });

  test("a document that lies about its client_id, or is no public client's, is refused", async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ client_id: idOf("/other.json") }, "another client_id"],
      [{ client_id: `${idOf()}#` }, "another client_id"],
      [{ client_id: undefined }, "another client_id"],
      [{ client_id: [idOf()] }, "another client_id"],
      [{ client_secret: "s" }, "secret"],
      [{ token_endpoint_auth_method: "private_key_jwt" }, "client authentication"],
      [{ redirect_uris: ["javascript:alert(1)"] }, "redirect URI"],
      [{ redirect_uris: undefined }, "redirect_uris"],
    ];
    for (const [change, text] of wrong) {
      serve(right(change));
      expect([change, await failure()]).toEqual([change, expect.stringContaining(text)]);
    }
  });

  for (const lane of laneOf(import.meta.file)) {
    describe(`let in on ${lane}`, () => {
      let gateway: TestGateway;
      beforeAll(async () => {
        gateway = await startTestGateway({ lane, clientDocuments: network() });
      }, 60_000);
      afterAll(() => gateway.close());

      test("a client is let in by its address, and named by its host", async () => {
        serve(right());
        const person = await signedIn(gateway);
        const page = await person.get(authorizePath(gateway, idOf(), pkce().challenge));
        expect(page.text).toContain(`${HOST}:${site.port}`);
        const { access } = await granted(gateway, person, { clientId: idOf() });
        expect((await callAsClient(gateway.app, access, "list_integrations")).status).toBe(200);
        const other = { redirect_uri: "https://evil.example.com/cb" };
        expect((await person.get(authorizePath(gateway, idOf(), pkce().challenge, other))).status).toBe(400);
      });

      test("nobody is sent for a document who is not signed in, and one person a bounded number of times", async () => {
        serve(right());
        gateway.clock.nextMinute();
        const before = site.received.length;
        const path = authorizePath(gateway, idOf("/nobody.json"), pkce().challenge);
        expect((await fetch(gateway.url + path, { redirect: "manual" })).status).toBe(303);
        expect(site.received.length).toBe(before);
        const person = await signedIn(gateway);
        const statuses = [];
        for (let tries = 0; tries < 31; tries++) statuses.push((await person.get(path)).status);
        expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
      });
    });
  }
});
