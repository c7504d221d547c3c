// The parts of an upload: whole, in order, of one size but for the last, however the file's bytes arrive.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { InvalidInput, partsOf } from "../../src/plugin/index.ts";

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test("parts are the file, whatever the chunks", async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 1, max: 50 }), async (given, size) => {
      const file = Buffer.concat(given);
      const parts = await Array.fromAsync(partsOf({ body: streamOf(given) }, size));
      expect(Buffer.concat(parts.map(({ data }) => data))).toEqual(file);
      expect(parts.map(({ start }) => start)).toEqual(parts.map((_, i) => i * size));
      expect(parts.slice(0, -1).every(({ data, isLast }) => data.byteLength === size && !isLast)).toBe(true);
      expect(parts.at(-1)?.isLast).toBe(true);
      expect(parts.length).toBe(Math.max(1, Math.ceil(file.byteLength / size)));
    }),
  );
});

test("a file that breaks off is an error of the caller's, and who stops early ends the file", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(3)),
    pull: (controller) => controller.error(new Error("reset")),
  });
  const thrown = await Array.fromAsync(partsOf({ body: broken }, 2)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(InvalidInput);
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(3)),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const _ of partsOf({ body: endless }, 2)) break;
  expect(isCancelled).toBe(true);
});
