/** @jsxImportSource #pages */
// A rule on calls as a sentence: which calls it is about, and what happens to them.
import { DAYS, type Outcome as RuleOutcome } from "../../agents/policies/model.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import type { Tone } from "../../web/pages/components.tsx";
import { Status } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, pageLanguage, tr } from "../../web/pages/messages.ts";
import { listText, predicateTexts } from "./rights-text.tsx";
import type { StoredRule } from "./rules-scope.ts";

/** A rule as the API gives it: what it lacks is no condition. */
export interface ReadRule {
  name?: string;
  outcome: RuleOutcome;
  reason: string;
  fields?: string[];
  when: {
    provider?: string | string[];
    service?: string | string[];
    tool?: string | string[];
    effect?: string | string[];
    arguments?: Record<string, Record<string, unknown>>;
    session?: Record<string, boolean>;
    time?: { zone: string; days?: (typeof DAYS)[number][]; from?: string; to?: string };
  };
}

/** Stored rules have passed the check of their schema. */
export const readRule = (rule: StoredRule): ReadRule => rule as unknown as ReadRule;

const OUTCOMES: Record<RuleOutcome, readonly [Tone, Message]> = {
  allow: ["good", message("Allowed")],
  redact: ["warning", message("Fields hidden")],
  ask: ["warning", message("Asked first")],
  deny: ["bad", message("Denied")],
};
export const Outcome = ({ of }: { of: string }): Markup => {
  const known = OUTCOMES[of as RuleOutcome];
  return known ? <Status tone={known[0]}>{tr(known[1])}</Status> : <Status tone="neutral">{of}</Status>;
};

/** What a call does, as the end of a sentence. */
export const EFFECTS: Readonly<Record<string, Message>> = {
  reads: message("reads"),
  writes: message("creates or changes something"),
  destroys: message("deletes or cancels something"),
  reaches: message("sends or shows something to somebody else"),
  spends: message("spends money"),
};

const effectText = (effect: string): string => {
  const text = EFFECTS[effect];
  return text ? tr(text) : effect;
};

const FACTS: Readonly<Record<string, readonly [yes: Message, no: Message]>> = {
  has_read_private: [message("the session has read private data"), message("the session has read no private data")],
  has_read_untrusted: [
    message("the session has read what others wrote"),
    message("the session has read nothing that others wrote"),
  ],
};

const CONDITIONS = ["provider", "service", "tool", "effect", "arguments", "session", "time"];

/** The conditions of a rule, each as a phrase; none where it is about every call. */
export function conditionTexts(registry: Registry, { when }: ReadRule): string[] {
  const names = (given: string | string[] | undefined) => [given ?? []].flat();
  const or = (given: readonly string[]) => listText(given, "disjunction");
  const { time, session = {}, arguments: args = {} } = when;
  const others = Object.entries(when).filter(([name]) => !CONDITIONS.includes(name));
  return [
    ...(when.provider === undefined
      ? []
      : [
          tr("the provider is {names}", {
            names: or(names(when.provider).map((id) => registry.provider(id)?.name ?? id)),
          }),
        ]),
    ...(when.service === undefined ? [] : [tr("the service is {names}", { names: or(names(when.service)) })]),
    ...(when.tool === undefined ? [] : [tr("the tool is {names}", { names: or(names(when.tool)) })]),
    ...(when.effect === undefined ? [] : [tr("it {effects}", { effects: or(names(when.effect).map(effectText)) })]),
    ...Object.entries(args).flatMap(([path, predicate]) => predicateTexts(path, predicate)),
    ...Object.entries(session).map(([name, value]) => factText(name, value)),
    ...(time === undefined ? [] : [timeText(time)]),
    ...others.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ];
}

function factText(name: string, value: boolean): string {
  const texts = FACTS[name];
  return texts ? tr(texts[value ? 0 : 1]) : `${name}: ${value}`;
}

/** The first Monday of 1970 and the days after it. */
const MONDAY = Date.UTC(1970, 0, 5);
const DAY_MS = 86_400_000;
function dayName(day: (typeof DAYS)[number]): string {
  const format = new Intl.DateTimeFormat(pageLanguage(), { weekday: "short", timeZone: "UTC" });
  return format.format(MONDAY + DAYS.indexOf(day) * DAY_MS);
}

function timeText({ zone, days, from, to }: NonNullable<ReadRule["when"]["time"]>): string {
  const parts = [
    ...(days === undefined ? [] : [listText(days.map(dayName), "disjunction")]),
    ...(from === undefined && to === undefined
      ? []
      : [tr("from {from} to {to}", { from: from ?? "00:00", to: to ?? "24:00" })]),
  ];
  return parts.length === 0 ? zone : `${parts.join(", ")} (${zone})`;
}

/** The calls that a rule is about, with the reason that it gives. */
export function RuleSentence({ registry, of: rule }: { registry: Registry; of: ReadRule }): Markup {
  const conditions = conditionTexts(registry, rule);
  return (
    <>
      <span class="strong">
        {conditions.length === 0
          ? tr("Every call")
          : tr("Calls where: {conditions}", { conditions: conditions.join("; ") })}
      </span>
      {rule.outcome === "redact" && (
        <>
          <br />
          {rule.fields === undefined
            ? tr("Hidden: every text that others may have written")
            : tr("Hidden: {fields}", { fields: listText(rule.fields) })}
        </>
      )}
      <br />
      <bdi class="muted">{rule.reason}</bdi>
    </>
  );
}
