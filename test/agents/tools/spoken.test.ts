// The quality of the tool search on everyday speech, for the tuned half, the held-out one, and queries written afterwards.
import { describe, expect, test } from "bun:test";
import { buildToolIndex } from "../../../src/agents/tools/search.ts";
import { WEIGHTS } from "../../../src/agents/tools/weights.ts";
import { realCatalogue } from "./real-catalogue.ts";
import { type SpokenQuery, spokenQueries } from "./spoken-queries.ts";

const catalogue = await realCatalogue();
const index = buildToolIndex(catalogue);
const namesOf = (query: string) => index.search(query).map((hit) => catalogue[hit.index]?.name ?? "");

const HALVES: Record<string, readonly SpokenQuery[]> = {
  tuned: spokenQueries.filter(({ isForTuning, isAdded }) => isForTuning && !isAdded),
  "held-out": spokenQueries.filter(({ isForTuning, isFresh, isAdded }) => !isForTuning && !isFresh && !isAdded),
  "added, tuned": spokenQueries.filter(({ isForTuning, isAdded }) => isForTuning && isAdded),
  "added, held-out": spokenQueries.filter(({ isForTuning, isAdded }) => !isForTuning && isAdded),
  fresh: spokenQueries.filter(({ isFresh }) => isFresh),
};
const withTool = (half: string) => (HALVES[half] ?? []).filter(({ right }) => right.length > 0);

function reciprocalRank(set: readonly SpokenQuery[]): number {
  const ranks = set.map(({ text, right }) => namesOf(text).findIndex((name) => right.includes(name)) + 1);
  return ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / set.length;
}

describe("everyday speech", () => {
  test.each([
    ["steps", 0.85, 0.94],
    ["cut", 0.88, 0.93],
    ["everyday", 0.85, 0.83],
    ["mine", 0.96, 0.89],
    ["german", 0.96, 0.94],
    ["portuguese", 0.96, 0.94],
    ["hindi", 0.96, 0.97],
  ])("of kind %s has a mean reciprocal rank of %d where it was tuned, and of %d where not", (kind, tuned, heldOut) => {
    const ofKind = (half: string) => withTool(half).filter((query) => query.kind === kind);
    expect(ofKind("held-out").length).toBeGreaterThan(15);
    expect(reciprocalRank(ofKind("tuned"))).toBeGreaterThanOrEqual(tuned);
    expect(reciprocalRank(ofKind("held-out"))).toBeGreaterThanOrEqual(heldOut);
  });

  test.each([
    ["tuned", 0.92, 0.97],
    ["held-out", 0.93, 0.96],
    ["fresh", 0.81, 0.87],
    ["added, tuned", 0.88, 0.94],
    ["added, held-out", 0.75, 0.87],
  ])(
    "has a mean reciprocal rank (%s) of %d, and a right tool among the first five in %d of cases",
    (half, rank, share) => {
      const set = withTool(half);
      expect(reciprocalRank(set)).toBeGreaterThanOrEqual(rank);
      const found = set.filter(({ text, right }) =>
        namesOf(text)
          .slice(0, 5)
          .some((name) => right.includes(name)),
      );
      expect(found.length / set.length).toBeGreaterThanOrEqual(share);
    },
  );

  test.each([
    ["tuned", 0.9],
    ["held-out", 0.9],
    ["fresh", 0.8],
  ])("with several steps (%s) has tools of %d of them among the first ten", (half, share) => {
    const steps = withTool(half).flatMap(({ text, steps, kind }) =>
      kind === "steps"
        ? steps.map((right) =>
            namesOf(text)
              .slice(0, 10)
              .some((name) => right.includes(name)),
          )
        : [],
    );
    expect(steps.filter(Boolean).length / steps.length).toBeGreaterThanOrEqual(share);
  });

  test.each([
    ["tuned", 0.97],
    ["held-out", 0.84],
    ["fresh", 0.73],
    ["added, tuned", 0.93],
    ["added, held-out", 0.9],
  ])("without a tool (%s) finds nothing in %d of cases", (half, share) => {
    const set = (HALVES[half] ?? []).filter(({ right }) => right.length === 0);
    expect(set.filter(({ text }) => namesOf(text).length === 0).length / set.length).toBeGreaterThanOrEqual(share);
  });

  test("scores no more than one in thirty without a tool as high as a caller acts at, and keeps three in four right ones", () => {
    const ACT_AT = 0.7;
    const firstScore = ({ text }: SpokenQuery) => index.search(text)[0]?.score ?? 0;
    const without = spokenQueries.filter(({ right }) => right.length === 0);
    expect(without.filter((query) => firstScore(query) >= ACT_AT).length / without.length).toBeLessThanOrEqual(1 / 30);
    const rightFirst = spokenQueries.filter(({ text, right }) => right.includes(namesOf(text)[0] ?? ""));
    const kept = rightFirst.filter((query) => firstScore(query) >= ACT_AT).length / rightFirst.length;
    expect(kept).toBeGreaterThanOrEqual(0.75);
  });

  test.each([
    ["tuned", 0.85],
    ["held-out", 0.85],
    ["fresh", 0.69],
  ])("has a connected tool first (%s) where one fits, in %d of cases", (half, share) => {
    const cases = [
      ["google", "github", "slack"],
      ["microsoft", "jira", "slack"],
      ["discord", "hubspot", "linear", "notion"],
      ["calendly", "linkedin", "pipedrive", "salesforce", "twitter"],
    ].flatMap((connected) => {
      const isConnected = (name: string) => connected.includes(name.split("_")[0] ?? "");
      const boost = (at: number) => (isConnected(catalogue[at]?.name ?? "") ? WEIGHTS.connected : 1);
      return withTool(half).flatMap(({ text, right }) => {
        const fitting = right.filter(isConnected);
        const first = catalogue[index.search(text, { boost })[0]?.index ?? -1]?.name ?? "";
        return fitting.length > 0 ? [fitting.includes(first)] : [];
      });
    });
    expect(cases.filter(Boolean).length / cases.length).toBeGreaterThanOrEqual(share);
  });

  test("is labelled with tools of the catalogue, each query once", () => {
    const names = new Set(catalogue.map(({ name }) => name));
    for (const { right } of spokenQueries) for (const name of right) expect(names).toContain(name);
    expect(new Set(spokenQueries.map(({ text }) => text)).size).toBe(spokenQueries.length);
  });
});

