// Rule sets: compared with a naive reference over 100,000 generated rule sets and calls, and example by example.
import { describe, expect, test } from "bun:test";
import { recipientsOf } from "../../../src/agents/policies/call-decision.ts";
import type {
  CallFacts,
  Outcome,
  PolicyData,
  Rule,
  RuledCall,
  Scope,
  SessionFacts,
} from "../../../src/agents/policies/model.ts";
import { knownByText } from "../../../src/agents/policies/recipients.ts";
import { compilePolicy, evaluate } from "../../../src/agents/policies/rules.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { untrustedFields } from "../../../src/providers/registry/untrusted-fields.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { type Random, random } from "../../support/random.ts";

const plugins = await builtInPlugins();
const registry = buildRegistry(plugins);
const all = [...registry.endpoints, ...registry.rawTools.values()];
const some = all.filter(({ provider }) => ["github", "google", "slack"].includes(provider.id));

const TO = ["to"];
const NOW = Date.parse("2026-11-27T17:30:00Z");
const NO_SESSION: CallFacts = { now: NOW, session: null, known: [] };
const SCOPES: Scope[] = (["operator", "partner", "user", "account", "key", "session"] as const).map((kind) => ({
  kind,
  id: kind === "operator" ? null : kind,
}));

const decide = (sets: readonly PolicyData[], call: RuledCall, facts = NO_SESSION) =>
  evaluate(
    sets.map((set, at) => compilePolicy(SCOPES[at] as Scope, set, registry)),
    call,
    facts,
  );
const rule = (outcome: Outcome, when: Rule["when"] = {}, more: Partial<Rule> = {}): Rule => ({
  when,
  outcome,
  reason: "Because.",
  ...more,
});
const callOf = (tool: string, more: Partial<RuledCall> = {}): RuledCall => {
  const effects = registry.tool(tool)?.effects ?? expect.unreachable(tool);
  return {
    ...{ tool, effect: effects.effect, reaches: effects.reaches === true, spends: effects.spends === true },
    ...{ recipients: recipientsOf(), args: {} },
    ...more,
  };
};

function anyRule({ below, oneOf, listOf }: Random): Rule {
  const tool = oneOf(some);
  const when: Rule["when"] = {};
  if (below(3) === 0) when.provider = oneOf([tool.provider.id, [tool.provider.id, oneOf(some).provider.id]]);
  if (below(4) === 0)
    when.service = oneOf([tool.service, `${tool.provider.id}:${tool.service}`, [tool.service, "drive"]]);
  if (below(3) === 0) when.tool = oneOf([tool.tool, `${tool.provider.id}_*`, ["*_list_*", tool.tool], "*"]);
  if (below(3) === 0)
    when.effect = oneOf([
      "reads",
      "writes",
      "destroys",
      "reaches",
      "spends",
      ["reaches", "destroys"],
    ] as const) as never;
  if (below(4) === 0) when.recipients = "unknown";
  if (below(3) === 0)
    when.arguments = {
      owner: oneOf([{ equals: "acme" }, { not_matches: "ac*" }, { in: ["acme", "other"] }, { absent: true }]),
    };
  if (below(6) === 0)
    when.session = oneOf([{ has_read_private: true }, { has_read_private: false, has_read_untrusted: true }]);
  if (below(6) === 0)
    when.time = {
      zone: oneOf(["UTC", "Asia/Tokyo"]),
      ...(below(2) && { days: listOf(3, () => oneOf(["fri", "sat", "sun"] as const)).concat("fri") }),
      ...(below(2) && { from: oneOf(["17:00", "22:00"]), to: oneOf(["18:00", "06:00"]) }),
    };
  return {
    when,
    outcome: oneOf(["allow", "redact", "ask", "deny"]),
    reason: "Because.",
    ...(below(2) && { name: `r${below(9)}` }),
  };
}

