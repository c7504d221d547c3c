// The quality of the tool search on the built-in providers' tools, by kind of query and by provider.
import { describe, expect, test } from "bun:test";
import { buildToolIndex } from "../../../src/agents/tools/search.ts";
import { WEIGHTS } from "../../../src/agents/tools/weights.ts";
import { realCatalogue } from "./real-catalogue.ts";
import { realQueries } from "./real-queries.ts";

const catalogue = await realCatalogue();
const index = buildToolIndex(catalogue);
const PROVIDERS = [...new Set(catalogue.map(({ provider }) => provider))];
type Query = (typeof realQueries)[number];

const namesOf = (query: string) => index.search(query).map((hit) => catalogue[hit.index]?.name ?? "");

function quality(set: readonly Query[]): { first: number; reciprocal: number } {
  const ranks = set.map(({ text, right }) => namesOf(text).findIndex((name) => right.includes(name)) + 1);
  return {
    first: ranks.filter((rank) => rank === 1).length / set.length,
    reciprocal: ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / set.length,
  };
}

/** Queries whose right tools are all of this provider. */
function queriesOf(provider: string): Query[] {
  return realQueries.filter(({ right }) => right.length > 0 && right.every((name) => name.startsWith(`${provider}_`)));
}

describe("the tools of the built-in providers", () => {
  test.each([
    ["words", 0.97, 0.98],
    ["sentences", 0.92, 0.94],
    ["typos", 0.95, 0.96],
    ["products", 0.95, 0.97],
    ["languages", 0.95, 0.97],
    ["ambiguous", 0.95, 0.97],
  ])("by %s are found first in at least %d of cases, at a mean reciprocal rank of %d", (kind, first, reciprocal) => {
    const set = realQueries.filter((query) => query.kind === kind);
    expect(set.length).toBeGreaterThan(25);
    expect(set.every(({ right }) => right.length > 0)).toBe(true);
    const measured = quality(set);
    expect(measured.first).toBeGreaterThanOrEqual(first);
    expect(measured.reciprocal).toBeGreaterThanOrEqual(reciprocal);
  });

  test.each(PROVIDERS)(
    "of %s are found first in nine of ten cases, over six queries or more of three kinds",
    (provider) => {
      const set = queriesOf(provider);
      expect(new Set(set.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(3);
      expect(set.length).toBeGreaterThanOrEqual(6);
      const measured = quality(set);
      expect(measured.first).toBeGreaterThanOrEqual(0.9);
      expect(measured.reciprocal).toBeGreaterThanOrEqual(0.92);
    },
  );

  test.each(["far", "near"])("are no hit for queries without a tool (%s), in nineteen of twenty cases", (kind) => {
    const set = realQueries.filter((query) => query.kind === kind);
    expect(set.length).toBeGreaterThan(15);
    expect(set.every(({ right }) => right.length === 0)).toBe(true);
    expect(set.filter(({ text }) => namesOf(text).length === 0).length / set.length).toBeGreaterThanOrEqual(0.95);
  });

  describe.each([
    [["google", "github", "slack"]],
    [["microsoft", "jira", "slack"]],
    [["discord", "hubspot", "linear", "notion"]],
    [["calendly", "linkedin", "pipedrive", "salesforce", "twitter"]],
  ])("where %j are connected", (connected) => {
    const isConnected = (name: string) => connected.includes(name.split("_")[0] ?? "");
    const boost = (i: number) => (isConnected(catalogue[i]?.name ?? "") ? WEIGHTS.connected : 1);
    const firstOf = (query: string) => catalogue[index.search(query, { boost })[0]?.index ?? -1]?.name ?? "";
    const withTool = realQueries.filter(({ right }) => right.length > 0);

    test("come first when a connected one fits, in nineteen of twenty cases", () => {
      const fitting = withTool.filter(({ right }) => right.some(isConnected));
      expect(fitting.length).toBeGreaterThan(100);
      const first = fitting.filter(({ text, right }) => right.filter(isConnected).includes(firstOf(text)));
      expect(first.length / fitting.length).toBeGreaterThanOrEqual(0.95);
    });

    test("lower the share of right first hits by at most one in fifty", () => {
      const rightly = (find: (query: string) => string) =>
        withTool.filter(({ text, right }) => right.includes(find(text))).length / withTool.length;
      expect(rightly(firstOf)).toBeGreaterThanOrEqual(rightly((query) => namesOf(query)[0] ?? "") - 0.02);
    });
  });

  test.each([
    ["google", "send email", "google_gmail_send_message"],
    ["google", "send an email", "google_gmail_send_message"],
    ["google", "list emails", "google_gmail_list_messages"],
    ["google", "upload file", "google_drive_upload_file"],
    ["microsoft", "calendar event", "microsoft_list_events"],
    ["pipedrive", "list contacts", "pipedrive_list_persons"],
  ])("of %s come first by %j where it alone is connected", (provider, query, name) => {
    const boost = (i: number) => (catalogue[i]?.provider === provider ? WEIGHTS.connected : 1);
    expect(catalogue[index.search(query, { boost })[0]?.index ?? -1]?.name).toBe(name);
  });

  test("are each found first by their own name, at a score of 1", () => {
    for (const [at, { name }] of catalogue.entries()) expect(index.search(name)[0]).toEqual({ index: at, score: 1 });
  });

  test("are what the labelled queries name, and each query is unique", () => {
    const names = new Set(catalogue.map(({ name }) => name));
    for (const { right } of realQueries) for (const name of right) expect(names).toContain(name);
    expect(new Set(realQueries.map(({ text }) => text)).size).toBe(realQueries.length);
  });
});
