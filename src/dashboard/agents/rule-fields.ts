// A rule as the fields of a form, and back. What the form cannot say stays JSON.
import { isDeepStrictEqual } from "node:util";
import type { ReadRule } from "./rule-text.tsx";

/** Arguments that the form has fields for. */
export const ARGUMENT_ROWS = [0, 1, 2] as const;

const LISTS = new Set(["matches", "not_matches", "in", "not_in"]);
const NUMBERS = new Set(["at_most", "at_least", "above", "below", "count_at_most", "count_at_least"]);

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
/** As people write it: one name, or a list of several. */
const oneOrList = (items: readonly string[]) => (items.length === 1 ? items[0] : [...items]);

/** A number or a word of JSON is one, everything else a text. */
function scalarOf(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;
}

function operandOf(operator: string, text: string): unknown {
  if (operator === "absent") return true;
  if (NUMBERS.has(operator)) return scalarOf(text);
  if (operator === "matches" || operator === "not_matches") return oneOrList(listOf(text)) ?? "";
  if (LISTS.has(operator)) return listOf(text).map(scalarOf);
  return operator === "before" || operator === "after" ? text : scalarOf(text);
}

/** The rule that a form stands for; its check finds what is wrong with it. */
export function ruleOf(form: URLSearchParams): ReadRule {
  const text = (name: string) => (form.get(name) ?? "").trim();
  const names = { provider: form.getAll("provider"), service: listOf(text("service")), tool: listOf(text("tool")) };
  const effects = form.getAll("effect");
  const args: Record<string, Record<string, unknown>> = {};
  for (const row of ARGUMENT_ROWS) {
    const [path, operator] = [text(`path_${row}`), text(`operator_${row}`)];
    if (path !== "") args[path] = { ...args[path], [operator]: operandOf(operator, text(`value_${row}`)) };
  }
  return {
    ...(text("name") !== "" && { name: text("name") }),
    when: {
      ...Object.fromEntries(
        Object.entries(names).flatMap(([name, given]) => (given.length === 0 ? [] : [[name, oneOrList(given)]])),
      ),
      ...(effects.length > 0 && { effect: oneOrList(effects) }),
      ...(Object.keys(args).length > 0 && { arguments: args }),
    },
    outcome: text("outcome") as ReadRule["outcome"],
    ...(text("outcome") === "redact" && text("fields") !== "" && { fields: listOf(text("fields")) }),
    reason: text("reason"),
  };
}

/** The fields of a rule; null for one that has more to say than the form. */
export function fieldsOf(rule: ReadRule): URLSearchParams | null {
  const names = (given: string | string[] | undefined) => [given ?? []].flat();
  const { when } = rule;
  const rows = Object.entries(when.arguments ?? {}).flatMap(([path, predicate]) =>
    Object.entries(predicate).map(([operator, value]) => ({ path, operator, value: [value].flat().join(", ") })),
  );
  const form = new URLSearchParams([
    ["name", rule.name ?? ""],
    ["outcome", rule.outcome],
    ["fields", (rule.fields ?? []).join(", ")],
    ["reason", rule.reason],
    ...names(when.provider).map((one) => ["provider", one] as [string, string]),
    ["service", names(when.service).join(", ")],
    ["tool", names(when.tool).join(", ")],
    ...names(when.effect).map((one) => ["effect", one] as [string, string]),
    ...rows.flatMap(({ path, operator, value }, row): [string, string][] => [
      [`path_${row}`, path],
      [`operator_${row}`, operator],
      [`value_${row}`, operator === "absent" ? "" : value],
    ]),
  ]);
  return isDeepStrictEqual(simplified(ruleOf(form)), simplified(rule)) ? form : null;
}

/** A list of one name says the same as the name. */
function simplified({ when, ...rest }: ReadRule): unknown {
  const simple = Object.entries(when).map(([name, value]) => [name, Array.isArray(value) ? oneOrList(value) : value]);
  return { ...rest, when: Object.fromEntries(simple) };
}

/** The field of the form that an error of a rule is about, by the error's path within the rule. */
export function fieldAt(path: string, form: URLSearchParams): string {
  const [, first = "", second = "", third = ""] = path.split("/");
  if (first !== "when") return first === "" ? "" : `/${first}`;
  if (second !== "arguments") return second === "" ? "/when" : `/${second}`;
  const name = third.replaceAll("~1", "/").replaceAll("~0", "~");
  const row = ARGUMENT_ROWS.find((one) => (form.get(`path_${one}`) ?? "").trim() === name) ?? 0;
  return `/path_${row}`;
}
