// The format of test/guarantees/descriptions, and the lookup of a request's operation in it.

/** JSON Schema with the keywords that test/guarantees/descriptions/json-schema.ts checks. */
export type Schema = Record<string, unknown>;

export interface Operation {
  /** Parameters of the path and of the query: an object schema each. */
  path?: Schema;
  query?: Schema;
  /** Query parameters with comma-separated values. */
  commas?: string[];
  /** Media type → schema. */
  body?: Record<string, Schema>;
  bodyRequired?: true;
  /** Success status, or "2XX" → schema of the JSON response. */
  answers: Record<string, Schema>;
}

export interface Description {
  sources: { package: string; version: string; licence: string; file: string }[];
  /** `<METHOD> <URL template>`; `{name}` is one segment of the path, `{name+}` one or more. */
  operations: Record<string, Operation>;
  /** Schemas that requests refer to as `#/sent/<name>`. */
  sent: Record<string, Schema>;
  /** Schemas of responses: names and types only, since fixtures are made up and partial. */
  answered: Record<string, Schema>;
}

export interface Found {
  operation: string;
  /** The values of the template's parameters. */
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