/** What a rule means, straight from its words: no table, no order, no cache. */
function appliesNaively({ when, outcome }: Rule, call: RuledCall, facts: CallFacts): boolean {
  const tool = all.find((one) => one.tool === call.tool) ?? expect.unreachable();
  const list = (given: string | readonly string[]): string[] => [given].flat();
  const isLike = (glob: string) =>
    new RegExp(
      `^${glob
        .split("*")
        .map((part) => part.replace(/[.]/g, "\\."))
        .join(".*")}$`,
    ).test(call.tool);
  if (when.provider && !list(when.provider).includes(tool.provider.id)) return false;
  if (
    when.service &&
    !list(when.service).some(
      (name) =>
        name.split(":").at(-1) === tool.service && (!name.includes(":") || name.startsWith(`${tool.provider.id}:`)),
    )
  )
    return false;
  if (when.tool && !list(when.tool).some(isLike)) return false;
  const does = (one: string) =>
    one === "reaches" ? call.reaches : one === "spends" ? call.spends : call.effect === one;
  if (when.effect && !list(when.effect).some(does)) return false;
  if (when.recipients) {
    const named = [call.args.to ?? []].flat() as string[];
    const isKnown = named.length > 0 && named.every((one) => one === "bob@acme.example" || one === "ada@acme.example");
    if (!call.reaches || isKnown) return false;
  }
  for (const [name, wanted] of Object.entries(when.session ?? {}))
    if (!facts.session || facts.session[name as keyof SessionFacts] !== wanted) return false;
  if (when.time) {
    const shifted = new Date(facts.now + (when.time.zone === "UTC" ? 0 : 9 * 3_600_000));
    const day = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][shifted.getUTCDay()] as "sun";
    const clock = shifted.toISOString().slice(11, 16);
    const { days, from = "00:00", to = "24:00" } = when.time;
    if (days && !days.includes(day)) return false;
    if (from < to ? clock < from || clock >= to : clock < from && clock >= to) return false;
  }
  const owner = call.args.owner as string | undefined;
  const predicate = when.arguments?.owner;
  if (!predicate) return true;
  if (predicate.absent) return owner === undefined;
  if (owner === undefined) return false;
  const like = (word: string) => owner === word || (outcome !== "allow" && owner.toLowerCase() === word);
  if (predicate.equals) return like("acme");
  if (predicate.in) return like("acme") || like("other");
  // A rule that restricts doubts that a text in another case is outside the glob, one that allows doubts that it is not.
  return outcome === "allow" ? !/^ac/i.test(owner) : !/^ac/.test(owner);
}

/** A rule that redacts is none where nothing is to hide, and denies what comes back as it is. */
function redactsNaively(tool: (typeof all)[number]): Outcome[] {
  if ([...registry.rawTools.values()].includes(tool)) return ["deny"];
  return untrustedFields(tool).length > 0 ? ["redact"] : [];
}

const RANK: Outcome[] = ["deny", "ask", "redact", "allow"];

