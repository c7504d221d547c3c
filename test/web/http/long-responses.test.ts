// Long responses: complete at every size, and compressed as the caller accepts.
import { afterAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { bytesResponse, textResponse, wellFormedJson } from "../../../src/web/http/body.ts";
import { compressedText } from "../../../src/web/http/compressed.ts";

const TEXT = JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ name: `tool_${i}`, about: "Größe 📏" })));
const DECOMPRESS = { br: brotliDecompressSync, gzip: gunzipSync };

describe("JSON of provider text", () => {
  test("has U+FFFD for a lone surrogate, and is otherwise unchanged, including names and escapes", () => {
    const value = { "a\ud800": ["\udc00b", "📏", "\\ud800", "\u0007", '"', "\\\udfff"], n: 1.5 };
    expect(JSON.parse(wellFormedJson(value))).toEqual({
      "a\ufffd": ["\ufffdb", "📏", "\\ud800", "\u0007", '"', "\\\ufffd"],
      n: 1.5,
    });
    fc.assert(
      fc.property(fc.json(), (json) => {
        const parsed = JSON.parse(json) as unknown;
        if (JSON.stringify(parsed).isWellFormed()) expect(JSON.parse(wellFormedJson(parsed))).toEqual(parsed);
      }),
    );
  });
});

describe("a compressed response", () => {
  const compressed = compressedText(TEXT, "application/json");
  const respond = (taken?: string) =>
    compressed.respond(
      new Request("http://gateway.test/", { headers: taken === undefined ? {} : { "accept-encoding": taken } }),
    );

  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["gzip, br; q=0.000", "gzip"],
    ["br;q=0.001", "br"],
    ["x-gzip", null],
    ["gzip;q=0", null],
    ["identity", null],
    ["*", null],
    ["", null],
    [undefined, null],
  ] as const)("for Accept-Encoding %p has Content-Encoding %p", async (taken, coding) => {
    const response = await respond(taken);
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("vary")).toBe("accept-encoding");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder().decode(coding ? DECOMPRESS[coding](bytes) : bytes)).toBe(TEXT);
    if (coding) expect(bytes.byteLength).toBeLessThan(TEXT.length / 10);
  });

  test("is complete for each of many concurrent callers", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => respond(i % 2 ? "br" : "")));
    const bodies = await Promise.all(responses.map(async (response) => new Uint8Array(await response.arrayBuffer())));
    const texts = bodies.map((bytes, i) => new TextDecoder().decode(i % 2 ? brotliDecompressSync(bytes) : bytes));
    expect([...new Set(texts)]).toEqual([TEXT]);
  });
});

describe("a response over HTTP", () => {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    // In a later turn of the event loop, as after a provider call.
    async fetch(request) {
      await new Promise((resolve) => setImmediate(resolve));
      const { pathname, searchParams } = new URL(request.url);
      const text = "ä".repeat(Number(searchParams.get("letters")));
      const isText = pathname === "/text";
      return isText ? textResponse(text, headers) : bytesResponse(new TextEncoder().encode(text), headers);
    },
  });
  afterAll(() => server.stop(true));

  test.each([0, 1, 4_666, 4_667, 6_999, 7_000, 8_192, 100_000])(
    "of %d characters arrives complete, with its length",
    async (letters) => {
      for (const path of ["text", "bytes"]) {
        const response = await fetch(`${server.url}${path}?letters=${letters}`);
        expect(await response.text()).toBe("ä".repeat(letters));
        expect(response.headers.get("content-type")).toBe(headers["content-type"]);
        expect(response.headers.get("content-length")).toBe(String(2 * letters));
      }
    },
  );
});
