// Reads the items of a provider's stream as they come, bounded in size and in the time between two of them.
import { EventSourceParserStream } from "eventsource-parser/stream";
import { parseExactly } from "../../foundation/schema/exact-json.ts";
import type { StreamFormat } from "../../plugin/index.ts";
import { lineFeeds } from "../bodies/line-ends.ts";
import { UpstreamFailure } from "./failure.ts";
import { unavailable } from "./send.ts";
import { pluginError, secretsOf, type UpstreamContext } from "./upstream.ts";

/**
 * The requested media type, keyed by format. NDJSON has no registered one; this is the one in use
 * (github.com/ndjson/ndjson-spec).
 */
export const STREAM_TYPES: Record<StreamFormat, string> = { sse: "text/event-stream", ndjson: "application/x-ndjson" };

/** The maximum length of an item, in characters. */
const MAX_ITEM_LENGTH = 1024 * 1024;
/** How long a provider may send nothing at all. */
const MAX_QUIET_MS = 120_000;

export interface ItemsOptions {
  format: StreamFormat;
  /** Data that ends the stream. */
  end?: string;
  /** Checks and maps one item; null for one to skip. */
  map(raw: unknown): unknown;
  context: UpstreamContext;
}

export interface StreamItems {
  /** Throws `UpstreamFailure`. */
  items: AsyncGenerator<unknown, void>;
  /** Ends the request, also while an item is waited for. */
  stop(): void;
}

/** The mapped items of a body. */
export function streamItems(body: ReadableStream<Uint8Array>, options: ItemsOptions): StreamItems {
  const reader = textsOf(body, options.format).getReader();
  return {
    items: itemsOf(reader, options),
    stop: () =>
      void reader.cancel().catch(() => {
        // A body that has failed is closed already.
      }),
  };
}

async function* itemsOf(
  reader: ReadableStreamDefaultReader<string>,
  { end, map, context }: ItemsOptions,
): AsyncGenerator<unknown, void> {
  try {
    for (;;) {
      const text = await nextOf(reader, context.signal);
      if (text === null || text === end) return;
      const item = map(parsed(text));
      if (item !== null) yield item;
    }
  } catch (error) {
    throw pluginError(error, secretsOf(context));
  } finally {
    await reader.cancel().catch(() => {
      // A body that has failed is closed already.
    });
  }
}

async function nextOf(reader: ReadableStreamDefaultReader<string>, signal: AbortSignal): Promise<string | null> {
  let value: string | undefined;
  try {
    ({ value } = await withinQuiet(reader.read()));
  } catch (error) {
    throw (error as { type?: string }).type === "max-buffer-size-exceeded" ? tooLarge() : unavailable(error, signal);
  }
  if (value !== undefined && value.length > MAX_ITEM_LENGTH) throw tooLarge();
  return value ?? null;
}

/** The text of each item. */
function textsOf(body: ReadableStream<Uint8Array>, format: StreamFormat): ReadableStream<string> {
  const text = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>);
  if (format === "ndjson") return text.pipeThrough(lines());
  const withLineFeeds = lineFeeds();
  return text
    .pipeThrough(new TransformStream<string, string>({ transform: (part, out) => out.enqueue(withLineFeeds(part)) }))
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_ITEM_LENGTH }))
    .pipeThrough(new TransformStream({ transform: ({ data }, out) => out.enqueue(data) }));
}

/** Splits text at line feeds; empty lines are none. */
function lines(): TransformStream<string, string> {
  let rest = "";
  const emit = (line: string, out: TransformStreamDefaultController<string>) => {
    if (line.trim() !== "") out.enqueue(line);
  };
  return new TransformStream({
    transform(chunk, out) {
      const [first = "", ...others] = chunk.split("\n");
      rest += first;
      for (const line of others) {
        emit(rest, out);
        rest = line;
      }
      if (rest.length > MAX_ITEM_LENGTH) throw tooLarge();
    },
    flush: (out) => emit(rest, out),
  });
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    throw badItem("is not JSON", "not_json");
  }
}

const badItem = (what: string, code: string) =>
  new UpstreamFailure({ failure: "error", status: 200, message: `An item of the provider's stream ${what}.`, code });

const tooLarge = () => badItem("is too large", "too_large");

/** Rejects where the provider stays quiet for too long. */
async function withinQuiet<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const quiet = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException("The provider stopped sending.", "TimeoutError")), MAX_QUIET_MS);
  });
  try {
    return await Promise.race([read, quiet]);
  } finally {
    clearTimeout(timer);
  }
}
