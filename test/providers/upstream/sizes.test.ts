// Responses of any size: JSON is bounded, files stream through; memory stays flat in both.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import google from "../../../plugins/google/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { type AcmeGateway, acme, type Connected, connected } from "../../support/acme.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { MiB, measureGrowth } from "../../support/memory.ts";
import { gzipBomb, pour } from "../../support/oversized-bodies.ts";
import {
  always,
  answerOf,
  jsonAnswer,
  type Script,
  startTcpUpstream,
  type TcpUpstream,
} from "../../support/tcp-upstream.ts";
import { within } from "../../support/until.ts";
import { type FarPeer, startFarPeer } from "./far-peer.ts";

const MOST_GROWTH = 64 * MiB;
const CHUNK = 64 * 1024;
const FILE_BYTES = 200 * MiB;
const CONTENT = "/api/v1/google/drive/files/f1/content";
const GOOGLE = google as unknown as Provider;

let it: Omit<AcmeGateway, "close">;
let gateway: TestGateway;
let upstream: TcpUpstream;
let googleUser: Connected;
let peer: FarPeer;

beforeAll(async () => {
  [upstream, peer] = await Promise.all([startTcpUpstream(), startFarPeer(FILE_BYTES)]);
  const client = { clientId: "client", clientSecret: "secret" };
  const baseUrl = { gmail: peer.url, calendar: peer.url, drive: peer.url };
  gateway = await startTestGateway({
    lane: "embedded",
    plugins: [acme, GOOGLE],
    settings: { acme: { ...client, baseUrl: upstream.url }, google: { ...client, baseUrl } },
  });
  it = { gateway, upstream, ...(await connected(gateway, acme)) };
  googleUser = await connected(gateway, GOOGLE);
  upstream.answer(always(jsonAnswer({ id: 7, title: "A title" })));
  await gateway.call("GET", "/api/v1/acme/items/7", { key: it.key });
});
afterAll(async () => {
  peer.close();
  await upstream.close();
  await gateway.close();
});

describe("a response that is read into memory", () => {
  /** The response, the process's growth, and whether the provider's connection was closed early. */
  const flood = async (script: Script, path = "/api/v1/acme/items/7") => {
    const closed = Promise.withResolvers<void>();
    upstream.answer((request, wire) => {
      void wire.closed.then(closed.resolve);
      return script(request, wire);
    });
    const measured = await measureGrowth(() => gateway.call("GET", path, { key: it.key }));
    await within("the connection's end", closed.promise);
    return measured;
  };

  test("R-18: of 2 GB is 502 PROVIDER_ERROR after 16 MiB; memory stays bounded and the connection is closed", async () => {
    const { result, grownBytes } = await flood(async (_, wire) => {
      wire.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2000000000\r\n\r\n");
      await pour(wire, Buffer.alloc(CHUNK, " "), 40_000);
    });
    expect(result.status).toBe(502);
    expect(result.json.details).toMatchObject({ provider: "acme", status: 200, code: "too_large" });
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });

  test("S-65: of 1 MB that decompresses to a GiB is 502 PROVIDER_ERROR after 16 MiB; memory stays bounded", async () => {
    const bomb = await gzipBomb(1024);
    const { result, grownBytes } = await flood((_, wire) => {
      wire.write(answerOf(200, { "content-type": "application/json", "content-encoding": "gzip" }, bomb));
      wire.end();
    });
    expect(result.status).toBe(502);
    expect(result.json.details.code).toBe("too_large");
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });

  test("R-18: an error page of 2 GB is reported by its status; memory stays bounded", async () => {
    const { result, grownBytes } = await flood(async (_, wire) => {
      wire.write("HTTP/1.1 500 Oh\r\ncontent-type: text/html\r\ncontent-length: 2000000000\r\n\r\n");
      await pour(wire, Buffer.alloc(CHUNK, " "), 40_000);
    });
    expect(result.status).toBe(502);
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });

  test("R-18: with a header of 200 KB succeeds, and the header is dropped", async () => {
    const { result } = await flood(
      always(jsonAnswer({ id: 7, title: "A title" }, 200, { "x-big": "a".repeat(200_000) })),
    );
    expect(result.status).toBe(200);
    expect(result.headers.get("x-big")).toBeNull();
  });

  test("R-18: with an endless header is 503; memory stays bounded", async () => {
    const { result, grownBytes } = await flood(async (_, wire) => {
      wire.write("HTTP/1.1 200 OK\r\nx-big: ");
      await pour(wire, Buffer.alloc(CHUNK, "a"), 5_000);
      wire.reset();
    });
    expect(result.status).toBe(503);
    expect(result.json.code).toBe("PROVIDER_UNAVAILABLE");
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });

  test("a file larger than 10 MiB in its JSON form is 400 that names the other form; the connection is closed", async () => {
    const { result, grownBytes } = await flood(async (_, wire) => {
      wire.write("HTTP/1.1 200 OK\r\ncontent-length: 2000000000\r\n\r\n");
      await pour(wire, Buffer.alloc(CHUNK, " "), 40_000);
    }, "/api/v1/acme/items/7/file");
    expect(result.status).toBe(400);
    expect(result.json.details.errors[0].message).toContain("application/octet-stream");
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });
});

describe("a file that is streamed", () => {
  test("R-18: 200 MiB from Google Drive arrive byte for byte while the gateway grows by less than 64 MiB", async () => {
    const { result, grownBytes } = await measureGrowth(() => peer.download(`${gateway.url}${CONTENT}`, googleUser.key));
    expect(result).toEqual({ status: 200, bytes: FILE_BYTES, hash: peer.hash });
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });

  test("a client that stops reading stops the provider; when it goes, the provider's connection is closed", async () => {
    const headers = { authorization: `Bearer ${it.key}`, accept: "application/octet-stream" };
    const ended = Promise.withResolvers<number>();
    upstream.answer(async (_, wire) => {
      wire.write(`HTTP/1.1 200 OK\r\ncontent-length: ${FILE_BYTES}\r\n\r\n`);
      ended.resolve(await pour(wire, Buffer.alloc(MiB), FILE_BYTES / MiB));
    });
    const { result: reader, grownBytes } = await measureGrowth(async () => {
      const response = await fetch(`${gateway.url}/api/v1/acme/items/7/file`, { headers });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      return reader;
    });
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
    await reader.cancel();
    expect(await within("the provider's connection to end", ended.promise)).toBeLessThan(FILE_BYTES / MiB);
  });
});
