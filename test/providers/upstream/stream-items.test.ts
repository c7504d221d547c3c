// A provider's stream of items, whatever ends its lines and wherever the network cuts it.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { streamItems } from "../../../src/providers/upstream/stream-items.ts";
import type { UpstreamContext } from "../../../src/providers/upstream/upstream.ts";
import { growthsOfSquare } from "../../support/processor-time.ts";

const context = {
  signal: new AbortController().signal,
  tokens: { access: "token-of-ada", others: {} },
} as unknown as UpstreamContext;

/** The items of a body that comes in these parts. */
async function itemsOf(parts: readonly Uint8Array[], format: "sse" | "ndjson" = "sse"): Promise<unknown[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const items: unknown[] = [];
  for await (const item of streamItems(body, { format, map: (raw) => raw, context }).items) items.push(item);
  return items;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The bytes, cut at these places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

describe("server-sent events", () => {
  test("are the same with any end of lines, and cut anywhere", async () => {
    const end = fc.constantFrom("\n", "\r", "\r\n");
    const values = fc.array(fc.tuple(fc.array(fc.integer(), { minLength: 1, maxLength: 3 }), end), { maxLength: 5 });
    const places = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(values, places, async (events, at) => {
        // One JSON list over as many lines as it has numbers.
        const linesOf = (numbers: number[]) => JSON.stringify(numbers).split(/(?=,)/);
        const text = events
          .map(([numbers, eol]) => ["event: é", ...linesOf(numbers).map((line) => `data: ${line}`), "", ""].join(eol))
          .join("");
        expect(await itemsOf(cut(bytesOf(text), at))).toEqual(events.map(([numbers]) => numbers));
      }),
      { numRuns: 300 },
    );
  });

  test("that end with a carriage return are passed on before anything else comes", async () => {
    let send: (text: string) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(bytesOf(text));
      },
    });
    const { items, stop } = streamItems(body, { format: "sse", map: (raw) => raw, context });
    send("data: 1\r\r");
    expect((await items.next()).value).toBe(1);
    send("\ndata: 2\r\n\r");
    expect((await items.next()).value).toBe(2);
    stop();
  });
});

describe("S-108: a stream of twice the size takes about twice the time:", () => {
  test.each<[string, "sse" | "ndjson", string, number]>([
    ["carriage returns", "sse", "\r", Number.POSITIVE_INFINITY],
    ["line feeds behind one carriage return", "sse", "\n", Number.POSITIVE_INFINITY],
    ["data behind carriage returns", "sse", "data: 1\r", Number.POSITIVE_INFINITY],
    ["one line in small parts", "sse", "a", 64],
    ["one comment in small parts", "sse", ":", 64],
    ["one item in small parts", "ndjson", "1", 64],
    ["empty lines", "ndjson", "\n", Number.POSITIVE_INFINITY],
  ])("%s", async (_, format, piece, size) => {
    const workOf = (length: number) => {
      const bytes = bytesOf(`\r${piece.repeat(length / piece.length)}`);
      const parts = size < bytes.length ? Math.ceil(bytes.length / size) : 1;
      const places = Array.from({ length: parts - 1 }, (_, i) => (i + 1) * size);
      const chunks = cut(bytes, places);
      return () => itemsOf(chunks, format);
    };
    expect(await growthsOfSquare(workOf, 180_000)).toEqual([]);
  });
});
