// The form in which test/guarantees/descriptions keeps what providers say of their APIs, and which operation a request belongs to.

/** A JSON Schema in the few words that test/support/json-schema.ts checks. */
export type Schema = Record<string, unknown>;

export interface Operation {
  /** Parameters of the path and of the query: an object schema each. */
  path?: Schema;
  query?: Schema;
  /** Query parameters whose values stand in one text, divided by commas. */
  commas?: string[];
  /** Media type → schema. */
  body?: Record<string, Schema>;
  bodyRequired?: true;
  /** Status → schema of the JSON answer, where the call succeeds. */
  answers: Record<string, Schema>;
}

export interface Description {
  sources: { package: string; version: string; licence: string; file: string }[];
  /** `<METHOD> <URL template>`; `{name}` is one segment of the path, `{name+}` one or more. */
  operations: Record<string, Operation>;
  /** Schemas that requests refer to as `#/sent/<name>`. */
  sent: Record<string, Schema>;
  /** Schemas that answers refer to: names and types alone, since fixtures are made up and show only what matters. */
  answered: Record<string, Schema>;
}

export interface Found {
  operation: string;
  /** The texts that stand for the template's parameters. */
  params: Record<string, string>;
}

/** The operation of a request: of all that fit, the one with the fewest parameters. */
export function findOperation(operations: readonly string[], method: string, url: string): Found | undefined {
  const { origin, pathname } = new URL(url);
  const fitting = operations.flatMap((operation): Found[] => {
    const [verb, template] = operation.split(" ") as [string, string];
    const found = verb === method ? matcherOf(template).exec(origin + pathname) : null;
    if (!found) return [];
    const params = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
    return [{ operation, params: Object.fromEntries(params) }];
  });
  return fitting.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

const matchers = new Map<string, RegExp>();

function matcherOf(template: string): RegExp {
  const known = matchers.get(template);
  if (known) return known;
  const source = template.replace(/\{(\w+)(\+?)\}|[^{]+/g, (text, name?: string, many?: string) => {
    if (name === undefined) return text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    return many ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`;
  });
  const matcher = new RegExp(`^${source}$`);
  matchers.set(template, matcher);
  return matcher;
}
