// Polls against responses that lead nowhere: a poll must end with them, and never send the same request again.
import type { Poll, Provider, Source, Upstream } from "../../plugin/index.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { NO_PROGRESS, withoutRepeats } from "../../providers/upstream/without-repeats.ts";
import { replayed } from "./replay-upstream.ts";
import { contextOf, type SourceFixture, type What } from "./source-fixture.ts";
import { polling } from "./source-replay.ts";

/** More than any reading of one page needs. */
const MAX_REQUESTS = 60;

/** One sentence for each kind of response that a start or a poll of this fixture goes in circles with. */
export async function circleViolations(
  provider: Provider,
  source: Source,
  what: What,
  fixture: SourceFixture,
): Promise<string[]> {
  if (what !== "start" && what !== "poll") return [];
  const poll = source.poll as Poll;
  const context = polling(fixture, contextOf(provider, source, fixture));
  const work = (upstream: Upstream): Promise<unknown> =>
    what === "start" ? poll.start(context, upstream) : poll.next(fixture.position ?? "", context, upstream);
  const bodies = new Set([
    "{}",
    "[]",
    ...fixture.upstream.map(({ response }) => JSON.stringify(hollow(response.json))),
  ]);
  const violations: string[] = [];
  for (const body of bodies) {
    const { outcome, requestCount } = await replayed(
      {
        provider,
        service: source.permission.split(".")[0] as string,
        identity: context.identity,
        exchanges: [],
        fetch: async () => new Response(body, { headers: { "content-type": "application/json" } }),
      },
      (upstream) => work(withoutRepeats(upstream)),
    );
    const isRepeat =
      "error" in outcome && outcome.error instanceof UpstreamFailure && outcome.error.detail.code === NO_PROGRESS;
    if (isRepeat) violations.push(`The ${what} sends the same request again if each response is ${body}.`);
    else if (requestCount > MAX_REQUESTS) violations.push(`The ${what} does not end if each response is ${body}.`);
  }
  return violations;
}

/** The response without things, cursors and counts: what is left is its form, and flags such as "there is more". */
function hollow(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (typeof member === "boolean") return [[name, member]];
      return typeof member === "object" && member !== null ? [[name, hollow(member)]] : [];
    }),
  );
}
