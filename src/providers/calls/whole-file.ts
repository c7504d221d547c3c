// A file on its way from one provider to another: it passes whole, or its stream fails before its end.
import type { UpstreamFile } from "../../plugin/index.ts";

export interface WholeFile {
  body: ReadableStream<Uint8Array>;
  /** Whether the source broke off, or sent another number of bytes than it had said. */
  isBroken(): boolean;
  /** Lets go of the source. */
  end(): Promise<void>;
}

/** Checks the size as the bytes pass, so that the receiver never sees the end of a file that lacks some. */
export function wholeFile({ body, size }: UpstreamFile): WholeFile {
  const reader = body.getReader();
  let received = 0;
  let isBroken = false;
  let isEnded = false;
  const broken = () => {
    isBroken = true;
    return new Error("The source's file ended before it was complete.");
  };
  const end = async () => {
    if (isEnded) return;
    isEnded = true;
    await reader.cancel().catch(() => {
      // A source that has failed is closed already.
    });
  };
  return {
    body: new ReadableStream<Uint8Array>({
      async pull(sink) {
        try {
          const { done, value } = await reader.read();
          received += value?.byteLength ?? 0;
          if ((done && size !== null && received !== size) || (size !== null && received > size)) throw broken();
          if (done) sink.close();
          else sink.enqueue(value);
        } catch {
          // Whatever it was, the source has not given the whole file.
          sink.error(broken());
        }
      },
      cancel: end,
    }),
    isBroken: () => isBroken,
    end,
  };
}