describe("the search reads", () => {
  test.each([
    ["a verb and its particle apart", "take that message down in slack", "slack_delete_message"],
    ["a German one", "leite die mail an meinen chef weiter", "google_gmail_forward_message"],
    ["a possessor as a detail", "the channel's members", "slack_list_channel_members"],
    ["an adjective as no verb", "my open pull requests", "github_list_pull_requests"],
    ["words cut to two letters", "hu con", "hubspot_list_contacts"],
    ["a foreign stop word as none to complete", "meine repositories", "github_list_repos"],
    ["a German preposition as no particle", "teile die datei mit bob", "google_drive_share_file"],
    ["a noun that could be a verb as a list of it", "my direct messages", "slack_list_dms"],
    ["a letter of Hindi without its dot", "github रिलीज दिखाओ", "github_list_releases"],
  ])("%s", (_, query, name) => {
    expect(namesOf(query)[0]).toBe(name);
  });

  test("a pronoun as the object of the step before", () => {
    expect(namesOf("find the last outlook mail and forward it to ada").slice(0, 5)).toContain(
      "microsoft_forward_email",
    );
  });

  test.each(["close the curtains", "update my windows drivers", "list all planets", "monday.com boards"])(
    "no ordinary word as a misspelling, and no verb as enough: %s",
    (query) => {
      expect(namesOf(query)).toEqual([]);
    },
  );
});

describe("weaker hits", () => {
  test("come behind good ones with their low scores", () => {
    const scores = index.search("send an email").map(({ score }) => score);
    expect(scores[0]).toBeGreaterThanOrEqual(WEIGHTS.threshold);
    expect(scores.some((score) => score < WEIGHTS.threshold)).toBe(true);
    expect(scores.every((score) => score >= WEIGHTS.floor)).toBe(true);
  });

  test("are no hits where no good one is: an empty list means that nothing fits", () => {
    for (const { text } of spokenQueries) {
      const [best] = index.search(text);
      if (best) expect(best.score).toBeGreaterThanOrEqual(WEIGHTS.threshold);
    }
  });
});
