// What the guard around plugins costs a call: `bun bench/plugin-guard.ts` runs endpoints with it and without, by turns.

import github from "../plugins/github/index.ts";
import { createMetrics } from "../src/foundation/metrics/metrics.ts";
import type { AnyCall, Provider } from "../src/plugin/index.ts";
import { createPluginGuard } from "../src/providers/guard/guard.ts";
import { buildRegistry } from "../src/providers/registry/registry.ts";
import { execute } from "../src/providers/upstream/execute.ts";
import { resolveTarget } from "../src/providers/upstream/target.ts";
import { fixtureOf } from "../test/support/fixture-replay.ts";

const ROUNDS = 25;
const CALLS = 400;
const ITEMS = [1, 25, 100];

const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const bare = github as unknown as Provider;
const guarded = createPluginGuard({ log, metrics: createMetrics(), now: Date.now }).guarded(bare);

const [item] = (fixtureOf("github", "list_issue_comments.middle").upstream[0]?.response.json ?? []) as unknown[];

/** Microseconds of processor time for each call. */
async function measure(plugin: Provider, items: number): Promise<number> {
  const endpoint = buildRegistry([plugin]).tools.get("github_list_issue_comments");
  if (!endpoint) throw new Error("The plugin has no such endpoint.");
  const body = JSON.stringify(Array.from({ length: items }, () => item));
  const call: AnyCall = {
    params: { owner: "acme", repo: "shop", number: "1" },
    query: {},
    body: {},
    page: { limit: items, position: null },
    identity: { id: "1", name: "ada", tenant: {} },
    idempotencyKey: "1",
  };
  const context = {
    target: resolveTarget(plugin, {}),
    tokens: { access: "token", others: {} },
    fetch: async () => new Response(body, { headers: { "content-type": "application/json" } }),
    signal: new AbortController().signal,
    now: Date.now,
    countRequest: silent,
  };
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i++) await execute(endpoint, call, context);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

/** The quietest tenth: other programs only add. */
const least = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 10)] as number;

for (const items of ITEMS) {
  const [without, within]: [number[], number[]] = [[], []];
  for (let round = -3; round < ROUNDS; round++) {
    const pair = [await measure(bare, items), await measure(guarded, items)] as const;
    if (round < 0) continue;
    without.push(pair[0]);
    within.push(pair[1]);
  }
  const [a, b] = [least(without), least(within)];
  console.log(`${items} items: ${a.toFixed(0)} µs without, ${b.toFixed(0)} µs with, ${(b - a).toFixed(1)} µs more`);
}
