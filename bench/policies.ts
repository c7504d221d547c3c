// What rules cost a call: bun bench/policies.ts. Each line is the processor time of a call, beside the same calls without a rule.

import { recipientsOf } from "../src/agents/policies/call-decision.ts";
import type { PolicyData, Rule, RuledCall, Scope } from "../src/agents/policies/model.ts";
import { type CompiledPolicy, compilePolicy, evaluate } from "../src/agents/policies/rules.ts";
import { loadPlugins, pluginsInFolder } from "../src/providers/registry/load.ts";
import { buildRegistry } from "../src/providers/registry/registry.ts";
import { RESERVED_IDS } from "../src/server/reserved-ids.ts";

const BATCHES = 41;
const CALLS = 5_000;
const RULES = 1_000;
const FACTS = { now: Date.now(), session: { has_read_private: true, has_read_untrusted: true }, known: [] };

const folder = new URL("../plugins/", import.meta.url).pathname;
const sources = pluginsInFolder(folder).filter(({ file }) => file.endsWith("/index.ts"));
const registry = buildRegistry(await loadPlugins(sources, RESERVED_IDS));
const tools = registry.endpoints;

const calls: RuledCall[] = tools.map(({ tool, effects }) => ({
  tool,
  effect: effects.effect,
  reaches: effects.reaches !== false,
  spends: effects.spends === true,
  recipients: recipientsOf(["to"]),
  args: {
    owner: "acme",
    repo: "gateway",
    to: ["Ada <ada@acme.example>", "bob@acme.example", "carol@acme.example"],
    subject: "The plan for the week",
    text: "A text of some length. ".repeat(40),
  },
}));

const rule = (index: number, when: Rule["when"]): Rule => ({
  when,
  outcome: index % 2 ? "deny" : "ask",
  reason: "Because.",
});
const many = (whenOf: (index: number) => Rule["when"]): PolicyData => ({
  rules: Array.from({ length: RULES }, (_, index) => rule(index, whenOf(index))),
});
const domain = (index: number) => `*@customer-${index}.example`;

/** None of these rules applies, so that every one of a tool is evaluated. */
const SETS: Record<string, PolicyData> = {
  "two or three rules a tool, on the owner": many((index) => ({
    tool: tools[index % tools.length]?.tool ?? "",
    arguments: { owner: { matches: `customer-${index}*` } },
  })),
  "two or three rules a tool, on recipients": many((index) => ({
    tool: tools[index % tools.length]?.tool ?? "",
    arguments: { to: { matches: domain(index) } },
  })),
  "50 rules on every tool, the others one tool each": many((index) => ({
    ...(index % 20 ? { tool: tools[index % tools.length]?.tool ?? "" } : {}),
    arguments: { to: { matches: domain(index) } },
  })),
  "1,000 rules on every tool, on the owner": many((index) => ({
    arguments: { owner: { equals: `customer-${index}` } },
  })),
  "1,000 rules on every tool, on three recipients": many((index) => ({
    arguments: { to: { matches: domain(index) } },
  })),
  "one rule on every tool, on 1,000 recipients in ten lists": {
    rules: Array.from({ length: 10 }, (_, list) =>
      rule(list, {
        arguments: { to: { in: Array.from({ length: 100 }, (_, index) => `a@customer-${list}-${index}.example`) } },
      }),
    ),
  },
};

/** Processor time of one call, in the quietest tenth of the batches: other programs only add. */
function microseconds(policies: readonly CompiledPolicy[]): number {
  const times: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = process.cpuUsage();
    for (let index = 0; index < CALLS; index++) evaluate(policies, calls[index % calls.length] as RuledCall, FACTS);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / CALLS);
  }
  return times.sort((a, b) => a - b)[Math.floor(BATCHES / 10)] as number;
}

const scope: Scope = { kind: "user", id: "u" };
const empty = [compilePolicy(scope, { rules: [] }, registry)];
microseconds(empty);
const base = microseconds(empty);
console.log(`an empty policy: ${base.toFixed(2)} µs`);
for (const [name, set] of Object.entries(SETS)) {
  const startedAt = performance.now();
  const compiled = [compilePolicy(scope, set, registry)];
  for (const call of calls) evaluate(compiled, call, FACTS);
  const first = performance.now() - startedAt;
  const time = microseconds(compiled);
  const ratio = (time / base).toFixed(0);
  console.log(
    `${name}: ${time.toFixed(2)} µs a call, ${ratio} times an empty one; compiled and met once in ${first.toFixed(0)} ms`,
  );
}
