// Files that callers send as they are: of any size, part by part to the provider, with the other fields in the query.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import google from "../../../plugins/google/index.ts";
import microsoft from "../../../plugins/microsoft/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { type Connected, connected } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { MiB } from "../../support/memory.ts";

setDefaultTimeout(HOOK_MS);

const FILE = randomBytes(20 * MiB + 1);
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const PLUGINS = [google, microsoft] as unknown as Provider[];
const SESSION = "https://acme-my.sharepoint.com/upload?guid=g1";

interface Sent {
  method: string;
  url: string;
  range: string | null;
  authorization: string | null;
  bytes: Uint8Array;
}

describe.each(laneOf(import.meta.file))("uploads on %s", (lane) => {
  let gateway: TestGateway;
  let ada: Connected;
  let ben: Connected;
  const sent: Sent[] = [];
  /** Of Google: how much of the part that it gets it says it has kept. */
  let keeps = (end: number) => end;
  let sessionUrl = SESSION;

  /** Both providers at their own hosts, since only those may be asked. */
  async function provider(href: string, init: RequestInit): Promise<Response> {
    const url = new URL(href);
    const headers = new Headers(init.headers);
    const bytes = new Uint8Array(await new Response(init.body).arrayBuffer());
    const range = headers.get("content-range");
    sent.push({ method: init.method ?? "GET", url: href, range, authorization: headers.get("authorization"), bytes });
    const session = url.searchParams.get("upload_id");
    if (url.hostname === "www.googleapis.com" && session === null) {
      return new Response(null, {
        headers: { location: `${url.origin}${url.pathname}?uploadType=resumable&upload_id=u1` },
      });
    }
    if (url.pathname.endsWith("/createUploadSession")) return Response.json({ uploadUrl: sessionUrl });
    const [, end = "", total = ""] = /-(\d+)\/(\d+|\*)$/.exec(range ?? "") ?? [];
    const isLast = total !== "*" && Number(end) + 1 === Number(total);
    if (session !== null) {
      if (!isLast && range !== "bytes */0")
        return new Response(null, { status: 308, headers: { range: `bytes=0-${keeps(Number(end))}` } });
      return Response.json({ id: "f1", name: "film.mov", mimeType: "video/quicktime", size: total });
    }
    if (!isLast && range !== null)
      return Response.json({ nextExpectedRanges: [`${Number(end) + 1}-`] }, { status: 202 });
    return Response.json({ id: "F1", name: "film.mov", size: Number(total), file: {} }, { status: 201 });
  }

  beforeAll(async () => {
    const client = { clientId: "client", clientSecret: "secret" };
    gateway = await startTestGateway({
      lane,
      plugins: PLUGINS,
      settings: { google: client, microsoft: client },
      fetch: provider,
    });
    ada = await connected(gateway, google as unknown as Provider);
    ben = await connected(gateway, microsoft as unknown as Provider);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    sent.splice(0);
    keeps = (end) => end;
    sessionUrl = SESSION;
  });

  const upload = (path: string, key: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/api/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "video/quicktime", ...headers },
      body,
    });
  const toDrive = (body: BodyInit, headers?: Record<string, string>, more = "") =>
    upload(`google/drive/files?name=film.mov&mime_type=video/quicktime${more}`, ada.key, body, headers);
  const toOneDrive = (body: BodyInit, headers?: Record<string, string>) =>
    upload("microsoft/drive/files?name=film.mov&conflict=rename", ben.key, body, headers);
  const chunked = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < FILE.byteLength; at += MiB) controller.enqueue(FILE.subarray(at, at + MiB));
        controller.close();
      },
    });
  const partsSent = () => sent.filter(({ method }) => method === "PUT");

  test("Google Drive gets the file in parts of 8 MiB, whole and in order", async () => {
    const response = await toDrive(FILE, {}, "&parent_ids=d1&description=Mine");
    expect(response.status).toBe(200);
    expect(((await response.json()) as { data: object }).data).toMatchObject({ id: "f1", name: "film.mov" });
    const parts = partsSent();
    const size = FILE.byteLength;
    expect(parts.map(({ range }) => range)).toEqual([
      `bytes 0-${8 * MiB - 1}/*`,
      `bytes ${8 * MiB}-${16 * MiB - 1}/*`,
      `bytes ${16 * MiB}-${size - 1}/${size}`,
    ]);
    expect(hashOf(Buffer.concat(parts.map(({ bytes }) => bytes)))).toBe(hashOf(FILE));
    const metadata = JSON.parse(Buffer.from(sent[0]?.bytes ?? []).toString());
    expect(metadata).toEqual({ name: "film.mov", mimeType: "video/quicktime", parents: ["d1"], description: "Mine" });
  });

  test("a file whose size nobody says goes to Google Drive too, and to OneDrive not", async () => {
    const init = { method: "POST", body: chunked(), duplex: "half" } as RequestInit;
    const headers = { authorization: `Bearer ${ada.key}`, "content-type": "video/quicktime" };
    const path = "google/drive/files?name=film.mov&mime_type=video/quicktime";
    const response = await fetch(`${gateway.url}/api/v1/${path}`, { ...init, headers });
    expect(response.status).toBe(200);
    expect(hashOf(Buffer.concat(partsSent().map(({ bytes }) => bytes)))).toBe(hashOf(FILE));
    const refused = await fetch(`${gateway.url}/api/v1/microsoft/drive/files?name=film.mov`, {
      ...init,
      body: chunked(),
      headers: { ...headers, authorization: `Bearer ${ben.key}` },
    });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("send Content-Length");
  });

  test("OneDrive's parts go to the session's own address, without the token", async () => {
    const response = await toOneDrive(FILE);
    expect(response.status).toBe(200);
    const parts = partsSent();
    expect(parts.map(({ url }) => url)).toEqual([SESSION, SESSION, SESSION]);
    expect(parts.map(({ authorization }) => authorization)).toEqual([null, null, null]);
    expect(hashOf(Buffer.concat(parts.map(({ bytes }) => bytes)))).toBe(hashOf(FILE));
    expect(sent[0]?.authorization).toBe(`Bearer ${ben.accessToken}`);
  });

  const FOREIGN = [
    "https://acme-my.sharepoint.com.evil.example/upload",
    "https://evilsharepoint.com/upload",
    "http://acme-my.sharepoint.com/upload",
    "https://acme-my.sharepoint.com:8443/upload",
    "https://user@acme-my.sharepoint.com/upload",
    "https://169.254.169.254/upload",
    "no address",
  ];
  test.each(FOREIGN)("S-31: no byte goes to %s", async (address) => {
    gateway.clock.nextMinute();
    sessionUrl = address;
    const response = await toOneDrive(FILE.subarray(0, 10));
    expect([response.status, response.headers.get("x-error-code")]).toEqual([502, "PROVIDER_ERROR"]);
    expect(partsSent()).toEqual([]);
  });

  test("a part that Google has not kept whole ends the upload with an error, and nothing is sent twice", async () => {
    keeps = (end) => end - 1;
    const response = await toDrive(FILE);
    expect([response.status, response.headers.get("x-error-code")]).toEqual([502, "PROVIDER_ERROR"]);
    expect(partsSent().length).toBe(1);
  });

  test("an empty file is a file", async () => {
    expect((await toDrive("")).status).toBe(200);
    expect(partsSent().map(({ range, bytes }) => [range, bytes.byteLength])).toEqual([["bytes */0", 0]]);
    expect((await toOneDrive("")).status).toBe(200);
  });

  test("the fields beside a file are checked as ever, and those that it stands for are refused", async () => {
    const wrong = await upload("google/drive/files?name=&colour=red&content=x", ada.key, "bytes");
    const { details } = (await wrong.json()) as { details: { errors: { in: string; path: string }[] } };
    expect(wrong.status).toBe(400);
    expect(details.errors.map(({ in: where, path }) => `${where} ${path}`).sort()).toEqual([
      "query /colour",
      "query /content",
      "query /mime_type",
      "query /name",
    ]);
    expect(sent).toEqual([]);
  });

  test("an endpoint that takes no file refuses one", async () => {
    const response = await upload("google/drive/files/f1/copy", ada.key, "bytes");
    expect([response.status, response.headers.get("x-error-code")]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  test("under one Idempotency-Key the file goes once, and one of another type, size or digest is refused", async () => {
    const headers = { "idempotency-key": `film-${lane}`, "content-digest": "sha-256=:x:" };
    const first = await toDrive("frames", headers);
    const again = await toDrive("frames", headers);
    expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([200, 200, "true"]);
    expect(partsSent().length).toBe(1);
    const others = [
      await toDrive("more frames", headers),
      await toDrive("frames", { ...headers, "content-type": "video/mp4" }),
      await toDrive("framed", { ...headers, "content-digest": "sha-256=:y:" }),
    ];
    expect(others.map(({ status }) => status)).toEqual([422, 422, 422]);
  });

  test("an upload in parts is one call in the usage log, with a unit for each request", async () => {
    const response = await toDrive(FILE);
    const id = response.headers.get("x-request-id");
    const { json } = await gateway.call("GET", "/api/v1/usage?provider=google&limit=50", { key: ada.key });
    const rows = json.data.entries.filter((entry: { request_id: string }) => entry.request_id === id);
    expect(rows.map(({ status, units }: { status: number; units: number }) => [status, units])).toEqual([[200, 4]]);
  });
});