describe("rule sets", () => {
  test("decide as the reference does, over 100,000 generated rule sets and calls", () => {
    const from = random(3);
    const { below, oneOf, listOf } = from;
    const counts: Record<string, number> = {};
    for (let i = 0; i < 100_000; i++) {
      const sets = listOf(4, () => ({
        rules: listOf(5, () => anyRule(from)),
        ...(below(4) === 0 && { default: oneOf(["ask", "deny", "allow"] as const) }),
      }));
      const tool = oneOf(some);
      const owner = oneOf([undefined, "acme", "ACME", "other", "accent"]);
      const call = {
        tool: tool.tool,
        effect: tool.effects.effect,
        reaches: below(2) === 0,
        spends: below(3) === 0,
        recipients: recipientsOf(TO),
        args: {
          ...(owner && { owner }),
          ...(below(2) && {
            to: oneOf(["bob@acme.example", ["bob@acme.example"], ["bob@acme.example", "eve@x.example"], []]),
          }),
        },
      };
      const session = oneOf([null, { has_read_private: below(2) === 0, has_read_untrusted: below(2) === 0 }]);
      const known = [knownByText("Write to bob@acme.example.")];
      const facts = { now: NOW + below(7 * 24 * 60) * 60_000, session, known };
      const ofScopes = sets.map((set) => {
        const applied = set.rules
          .filter((one) => appliesNaively(one, call, facts))
          .flatMap(({ outcome }) => (outcome === "redact" ? redactsNaively(tool) : outcome));
        const others: Outcome[] = applied.filter((outcome) => outcome !== "redact");
        const made: Outcome = RANK.find((outcome) => others.includes(outcome)) ?? set.default ?? "allow";
        return made === "allow" && applied.includes("redact") ? "redact" : made;
      });
      const wanted = RANK.find((outcome) => ofScopes.includes(outcome)) ?? "allow";
      const at = wanted === "allow" ? -1 : ofScopes.indexOf(wanted);
      const got = decide(sets, call, facts);
      const seen = { outcome: got.outcome, scope: got.scope };
      const right = { outcome: wanted, scope: at < 0 ? null : SCOPES[at] };
      if (!Bun.deepEquals(seen, right))
        expect({ sets, call, facts, ...seen }).toEqual({ sets, call, facts, ...right } as never);
      counts[got.outcome] = (counts[got.outcome] ?? 0) + 1;
    }
    for (const outcome of RANK) expect(counts[outcome]).toBeGreaterThan(3000);
  }, 60_000);

  test("an inner scope never weakens an outer one: what it adds only restricts", () => {
    const from = random(5);
    for (let i = 0; i < 5000; i++) {
      const outer = { rules: from.listOf(4, () => anyRule(from)) };
      const inner = { rules: from.listOf(4, () => anyRule(from)) };
      const call = callOf(from.oneOf(some).tool, { args: { owner: from.oneOf(["acme", "other"]) } });
      const [without, withInner] = [decide([outer], call), decide([outer, inner], call)];
      expect(RANK.indexOf(withInner.outcome)).toBeLessThanOrEqual(RANK.indexOf(without.outcome));
    }
  });

  test("the order of rules in a set changes no outcome", () => {
    const from = random(6);
    for (let i = 0; i < 5000; i++) {
      const rules = from.listOf(6, () => anyRule(from));
      const call = callOf(from.oneOf(some).tool, { args: { owner: "acme" } });
      expect(decide([{ rules: rules.toReversed() }], call).outcome).toBe(decide([{ rules }], call).outcome);
    }
  });
});

