// Fills in what a source's fixture leaves out: the requests of its function, and what they lead to.
import type { Provider, Source } from "../../plugin/index.ts";
import type { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { explanation, type Filled, recordRequests } from "./fill-fixture.ts";
import { replayed } from "./replay-upstream.ts";
import { contextOf, type SourceFixture, type What } from "./source-fixture.ts";
import { READS, RUNS, resultOf } from "./source-replay.ts";

/** The part of a fixture that has the result; null where a function has none. */
export const RESULT_OF: Record<What, "subscribed" | "isActive" | "position" | "page" | null> = {
  subscribe: "subscribed",
  renew: "subscribed",
  unsubscribe: null,
  check: "isActive",
  start: "position",
  poll: "page",
};

/** Like `fillFixture`: what is there stays, unless `isOverwriting`. */
export async function fillSource(
  provider: Provider,
  source: Source,
  what: What,
  partial: object,
  isOverwriting: boolean,
): Promise<Omit<Filled, "fixture"> & { fixture: object }> {
  const fixture = structuredClone(partial) as SourceFixture;
  const recorder = recordRequests(provider, fixture, isOverwriting);
  const context = contextOf(provider, source, fixture);
  const { outcome } = await replayed(
    {
      provider,
      service: source.permission.split(".")[0] as string,
      identity: context.identity,
      exchanges: [],
      onlyReads: READS.includes(what),
      fetch: recorder.fetch,
    },
    (upstream) => RUNS[what](source, fixture, context, upstream),
  );
  const wrote = recorder.wrote.sort();
  const part = RESULT_OF[what];
  const isEnded = fixture.failure !== undefined || part === null || fixture[part] !== undefined;
  let missing = recorder.unanswered();
  if (missing === null && (!isEnded || isOverwriting)) {
    if ("value" in outcome && part !== null) {
      Object.assign(fixture, { [part]: JSON.parse(JSON.stringify(resultOf(outcome.value))) });
      wrote.push(part);
    } else if ("error" in outcome) {
      const error = outcome.error as Error;
      missing = explanation(error, fixture);
      if (missing === null) Object.assign(fixture, { failure: (error as UpstreamFailure).detail.failure });
      if (missing === null) wrote.push("failure");
    }
  }
  return { fixture, wrote, missing };
}
