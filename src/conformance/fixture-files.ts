// The kit's rules for the folder of fixtures: each one passes; together they cover endpoints, pages of lists and failures.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "../plugin/index.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { type Fixture, fixtureViolations, IDENTITY, isUnpaged } from "./fixture.ts";
import { hygieneViolations } from "./hygiene.ts";
import type { Violation } from "./violation.ts";

/** Each provider needs a fixture of each of these statuses. */
const NEEDED_FAILURES = ["401", "404", "429", "5xx"] as const;

export interface FixtureFile {
  /** `fixtures/<name>`. */
  where: string;
  /** The file's name up to its first dot: an endpoint's key, or the identity. */
  name: string;
  text: string;
}

/** The JSON files of a plugin's `fixtures`, or of a folder below it, sorted by name. */
export function readFixtures(folder: string, within = "fixtures"): FixtureFile[] {
  const path = join(folder, within);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      where: `${within}/${file}`,
      name: file.split(".")[0] as string,
      text: readFileSync(join(path, file), "utf8"),
    }));
}

interface Coverage {
  statuses: Set<string>;
  /** Endpoint → the pages of its list that fixtures show. What is no list counts as a last page. */
  pages: Map<string, Set<"middle" | "last">>;
}

export async function fixtureFileViolations(
  plugin: Provider,
  folder: string,
  endpoints: readonly RegisteredEndpoint[],
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const coverage: Coverage = { statuses: new Set(), pages: new Map() };
  for (const { where, name, text } of readFixtures(folder)) {
    violations.push(...hygieneViolations(where, text));
    if (name === IDENTITY) continue;
    const endpoint = endpoints.find(({ key }) => key === name);
    const fixture = parseFixture(text);
    if (!endpoint) {
      violations.push({ where, message: "names no endpoint: the file is <endpoint>.json or <endpoint>.<case>.json." });
    } else if (typeof fixture === "string") violations.push({ where, message: fixture });
    else {
      addToCoverage(coverage, endpoint, fixture);
      for (const message of await fixtureViolations(plugin, endpoint, fixture)) violations.push({ where, message });
    }
  }
  return [
    ...violations,
    ...endpoints.flatMap((endpoint) => missingCases(coverage, endpoint)),
    ...missingFailures(coverage),
  ];
}

function addToCoverage({ statuses, pages }: Coverage, endpoint: RegisteredEndpoint, fixture: Fixture): void {
  for (const { response } of fixture.upstream) statuses.add(statusClass(response.status ?? 200));
  if (fixture.failure !== undefined) {
    const failure = typeof fixture.failure === "string" ? fixture.failure : fixture.failure.failure;
    // Some providers limit with another status: the plugin must classify it all the same.
    if (failure === "rate_limited") statuses.add("429");
    return;
  }
  const covered = pages.get(endpoint.key) ?? new Set();
  covered.add((fixture.result as { next?: unknown } | null)?.next == null ? "last" : "middle");
  pages.set(endpoint.key, covered);
}

function statusClass(status: number): string {
  return status >= 500 ? "5xx" : String(status);
}

/** A success of every endpoint, and of a paged list a middle and a last page. */
function missingCases({ pages }: Coverage, endpoint: RegisteredEndpoint): Violation[] {
  const { key, def } = endpoint;
  const where = `fixtures/${key}.json`;
  const covered = pages.get(key);
  if (!covered) return [{ where, message: "is missing: each endpoint needs a fixture." }];
  if (def.returns.kind !== "many") return [];
  const needed = isUnpaged(endpoint) ? (["last"] as const) : (["middle", "last"] as const);
  return needed
    .filter((page) => !covered.has(page))
    .map((page) => ({ where, message: `has no ${page} page among its fixtures.` }));
}

function missingFailures({ statuses }: Coverage): Violation[] {
  return NEEDED_FAILURES.filter((status) => !statuses.has(status)).map((status) => ({
    where: "fixtures",
    message: `hold no case of ${status}.`,
  }));
}

const PARTS = ["call", "upstream", "result", "failure"];

/** The fixture, or a sentence that says why the text is none. */
export function parseFixture(text: string): Fixture | string {
  const form = "is not { call, upstream: […], result or failure } in JSON";
  let value: Fixture;
  try {
    value = JSON.parse(text) as Fixture;
  } catch {
    return `${form}.`;
  }
  if (!Array.isArray(value?.upstream) || (value.result !== undefined) === (value.failure !== undefined))
    return `${form}.`;
  const unknown = Object.keys(value).find((name) => !PARTS.includes(name));
  if (unknown !== undefined) return `${form}: it has no "${unknown}".`;
  const invalid = value.upstream.find((exchange) => !URL.canParse(exchange?.request?.url) || !exchange.response);
  return invalid ? `${form}: each of upstream is { request: { url, … }, response }.` : value;
}