describe("a decision", () => {
  const send = callOf("google_gmail_send_message", { args: { to: ["ada@acme.example", "eve@evil.example"] } });

  test("names the rule, its scope and its reason", () => {
    const outside = rule(
      "deny",
      { arguments: { to: { not_matches: "*@acme.example" } } },
      { name: "inside only", reason: "Mail stays inside." },
    );
    expect(decide([{ rules: [rule("ask"), outside] }], send)).toEqual({
      outcome: "deny",
      redacts: [],
      rule: "inside only",
      scope: { kind: "operator", id: null },
      reason: "Mail stays inside.",
      explanation: 'Rule "inside only" of the operator\'s policy: Mail stays inside.',
    });
    expect(decide([{ rules: [] }, { rules: [rule("allow"), rule("ask")] }], send)).toMatchObject({
      outcome: "ask",
      rule: "2",
      scope: { kind: "partner" },
    });
  });

  test("a default that denies lets through what a rule allows, if all its values are allowed for certain", () => {
    const inside = {
      default: "deny" as const,
      rules: [rule("allow", { arguments: { to: { matches: "*@acme.example" } } })],
    };
    expect(decide([inside], send)).toMatchObject({
      outcome: "deny",
      rule: null,
      explanation: "No rule of the operator's policy allows this call.",
    });
    expect(decide([inside], { ...send, args: { to: "Ada <ada@ACME.example>" } }).outcome).toBe("allow");
  });

  test("hides what every rule that redacts names, also where another one asks, and nothing where one denies", () => {
    const list = callOf("google_gmail_list_messages");
    const bodies = rule("redact", {}, { fields: ["snippet"] });
    const names = rule("redact", { service: "gmail" }, { fields: ["from.email"] });
    const paths = (sets: PolicyData[]) => decide(sets, list).redacts.map(({ path }) => path);
    expect(paths([{ rules: [bodies] }, { rules: [names] }])).toEqual(["messages[].snippet", "messages[].from.email"]);
    expect(paths([{ rules: [bodies, rule("ask")] }])).toEqual(["messages[].snippet"]);
    expect(paths([{ rules: [bodies] }, { rules: [rule("deny")] }])).toEqual([]);
    expect(paths([{ rules: [rule("redact", { tool: "google_drive_*" })] }])).toEqual([]);
  });

  test("a rule that redacts lets no call through that its policy would not make without it", () => {
    const redact = rule("redact", { arguments: { owner: { equals: "acme" } } });
    const get = callOf("github_get_repo", { args: { owner: "acme" } });
    for (const outcome of ["ask", "deny"] as const)
      expect(decide([{ default: outcome, rules: [redact] }], get)).toMatchObject({ outcome, rule: null });
    const allowing = { default: "deny" as const, rules: [redact, rule("allow", { provider: "github" })] };
    expect(decide([allowing], get)).toMatchObject({ outcome: "redact", rule: "1" });
    expect(decide([{ ...allowing, rules: [redact] }], { ...get, args: { owner: "ACME" } }).outcome).toBe("deny");
  });

  test("no policy at all allows", () => {
    expect(decide([], send)).toMatchObject({ outcome: "allow", scope: null });
  });

  test("a rule on a provider also holds for its raw requests, and one on a tool's former name for the tool", () => {
    expect(decide([{ rules: [rule("deny", { provider: "github" })] }], callOf("github_request")).outcome).toBe("deny");
    expect(decide([{ rules: [rule("deny", { tool: "github_*" })] }], callOf("github_request")).outcome).toBe("deny");
  });

  test("a rule on a tool's former name holds for the tool", () => {
    const plugin = plugins.find(({ id }) => id === "github") ?? expect.unreachable();
    const { get_repo: getRepo, ...endpoints } = plugin.endpoints;
    const renamed = { ...plugin, endpoints: { ...endpoints, read_repo: { ...getRepo, previousNames: ["get_repo"] } } };
    const withRenamed = buildRegistry([renamed as typeof plugin]);
    const call = { tool: "github_read_repo", effect: "reads" as const };
    for (const tool of ["github_get_repo", "github_get_*"]) {
      const compiled = compilePolicy(SCOPES[0] as Scope, { rules: [rule("deny", { tool })] }, withRenamed);
      expect([tool, evaluate([compiled], { ...callOf("github_get_repo"), ...call }, NO_SESSION).outcome]).toEqual([
        tool,
        "deny",
      ]);
    }
  });

  test("a span over midnight, in the zone's own time", () => {
    const night = rule("deny", { time: { zone: "Europe/Berlin", days: ["fri"], from: "18:00", to: "06:00" } });
    const at = (time: string) => decide([{ rules: [night] }], send, { ...NO_SESSION, now: Date.parse(time) }).outcome;
    expect(
      [
        "2026-11-27T16:59:00Z",
        "2026-11-27T17:00:00Z",
        "2026-11-27T04:59:00Z",
        "2026-11-27T05:00:00Z",
        "2026-11-28T17:00:00Z",
      ].map(at),
    ).toEqual(["allow", "deny", "deny", "allow", "allow"]);
    // An hour earlier in summer.
    expect(at("2026-07-03T16:00:00Z")).toBe("deny");
  });

  test("a rule on a session's facts is about no caller without a session", () => {
    const flow = { rules: [rule("deny", { session: { has_read_untrusted: true } })] };
    expect(decide([flow], send).outcome).toBe("allow");
    const session = { has_read_private: false, has_read_untrusted: true };
    expect(decide([flow], send, { ...NO_SESSION, session }).outcome).toBe("deny");
  });
});
