// A response's body out of texts that are made step by step, each when the reader has taken the one before.

export interface TextStream {
  body: ReadableStream<Uint8Array>;
  /** Breaks the body off, so that its reader does not take it for complete. */
  breakOff(): void;
}

/** `onEnd` is called once: at the end, when the reader has gone, when a step fails, or when the body is broken off. */
export function textStream(texts: AsyncGenerator<string>, onEnd: () => void): TextStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isEnded = false;
  const end = () => {
    if (!isEnded) onEnd();
    isEnded = true;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => {
        controller = own;
      },
      async pull() {
        const { value, done } = await texts.next().catch((error: unknown) => {
          end();
          throw error;
        });
        // The reader may have gone meanwhile.
        if (isEnded) return;
        if (!done) return controller.enqueue(encoder.encode(value));
        end();
        controller.close();
      },
      async cancel() {
        end();
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    breakOff() {
      if (isEnded) return;
      end();
      controller.error(
        new DOMException("The caller's access has ended, and the response with it. Authenticate again.", "AbortError"),
      );
      void texts.return(undefined).catch(() => {
        // The source has nobody left to tell.
      });
    },
  };
}

/**
 * The same for as long as `hold` allows, which takes a place and gives its release. `signal` aborts when the reader has gone, who
 * may never begin to read.
 */
export function watchedTextStream(
  texts: AsyncGenerator<string>,
  signal: AbortSignal,
  hold: (breakOff: () => void) => () => void,
): ReadableStream<Uint8Array> {
  let release = () => {};
  const { body, breakOff } = textStream(texts, () => {
    signal.removeEventListener("abort", breakOff);
    release();
  });
  release = hold(breakOff);
  signal.addEventListener("abort", breakOff, { once: true });
  if (signal.aborted) breakOff();
  return body;
}
