// The end of a log: lines from the end, however the bytes come in pieces, and bounds of what is kept and read.
import { describe, expect, test } from "bun:test";
import { Refusal, readLogTail } from "../../src/plugin/index.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
/** A body in pieces of so many bytes. */
const bodyOf = (bytes: Uint8Array<ArrayBuffer>, size = bytes.length || 1) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

describe("the end of a log", () => {
  test.each<[string, string, number, object]>([
    ["empty", "", 5, { text: "", is_cut: false }],
    ["short", "a\nb\n", 5, { text: "a\nb", is_cut: false }],
    ["as long as was asked for", "a\nb\n", 2, { text: "a\nb", is_cut: false }],
    ["longer", "a\nb\nc", 2, { text: "b\nc", is_cut: true }],
    ["with Windows' ends", "a\r\nb\r\n", 1, { text: "b", is_cut: true }],
    ["of blank lines", "a\n\n\n", 2, { text: "\n", is_cut: true }],
  ])("%s", async (_, text, lines, tail) => {
    for (const size of [1, 2, 1_000]) expect(await readLogTail(bodyOf(utf8(text), size), lines)).toEqual(tail as never);
  });

  test("keeps a letter whole whose bytes come apart", async () => {
    expect((await readLogTail(bodyOf(utf8("grüße 🌍"), 1), 1)).text).toBe("grüße 🌍");
  });

  test("has 200,000 characters at most, cut at the start", async () => {
    const { text, is_cut } = await readLogTail(bodyOf(utf8(`${"x".repeat(500_000)}end`), 60_000), 10);
    expect([text.length, text.endsWith("xend"), is_cut]).toEqual([200_000, true, true]);
  });

  test("above 64 MiB is refused before it is read to its end", async () => {
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent++;
        controller.enqueue(new Uint8Array(1_048_576));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const refusal = await readLogTail(endless, 10).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect([(refusal as Refusal).code, isCancelled, sent < 70]).toEqual(["log_too_large", true, true]);
  });
});
