// Stops a poll that reads in circles: the same request, sent again in one piece of work, brings what it brought before.
import type { Failure, Upstream, UpstreamRequest } from "../../plugin/index.ts";
import { UpstreamFailure } from "./failure.ts";

/** The code of a failure of work that gets nowhere. */
export const NO_PROGRESS = "no_progress";

export const noProgress = (message: string) =>
  new UpstreamFailure({ failure: "error", status: null, message, code: NO_PROGRESS });

/** The upstream for work that only reads; it throws at the second of two equal requests, before it is sent. */
export function withoutRepeats(upstream: Upstream): Upstream {
  const sent = new Set<string>();
  const once = (request: unknown) => {
    const key = JSON.stringify(request);
    if (sent.has(key)) throw noProgress("The poll for new items keeps sending the same request.");
    sent.add(key);
  };
  return {
    async request(req) {
      once(req);
      return upstream.request(req);
    },
    async attempt(req, tolerated) {
      once(req);
      return upstream.attempt(req, tolerated);
    },
    open: (async (req: UpstreamRequest, tolerated: readonly Failure[] = []) => {
      once(req);
      return upstream.open(req, tolerated);
    }) as Upstream["open"],
    async follow(link, req) {
      once([link, req]);
      return upstream.follow(link, req);
    },
  };
}
