// A plugin's folder of fixtures: each one runs, and together they cover every endpoint, both ends of lists and failures.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "../plugin/index.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { comesWhole, type Fixture, fixtureViolations, IDENTITY } from "./fixture.ts";
import { hygieneViolations } from "./hygiene.ts";
import type { Violation } from "./violation.ts";

/** Statuses that every provider needs a fixture of, beside successes. */
const NEEDED_FAILURES = ["401", "404", "429", "5xx"] as const;

export interface FixtureFile {
  /** `fixtures/<name>`. */
  where: string;
  /** The file's name up to its first dot: an endpoint's key, or the identity. */
  subject: string;
  text: string;
}

/** The files of `fixtures`, or of a folder within it. */
export function readFixtures(folder: string, within = "fixtures"): FixtureFile[] {
  const path = join(folder, within);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      where: `${within}/${file}`,
      subject: file.split(".")[0] as string,
      text: readFileSync(join(path, file), "utf8"),
    }));
}

/** What the fixtures have shown so far. */
interface Coverage {
  statuses: Set<string>;
  /** Endpoint → the ends of its list that were shown, or nothing more than that it succeeds. */
  succeeded: Map<string, Set<"middle" | "last">>;
}

export async function fixtureFileViolations(
  plugin: Provider,
  folder: string,
  endpoints: readonly RegisteredEndpoint[],
): Promise<Violation[]> {
  const findings: Violation[] = [];
  const coverage: Coverage = { statuses: new Set(), succeeded: new Map() };
  for (const file of readFixtures(folder)) {
    const { where, subject, text } = file;
    findings.push(...hygieneViolations(where, text));
    if (subject === IDENTITY) continue;
    const endpoint = endpoints.find(({ key }) => key === subject);
    const fixture = parseFixture(text);
    if (!endpoint) {
      findings.push({ where, message: "names no endpoint: the file is <endpoint>.json or <endpoint>.<case>.json." });
    } else if (typeof fixture === "string") findings.push({ where, message: fixture });
    else {
      note(coverage, endpoint, fixture);
      for (const message of await fixtureViolations(plugin, endpoint, fixture)) findings.push({ where, message });
    }
  }
  return [...findings, ...endpoints.flatMap((endpoint) => gaps(coverage, endpoint)), ...missingFailures(coverage)];
}

function note({ statuses, succeeded }: Coverage, endpoint: RegisteredEndpoint, fixture: Fixture): void {
  for (const { response } of fixture.upstream) statuses.add(statusClass(response.status ?? 200));
  if (fixture.failure !== undefined) {
    const failure = typeof fixture.failure === "string" ? fixture.failure : fixture.failure.failure;
    // Some providers limit with another status; what counts is that the plugin knows it.
    if (failure === "rate_limited") statuses.add("429");
    return;
  }
  const ends = succeeded.get(endpoint.key) ?? new Set();
  ends.add((fixture.result as { next?: unknown } | null)?.next == null ? "last" : "middle");
  succeeded.set(endpoint.key, ends);
}

function statusClass(status: number): string {
  return status >= 500 ? "5xx" : String(status);
}

/** Cases that an endpoint lacks: any success, and of a list a middle and a last page. */
function gaps({ succeeded }: Coverage, endpoint: RegisteredEndpoint): Violation[] {
  const { key, def } = endpoint;
  const where = `fixtures/${key}.json`;
  const ends = succeeded.get(key);
  if (!ends) return [{ where, message: "is missing: each endpoint needs a fixture." }];
  if (def.returns.kind !== "many") return [];
  const needed = comesWhole(endpoint) ? (["last"] as const) : (["middle", "last"] as const);
  return needed
    .filter((end) => !ends.has(end))
    .map((end) => ({ where, message: `has no ${end} page among its fixtures.` }));
}

function missingFailures({ statuses }: Coverage): Violation[] {
  return NEEDED_FAILURES.filter((status) => !statuses.has(status)).map((status) => ({
    where: "fixtures",
    message: `hold no case of ${status}.`,
  }));
}

const PARTS = ["call", "upstream", "result", "failure"];

/** Gives the fixture, or a sentence that says why it is none. */
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
  const odd = value.upstream.find((exchange) => !URL.canParse(exchange?.request?.url) || !exchange.response);
  return odd ? `${form}: each of upstream is { request: { url, … }, response }.` : value;
}
