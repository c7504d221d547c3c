// A stream of two events with a pause between them, by which somebody who reads it sees whether a proxy collects responses.

/** Milliseconds between the two. */
export const GAP_MS = 1_000;

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // As event streams have it: without it nginx collects their bytes.
  "x-accel-buffering": "no",
};

export function slowStream(): Response {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("event: first\ndata: {}\n\n"));
      timer = setTimeout(() => {
        controller.enqueue(encoder.encode("event: last\ndata: {}\n\n"));
        controller.close();
      }, GAP_MS);
    },
    cancel: () => clearTimeout(timer),
  });
  return new Response(body, { headers: HEADERS });
}
