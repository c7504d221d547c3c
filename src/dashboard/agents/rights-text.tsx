/** @jsxImportSource #pages */
// What an agent session may, and what a predicate demands of an argument, in words.
import type { Predicate } from "../../agents/policies/predicates.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, pageLanguage, tr } from "../../web/pages/messages.ts";
import { formatNumber, type Reader } from "../../web/pages/reader.ts";
import type { OwnData } from "../own-operations.ts";
import { Words } from "../words.tsx";

export type Session = OwnData<"get_agent_session">;

type Operator = keyof Predicate;
const OPERATORS: Readonly<Record<Operator, Message>> = {
  matches: message("{path} fits {value}"),
  not_matches: message("{path} does not fit {value}"),
  equals: message("{path} is {value}"),
  not_equals: message("{path} is not {value}"),
  in: message("{path} is one of {value}"),
  not_in: message("{path} is none of {value}"),
  at_most: message("{path} is at most {value}"),
  at_least: message("{path} is at least {value}"),
  above: message("{path} is above {value}"),
  below: message("{path} is below {value}"),
  before: message("{path} is before {value}"),
  after: message("{path} is after {value}"),
  count_at_most: message("{path} has at most {value} values"),
  count_at_least: message("{path} has at least {value} values"),
  absent: message("{path} is missing"),
};
export const OPERATOR_NAMES = Object.keys(OPERATORS) as Operator[];

/** Values of a list that are shown. */
const MAX_VALUES = 5;

/** A list as its reader's language writes it. */
export function listText(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(pageLanguage(), { type }).format(items);
}

function valueText(value: unknown): string {
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const more = values.length - MAX_VALUES;
  return more > 0
    ? tr("{values} and {count} more", { values: values.slice(0, MAX_VALUES).join(", "), count: more })
    : values.join(", ");
}

/** One sentence for each operator of a predicate. */
export function predicateTexts(name: string, predicate: Readonly<Record<string, unknown>>): string[] {
  const path = `“${name}”`;
  const operators = Object.entries(predicate).filter(([operator]) => operator !== "absent");
  const texts = operators.map(([operator, value]) =>
    tr(OPERATORS[operator as Operator] ?? OPERATORS.equals, { path, value: valueText(value) }),
  );
  if (predicate.absent === false) return [...texts, tr("{path} is given", { path })];
  if (predicate.absent !== true) return texts;
  return texts.length > 0
    ? [tr("{condition}, or it is missing", { condition: listText(texts) })]
    : [tr(OPERATORS.absent, { path })];
}

/** The limits of a session as words. */
export function limitTexts(reader: Reader, { limits }: Session): string[] {
  const { calls, calls_per_minute, units, units_per_minute } = limits;
  return [
    ...(calls === undefined ? [] : [tr("{calls} calls in all", { calls: formatNumber(reader, calls) })]),
    ...(calls_per_minute === undefined
      ? []
      : [tr("{calls} calls a minute", { calls: formatNumber(reader, calls_per_minute) })]),
    ...(units === undefined
      ? []
      : [tr("{units} requests to providers in all", { units: formatNumber(reader, units) })]),
    ...(units_per_minute === undefined
      ? []
      : [tr("{units} requests to providers a minute", { units: formatNumber(reader, units_per_minute) })]),
  ];
}

/** In a row: the most important words, the rest by its count. */
export function RightsWords({ reader, of: session }: { reader: Reader; of: Session }): Markup {
  const { allow, deny, read_only, connections, constraints } = session;
  const words = [
    ...(read_only ? [tr("read only")] : []),
    ...(allow === null ? [tr("what its key may")] : allow),
    ...deny.map((one) => tr("not {name}", { name: one })),
    ...(connections === null
      ? []
      : [tr("{count, plural, one {1 connection} other {# connections}}", { count: connections.length })]),
    ...(constraints === null || Object.keys(constraints).length === 0 ? [] : [tr("with constraints")]),
    ...limitTexts(reader, session),
  ];
  return <Words words={words} />;
}

/** A provider's name, or the entry as the session has it. */
export const entryText = (registry: Registry, entry: string): Child =>
  entry === "*" ? tr("everything") : (registry.provider(entry)?.name ?? <code>{entry}</code>);

/** The constraints of a session as sentences, by provider or tool. */
export const ConstraintTexts = ({ of: { constraints } }: { of: Session }): Markup => (
  <ul class="sentences">
    {Object.entries(constraints ?? {}).map(([name, predicates]) => (
      <li>
        <code>{name}</code>:{" "}
        {Object.entries(predicates)
          .flatMap(([path, predicate]) => predicateTexts(path, predicate as Record<string, unknown>))
          .join("; ")}
      </li>
    ))}
  </ul>
);

/** An operator for the list of a form. */
export const operatorText = (operator: Operator): string => tr(OPERATORS[operator], { path: "…", value: "…" });
