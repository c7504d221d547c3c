// Streams of things for the caller: server-sent events or JSON lines as they come, or one answer with a bounded list.
import { invalidInput } from "../../foundation/errors.ts";
import type { StreamFormat } from "../../plugin/index.ts";
import { acceptsType } from "../../web/http/accept.ts";
import { wellFormedJson } from "../../web/http/body.ts";
import { STREAM_TYPES } from "../upstream/stream-items.ts";
import type { ItemStream } from "./run.ts";

/** What one answer holds at most. */
const MAX_ITEMS = 1_000;
const MAX_JSON_LENGTH = 10 * 1024 * 1024;
/** After which a quiet stream of events sends a comment, so that nothing between takes it for dead. */
const PING_MS = 15_000;

/** The format that the caller asks for; null where it takes one answer. */
export function wantedFormat(request: Request): StreamFormat | null {
  const formats: StreamFormat[] = ["sse", "ndjson"];
  return formats.find((format) => acceptsType(request, STREAM_TYPES[format])) ?? null;
}

/** A stream cannot be stored, so no key could bring it back. */
export function assertNoIdempotencyKey(key: string | null): void {
  if (key === null) return;
  const message = "A stream cannot be replayed. Leave out Idempotency-Key, or request JSON.";
  throw invalidInput([{ in: "header", path: "/idempotency-key", message }]);
}

interface Framing {
  item(json: string): string;
  error(json: string): string;
  end: string;
  ping: string | null;
}

const FRAMING: Record<StreamFormat, Framing> = {
  sse: {
    item: (json) => `data: ${json}\n\n`,
    error: (json) => `event: error\ndata: ${json}\n\n`,
    end: "event: end\ndata: {}\n\n",
    ping: ":\n\n",
  },
  ndjson: { item: (json) => `{"data":${json}}\n`, error: (json) => `${json}\n`, end: '{"end":true}\n', ping: null },
};

/**
 * Streams items. One that comes whole says so at its end; one that breaks off ends with the error, as `errorOf` has it in
 * the surface's shape.
 */
export function itemStreamResponse(
  { items, stop }: ItemStream,
  format: StreamFormat,
  errorOf: (thrown: unknown) => Promise<string>,
): Response {
  const framing = FRAMING[format];
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<unknown, void>> | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        try {
          next ??= items.next();
          const result = await orQuiet(next, PING_MS);
          if (result === null) return framing.ping === null ? undefined : send(framing.ping);
          next = null;
          if (!result.done) return send(framing.item(wellFormedJson(result.value)));
          send(framing.end);
        } catch (error) {
          send(framing.error(await errorOf(error)));
        }
        controller.close();
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { "content-type": `${STREAM_TYPES[format]}; charset=utf-8`, "cache-control": "no-store" },
  });
}

/** One answer: what comes within `leftMs` and the bounds; what is left is not waited for. */
export async function itemStreamData(
  { collection, items, stop }: ItemStream,
  leftMs: number,
): Promise<Record<string, unknown>> {
  const list: unknown[] = [];
  const endsAt = performance.now() + leftMs;
  let length = 0;
  let isComplete = false;
  while (list.length < MAX_ITEMS) {
    const result = await orQuiet(items.next(), Math.max(0, endsAt - performance.now()));
    if (result === null) break;
    if (result.done) {
      isComplete = true;
      break;
    }
    length += wellFormedJson(result.value).length;
    if (length > MAX_JSON_LENGTH) break;
    list.push(result.value);
  }
  if (!isComplete) stop();
  return { [collection]: list, is_complete: isComplete };
}

/** Null where nothing comes in time. */
async function orQuiet<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const quiet = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work, quiet]);
  } finally {
    clearTimeout(timer);
  }
}
