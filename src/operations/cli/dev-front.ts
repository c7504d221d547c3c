// What callers and browsers talk to while a gateway is restarted again and again: passes requests on to the one of the moment.
import type { Platform } from "../../foundation/platform/platform.ts";

const SCRIPT_PATH = "/__dev/reload.js";
const STARTS_PATH = "/__dev/starts";
const TAG = `<script src="${SCRIPT_PATH}" defer></script>`;
/** A connection that was cut meanwhile hears the number of the present start when it is back. */
const SCRIPT = `let first;
new EventSource("${STARTS_PATH}").onmessage = ({ data }) => {
  first ??= data;
  if (data !== first) location.reload();
};
`;
/** Less than after which the server closes a silent connection. */
const BEAT_MS = 30_000;

export interface Front {
  url: string;
  /** Requests wait from now on. */
  wait(): void;
  /** The gateway's address; null where it did not start. */
  follow(origin: string | null): void;
  stop(): void;
}

/** Listens on this machine alone. */
export function startFront(platform: Pick<Platform, "serve">, port: number): Front {
  let current = Promise.withResolvers<string | null>();
  let starts = 0;
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const say = (text: string, to: Iterable<ReadableStreamDefaultController<Uint8Array>>) => {
    for (const one of to) one.enqueue(new TextEncoder().encode(text));
  };
  const beat = setInterval(() => say(":\n\n", listeners), BEAT_MS);
  const numberText = () => `data: ${starts}\n\n`;
  const listen = () => {
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller;
        listeners.add(own);
        say(numberText(), [own]);
      },
      cancel: () => void listeners.delete(own),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
  };
  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === SCRIPT_PATH) return new Response(SCRIPT, { headers: { "content-type": "text/javascript" } });
    if (pathname === STARTS_PATH) return listen();
    const origin = await current.promise;
    return origin === null ? notStarted() : passOn(request, origin);
  };
  const server = platform.serve({ hostname: "127.0.0.1", port, fetch: handle });
  return {
    url: `http://127.0.0.1:${server.port}`,
    wait() {
      current.resolve(null);
      current = Promise.withResolvers();
    },
    follow(origin) {
      starts++;
      current.resolve(origin);
      say(numberText(), listeners);
    },
    stop() {
      clearInterval(beat);
      server.abort();
    },
  };
}

const notStarted = () =>
  new Response(`<!doctype html><p>The gateway did not start; the terminal says why.</p>${TAG}`, {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8" },
  });

async function passOn(request: Request, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  // The body is read here: what the runtime unpacks must not be called packed.
  headers.set("accept-encoding", "identity");
  const { method, signal } = request;
  const body = request.body ? await request.arrayBuffer() : undefined;
  const response = await fetch(origin + pathname + search, { method, headers, body, signal, redirect: "manual" }).catch(
    () => {
      // It is being restarted, or did not start: the page says so.
      return null;
    },
  );
  if (!response) return notStarted();
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  // The page's policy stays: one that forbids scripts is not reloaded.
  const html = (await response.text()).replace("</body>", `${TAG}</body>`);
  const own = new Headers(response.headers);
  own.delete("content-length");
  return new Response(html, { status: response.status, headers: own });
}
