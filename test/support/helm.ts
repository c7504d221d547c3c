// Renders the templates of docs/helm, as far as they use Helm's language; what this file does not know is an error.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { type Node, type Pipeline, parseTemplate, type Term } from "./helm-syntax.ts";
import { ROOT } from "./sources.ts";

export const CHART = join(ROOT, "docs/helm/gateway");

interface Scope {
  dot: unknown;
  root: unknown;
  variables: ReadonlyMap<string, unknown>;
  defined: Map<string, Node[]>;
}
type Apply = (args: unknown[], scope: Scope) => unknown;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Go's own emptiness. */
function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** Helm reads numbers as float64, and Go prints those from a million on with an exponent. */
function printed(value: unknown): string {
  if (typeof value === "number" && Math.abs(value) >= 1e6) return value.toExponential().replace(/e\+(\d)$/, "e+0$1");
  if (["string", "number", "boolean"].includes(typeof value)) return String(value);
  throw new Error(`A template prints ${JSON.stringify(value) ?? "a value that is not there"}.`);
}

const KINDS: Record<string, (value: unknown) => boolean> = {
  float64: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
};

const FUNCTIONS: Record<string, Apply> = {
  include: ([name, dot], scope) => {
    const nodes = scope.defined.get(String(name));
    if (!nodes) throw new Error(`No template is named ${name}.`);
    return renderNodes(nodes, { ...scope, dot, root: dot, variables: new Map() });
  },
  toYaml: ([value]) => stringify(value, { sortMapEntries: true }).trimEnd(),
  toJson: ([value]) => JSON.stringify(value),
  nindent: ([width, text]) => `\n${printed(text).replace(/^/gm, " ".repeat(Number(width)))}`,
  quote: ([value]) => JSON.stringify(printed(value)),
  default: ([fallback, value]) => (isTrue(value) ? value : fallback),
  trunc: ([length, text]) => printed(text).slice(0, Number(length)),
  trimSuffix: ([suffix, text]) => {
    const [end, whole] = [printed(suffix), printed(text)];
    return whole.endsWith(end) ? whole.slice(0, -end.length) : whole;
  },
  printf: ([format, ...values]) => {
    if (!/^(?:[^%]|%s)*$/.test(printed(format))) throw new Error(`printf knows %s only: ${format}`);
    return printed(format).replaceAll("%s", () => printed(values.shift()));
  },
  required: ([message, value]) => {
    if (value === undefined || value === null || value === "") throw new Error(printed(message));
    return value;
  },
  not: ([value]) => !isTrue(value),
  ternary: ([yes, no, condition]) => (condition === true ? yes : no),
  kindIs: ([kind, value]) => {
    const is = KINDS[printed(kind)];
    if (!is) throw new Error(`kindIs knows ${Object.keys(KINDS).join(" and ")} only.`);
    return is(value);
  },
};

function fieldOf(value: unknown, path: readonly string[], written: string): unknown {
  return path.reduce((at, name) => {
    if (!isMap(at)) throw new Error(`${written}: there is no ${name} in ${JSON.stringify(at) ?? "nothing"}.`);
    return at[name];
  }, value);
}

function termValue(term: Term, scope: Scope): unknown {
  if (term.kind === "literal") return term.value;
  if (term.kind === "nested") return evaluate(term.pipeline, scope);
  if (term.kind === "field") return fieldOf(scope.dot, term.path, `.${term.path.join(".")}`);
  if (term.name === "") return fieldOf(scope.root, term.path, `$.${term.path.join(".")}`);
  if (!scope.variables.has(term.name)) throw new Error(`No variable is named $${term.name}.`);
  return fieldOf(scope.variables.get(term.name), term.path, `$${term.name}`);
}

function evaluate(pipeline: Pipeline, scope: Scope): unknown {
  let piped: unknown[] = [];
  for (const { name, terms } of pipeline) {
    const args = [...terms.map((term) => termValue(term, scope)), ...piped];
    if (name === null) {
      if (args.length !== 1) throw new Error("A value stands where a function is needed.");
      piped = args;
      continue;
    }
    const apply = FUNCTIONS[name];
    if (!apply) throw new Error(`This test does not know the function ${name}.`);
    piped = [apply(args, scope)];
  }
  return piped[0];
}

function renderRange(node: Node & { kind: "range" }, scope: Scope): string {
  const over = evaluate(node.pipeline, scope);
  if (!isTrue(over)) return renderNodes(node.otherwise, scope);
  const entries: [unknown, unknown][] = isMap(over)
    ? Object.entries(over).sort(([a], [b]) => (a < b ? -1 : 1))
    : (over as unknown[]).map((item, index) => [index, item]);
  return entries
    .map(([key, value]) => {
      const named = node.variables.map((name, i): [string, unknown] => [
        name,
        i === 0 && node.variables.length === 2 ? key : value,
      ]);
      return renderNodes(node.body, { ...scope, dot: value, variables: new Map([...scope.variables, ...named]) });
    })
    .join("");
}

function renderNode(node: Node, scope: Scope): string {
  if (node.kind === "text") return node.text;
  if (node.kind === "print") return printed(evaluate(node.pipeline, scope));
  if (node.kind === "range") return renderRange(node, scope);
  const value = evaluate(node.pipeline, scope);
  if (!isTrue(value)) return renderNodes(node.otherwise, scope);
  return renderNodes(node.body, node.kind === "with" ? { ...scope, dot: value } : scope);
}

const renderNodes = (nodes: readonly Node[], scope: Scope): string =>
  nodes.map((node) => renderNode(node, scope)).join("");

export type Values = Record<string, unknown>;

export const readChart = (file: string): string => readFileSync(join(CHART, file), "utf8");
export const DEFAULTS = parse(readChart("values.yaml")) as Values;

/** As Helm puts `--values` over the chart's own: maps are joined, everything else is replaced. */
export function mergedValues(over: Values, under: Values = DEFAULTS): Values {
  const joined = Object.entries(over).map(([name, value]) => {
    const former = under[name];
    return [name, isMap(value) && isMap(former) ? mergedValues(value, former) : value];
  });
  return { ...under, ...Object.fromEntries(joined) };
}

/** Every template by its file, with text of `NOTES.txt` as well. */
export function renderChart(over: Values = {}, release = "gateway"): Map<string, string> {
  const about = parse(readChart("Chart.yaml")) as { name: string; version: string; appVersion: string };
  const files = readdirSync(join(CHART, "templates"));
  const defined = new Map<string, Node[]>();
  const parsed = files.map((file) => [file, parseTemplate(readChart(join("templates", file)), defined)] as const);
  const root = {
    Values: mergedValues(over),
    Release: { Name: release, Namespace: "default", Service: "Helm" },
    Chart: { Name: about.name, Version: about.version, AppVersion: about.appVersion },
  };
  const scope: Scope = { dot: root, root, variables: new Map(), defined };
  const rendered = parsed
    .filter(([file]) => !file.startsWith("_"))
    .map(([file, nodes]) => [file, renderNodes(nodes, scope)] as const);
  return new Map(rendered);
}
