// The body of an event stream: a queue of bounded size, which cuts a reader off that does not read.
import { clearTimeout, setTimeout } from "node:timers";

/** Bytes that wait for the reader. */
const MAX_QUEUED_BYTES = 64 * 1024;

export interface Sink {
  body: ReadableStream<Uint8Array>;
  readonly isEnded: boolean;
  /** Queues the text; resolves when there is room for more, or the stream has ended. */
  write(text: string): Promise<void>;
  /** Ends the stream; the reader gets what is queued. */
  end(): void;
}

/** `onEnd` is called once, whoever ends the stream: we, its reader, or `stallMs` without room for more. */
export function createSink(stallMs: number, onEnd: () => void): Sink {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isEnded = false;
  let resume = () => {};
  const finish = (close: () => void) => {
    if (isEnded) return;
    isEnded = true;
    try {
      close();
    } catch {
      // The runtime has closed it already.
    }
    resume();
    onEnd();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => {
        controller = own;
      },
      pull: () => resume(),
      cancel: () => finish(() => {}),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_QUEUED_BYTES }),
  );
  const room = () =>
    new Promise<void>((resolve) => {
      const stalled = setTimeout(
        () => finish(() => controller.error(new Error("The client stopped reading the stream."))),
        stallMs,
      );
      resume = () => {
        clearTimeout(stalled);
        resolve();
      };
    });
  return {
    body,
    get isEnded() {
      return isEnded;
    },
    async write(text) {
      if (isEnded) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) <= 0) await room();
    },
    end: () => finish(() => controller.close()),
  };
}
