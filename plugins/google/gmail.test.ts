// Tests what Gmail's fixtures cannot: streams cut anywhere, large mails, concurrent requests.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { base64Bytes, path } from "gateway/plugin";
import { rejection } from "../../test/support/rejection.ts";
import { decodeData } from "./gmail-attachment.ts";
import { mailRequest } from "./gmail-send.ts";
import { base64Url } from "./mail-text.ts";
import { mapConcurrently } from "./map-concurrently.ts";

function streamOf(text: string, sizes: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(sink) {
      let at = 0;
      for (const size of sizes) {
        sink.enqueue(bytes.slice(at, at + size));
        at += size;
      }
      sink.enqueue(bytes.slice(at));
      sink.close();
    },
  });
}
const read = async (text: string, sizes: readonly number[] = [], size: number | null = null) =>
  new Uint8Array(await new Response(decodeData(streamOf(text, sizes), size)).arrayBuffer());

describe("an attachment's stream", () => {
  test("gives the same bytes wherever the response is split", async () => {
    const layout = fc.constantFrom(
      '{"data":"%"}',
      '{\n  "size": 3,\n  "data": "%"\n}\n',
      '{"data" : "%=", "x":"\\"data\\""}',
    );
    const cuts = fc.array(fc.nat({ max: 9 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 90 }), layout, cuts, async (bytes, shape, sizes) => {
        expect(await read(shape.replace("%", base64Url(bytes)), sizes)).toEqual(bytes);
      }),
    );
  });

  test("ends at escaped padding", async () => {
    expect(await read('{"data":"YQ\\u003d\\u003d"}')).toEqual(new TextEncoder().encode("a"));
  });

  test("is empty for an attachment without bytes", async () => {
    expect(await read("{}\n")).toHaveLength(0);
    expect(await read('{"data":""}')).toHaveLength(0);
  });

  test.each(['{"data":"YWJj', '{"size":9}', "", '{"da', '{"data":"YWJjZ"}', "x".repeat(70_000)])(
    "fails where the data is truncated or missing: %#",
    async (text) => {
      await rejection(read(text));
    },
  );

  test.each([
    '{"data":"YWJj!YWJj"}',
    '{"data":"YWJj YWJj"}',
    '{"data":"YWJj\\nYWJj"}',
    '{"data":"YW==YWJj"}',
    '{"data":"Y-+j"}',
  ])("R-16: fails where the data is not base64, wherever it is split: %p", async (text) => {
    for (let at = 0; at < text.length; at++) expect(String(await rejection(read(text, [at])))).toMatch("incomplete");
  });

  test("R-16: fails where it has fewer bytes than the message announced", async () => {
    expect(await read('{"data":"YWJj"}', [], 3)).toHaveLength(3);
    for (const text of ['{"data":"YWJj"}', '{"data":""}', "{}"])
      expect(String(await rejection(read(text, [], 4)))).toMatch("incomplete");
  });
});

describe("many small requests", () => {
  test("keep their order and run at most five at a time", async () => {
    let running = 0;
    let most = 0;
    const items = Array.from({ length: 23 }, (_, index) => index);
    const results = await mapConcurrently(items, async (item) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < 23 - item; turn++) await Promise.resolve();
      running--;
      return item * 2;
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect(most).toBe(5);
  });

  test("stop at the first error", async () => {
    let started = 0;
    const work = mapConcurrently(Array.from({ length: 50 }), async () => {
      started++;
      await Promise.resolve();
      throw new Error("refused");
    });
    expect(String(await rejection(work))).toMatch("refused");
    expect(started).toBe(5);
  });
});

describe("the request that sends a mail", () => {
  const mail = { to: "ada@example.com", subject: "Hi", text: "Hi" };
  const send = path`/gmail/v1/users/me/messages/send`;

  test("holds a small mail in its JSON", async () => {
    const { json, path: target } = await mailRequest(send, mail, "t1");
    expect(String(target)).toBe("/gmail/v1/users/me/messages/send");
    expect(json).toMatchObject({ threadId: "t1" });
  });

  test("uploads a large mail beside its conversation's id", async () => {
    const text = `${"x".repeat(70)}\n`.repeat(11_000);
    const request = await mailRequest(send, { ...mail, text }, "t1", (message) => ({ message }));
    expect(String(request.path)).toBe("/upload/gmail/v1/users/me/messages/send");
    expect(request.query).toEqual({ uploadType: "multipart" });
    const boundary = request.content?.type.match(/^multipart\/related; boundary=([0-9a-f]{64})$/)?.[1];
    const parts = new TextDecoder().decode(request.content?.data as Uint8Array).split(`--${boundary}`);
    expect(parts).toHaveLength(4);
    expect(parts[1]).toBe('\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{"message":{"threadId":"t1"}}\r\n');
    expect(parts[2]?.startsWith("\r\nContent-Type: message/rfc822\r\n\r\nTo: ada@example.com\r\n")).toBe(true);
    expect(parts[2]).toContain(text.replaceAll("\n", "\r\n"));
    expect(parts[3]).toBe("--\r\n");
  });
});

describe("base64url", () => {
  test("round-trips every byte, in either alphabet, padded or not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(base64Bytes(base64Url(bytes))).toEqual(Uint8Array.from(bytes));
        expect(base64Bytes(btoa(String.fromCharCode(...bytes)))).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  test.each(["a", "ab*d", "äöü", "a=bc"])("refuses %p", (text) => {
    expect(base64Bytes(text)).toBeNull();
  });
});
