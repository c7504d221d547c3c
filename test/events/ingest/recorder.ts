// A reverse proxy before a gateway that keeps the inbound webhooks which providers send, so that tests can send them again.
import { platform } from "../../../src/foundation/platform/bun.ts";
import { until } from "../../support/until.ts";

export interface Recorded {
  path: string;
  headers: Headers;
  body: string;
  /** Of the gateway's response. */
  status: number;
}

export interface Recorder {
  url: string;
  inboundWebhooks: readonly Recorded[];
  /** Sends requests on to this gateway; until then they are 503. */
  forwardTo(url: string): void;
  /** The first inbound webhook from number `from` on that fits, when it has come. */
  awaited(fits: (inbound: Recorded) => boolean, from?: number): Promise<Recorded>;
  close(): Promise<void>;
}

const PATIENCE_MS = 10_000;
const PREFIX = "/api/v1/webhooks/";

export function startRecorder(): Recorder {
  const inboundWebhooks: Recorded[] = [];
  let target: string | null = null;
  const server = platform.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (target === null) return new Response(null, { status: 503 });
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const headers = new Headers(request.headers);
      headers.set("accept-encoding", "identity");
      const response = await fetch(target + pathname + search, {
        method: request.method,
        headers,
        redirect: "manual",
        ...(body !== "" && { body }),
      });
      if (pathname.startsWith(PREFIX))
        inboundWebhooks.push({ path: pathname, headers: request.headers, body, status: response.status });
      return response;
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    inboundWebhooks,
    forwardTo(url) {
      target = url;
    },
    async awaited(fits, from = 0) {
      const found = () => inboundWebhooks.slice(from).find(fits);
      await until(() => found() !== undefined, PATIENCE_MS);
      return found() as Recorded;
    },
    close: () => server.stop(),
  };
}

/** Sends a recorded inbound webhook again, with the given parts replaced; returns the status. */
export async function sendAgain(recorder: Recorder, recorded: Recorded, changes: Partial<Recorded> = {}) {
  const { path, headers, body } = { ...recorded, ...changes };
  const sent = new Headers(headers);
  for (const name of ["host", "content-length", "connection"]) sent.delete(name);
  return (await fetch(recorder.url + path, { method: "POST", headers: sent, body })).status;
}
