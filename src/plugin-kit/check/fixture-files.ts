// The kit's rules for the folder of fixtures: each one passes; together they cover endpoints, pages of lists and failures.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { nearest } from "../../foundation/schema/nearest.ts";
import { FAILURES, type Failure, type Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Rule } from "../../providers/registry/unknown-keys.ts";
import { type Fixture, fixtureViolations, IDENTITY, isUnpaged } from "./fixture.ts";
import { ENDPOINT_FIXTURE, unknownFixtureKeys } from "./fixture-keys.ts";
import { hygieneViolations } from "./hygiene.ts";
import { isObject, type Json, mergedWith, type Shared, withShared } from "./like.ts";
import { longIdViolations } from "./long-ids.ts";
import { withPositions } from "./positions.ts";
import { unfilledSentence } from "./unfilled.ts";
import { inputViolations, type NamedFixture } from "./unproven-inputs.ts";
import type { Violation } from "./violation.ts";
import { withDeadline } from "./with-deadline.ts";
import { writtenByViolations } from "./written-by.ts";

/** Each provider needs a fixture of each of these failures, whatever the status; with the status that most have. */
const NEEDED_FAILURES: readonly (readonly [failure: Failure, status: string])[] = [
  ["expired", "401"],
  ["not_found", "404"],
  ["rate_limited", "429"],
  ["unavailable", "503"],
];

export interface FixtureFile {
  /** `fixtures/<name>`. */
  where: string;
  /** The file's name up to its first dot: an endpoint's key, or the identity. */
  name: string;
  /** With the parts of the fixture that it is `like`, and of what it shares. */
  text: string;
  /** As the file has it. */
  ownText: string;
  /** The fixture that it is like; null without one. */
  like: string | null;
}

/** The JSON files of a plugin's `fixtures`, or of a folder below it, sorted by name. */
export function readFixtures(folder: string, within = "fixtures"): FixtureFile[] {
  const texts = textsOf(folder, within);
  const shared = readShared(folder);
  return [...texts].map(([file, ownText]) => ({
    where: `${within}/${file}`,
    name: file.split(".")[0] as string,
    text: expandedText(ownText, texts, shared),
    ownText,
    like: likeOf(objectIn(ownText)),
  }));
}

/** The things of `fixtures/shared`. */
export function readShared(folder: string): Shared {
  const texts = [...textsOf(folder, SHARED_FOLDER)];
  return new Map(texts.map(([file, text]): [string, Json] => [file.slice(0, -".json".length), objectIn(text) ?? {}]));
}

function textsOf(folder: string, within: string): ReadonlyMap<string, string> {
  const path = join(folder, within);
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(".json")) : [];
  return new Map(files.sort().map((file) => [file, readFileSync(join(path, file), "utf8")]));
}

const likeOf = (fixture: Json | null): string | null => (typeof fixture?.like === "string" ? fixture.like : null);

/** A text whose `like` names no fixture keeps it, and is refused when it is parsed. */
export function expandedText(text: string, texts: ReadonlyMap<string, string>, shared: Shared): string {
  const own = text.includes('"like"') ? objectIn(text) : null;
  if (!own) return text;
  const { like, ...parts } = own;
  const full = withShared(parts, shared) as Json;
  if (like === undefined) return JSON.stringify(full);
  const base = objectIn(texts.get(`${like}.json`) ?? "");
  const isBase = base !== null && !Object.hasOwn(base, "like");
  return JSON.stringify(isBase ? mergedWith(withShared(base, shared) as Json, full) : own);
}

export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    // What reads the fixture says that it is no JSON.
    return null;
  }
}

export const SHARED_FOLDER = "fixtures/shared";
export const FOLDERS = ["oauth", "webhooks", "sources", "shared"];
/** How the author signs as the provider does, for `plugin send`. */
export const SIGN_FILE = "fixtures/webhooks/sign.ts";

/** What stands among the fixtures and is never read. */
export function strayFixtures(folder: string): Violation[] {
  const path = join(folder, "fixtures");
  if (!existsSync(path)) return [];
  const entries = [path, ...FOLDERS.map((name) => join(path, name))]
    .filter((one) => existsSync(one))
    .flatMap((one) => readdirSync(one, { withFileTypes: true }).map((entry) => ({ entry, isTop: one === path })));
  return entries.flatMap(({ entry, isTop }) => {
    if (entry.isDirectory() && isTop && FOLDERS.includes(entry.name)) return [];
    const file = join(entry.parentPath, entry.name);
    if (file === join(folder, SIGN_FILE)) return [];
    const where = relative(folder, file);
    if (!entry.isDirectory())
      return entry.name.endsWith(".json") ? [] : [{ where, message: "is not read: a fixture is a .json file." }];
    const meant = isTop ? nearest(entry.name, FOLDERS) : null;
    return [
      {
        where,
        message: `is not read: fixtures are not in a folder with this name${meant === null ? "." : `; did you mean \`${meant}\`?`}`,
      },
    ];
  });
}

interface Coverage {
  /** What the fixtures declare: a provider may say each of them under the status 200. */
  failures: Set<string>;
  /** Endpoint → the pages of its list that fixtures show. What is no list counts as a last page. */
  pages: Map<string, Set<"middle" | "last">>;
}

export async function fixtureFileViolations(
  plugin: Provider,
  folder: string,
  endpoints: readonly RegisteredEndpoint[],
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const coverage: Coverage = { failures: new Set(), pages: new Map() };
  const passing = new Map<string, NamedFixture[]>(endpoints.map(({ key }) => [key, []]));
  for (const { where, name, text, ownText, like } of readFixtures(folder)) {
    violations.push(...hygieneViolations(where, ownText));
    if (name === IDENTITY) continue;
    const endpoint = endpoints.find(({ key }) => key === name);
    const fixture = parseFixture(text);
    if (!endpoint) {
      violations.push({
        where,
        message: "does not name an endpoint: call the file <endpoint>.json or <endpoint>.<case>.json.",
      });
    } else if (typeof fixture === "string") {
      violations.push({ where, message: fixture });
      // It may show what would else be missing.
      coverage.pages.set(name, new Set(["middle", "last"]));
      passing.delete(name);
    } else {
      addToCoverage(coverage, endpoint, fixture);
      const messages = await withDeadline(async () => {
        const found = await fixtureViolations(plugin, endpoint, fixture);
        return found.length > 0 ? found : longIdViolations(plugin, endpoint, fixture);
      });
      // What a fixture shows counts once all of the endpoint pass.
      if (messages.length === 0) passing.get(name)?.push({ where, fixture, isWhole: like === null });
      else passing.delete(name);
      for (const message of messages) violations.push({ where, message });
    }
  }
  const unproven: Violation[] = [];
  for (const endpoint of endpoints) {
    const fixtures = passing.get(endpoint.key) ?? [];
    if (fixtures.length > 0) unproven.push(...(await inputViolations(endpoint, fixtures)));
    const passed = fixtures.map(({ fixture }) => fixture);
    unproven.push(...writtenByViolations(endpoint, passed));
  }
  return [
    ...violations,
    ...endpoints.flatMap((endpoint) => missingCases(coverage, endpoint)),
    ...missingFailures(coverage),
    ...withPositions(unproven, folder),
  ];
}

function addToCoverage({ failures, pages }: Coverage, endpoint: RegisteredEndpoint, fixture: Fixture): void {
  if (fixture.failure !== undefined) {
    const { failure, code } = typeof fixture.failure === "string" ? { failure: fixture.failure } : fixture.failure;
    // An expired credential of the operator's own ends no integration.
    failures.add(code === "bot_token_refused" ? "expired" : failure);
    return;
  }
  const covered = pages.get(endpoint.key) ?? new Set<"middle" | "last">();
  covered.add((fixture.result as { next?: unknown } | null)?.next == null ? "last" : "middle");
  pages.set(endpoint.key, covered);
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

function missingFailures({ failures }: Coverage): Violation[] {
  return NEEDED_FAILURES.filter(([failure]) => !failures.has(failure)).map(([failure, status]) => ({
    where: "fixtures",
    message: `have no case of ${failure}, such as a ${status}.`,
  }));
}

/** The fixture, or a sentence that says why the text is none. */
export function parseFixture(text: string, rule: Rule = ENDPOINT_FIXTURE): Fixture | string {
  const form = "is not { call, upstream: […], result or failure } in JSON";
  let value: Fixture;
  try {
    value = JSON.parse(text) as Fixture;
  } catch {
    // The violation tells it.
    return `${form}.`;
  }
  if (typeof value !== "object" || value === null) return `${form}.`;
  if (Object.hasOwn(value, "like"))
    return 'has a `like` that must name another fixture in this folder, which has none itself: "create_task" for create_task.json.';
  const unknown = unknownFixtureKeys(value, rule);
  if (unknown !== null) return unknown;
  if (!Array.isArray(value.upstream)) return `${form}.`;
  const unfilled = unfilledSentence(value, ["result", "failure"]);
  if (unfilled !== null) return unfilled;
  if ((value.result !== undefined) === (value.failure !== undefined)) return `${form}.`;
  const invalid = value.upstream.find((exchange) => !URL.canParse(exchange?.request?.url) || !exchange.response);
  if (invalid) return `${form}: each of upstream is { request: { url, … }, response }.`;
  return unknownFailure(value) ?? value;
}

/** A failure that no plugin can have is a mistake of the fixture, not of the plugin. */
export function unknownFailure({ failure }: Pick<Fixture, "failure">): string | null {
  if (failure === undefined) return null;
  const name = typeof failure === "string" ? failure : failure?.failure;
  return FAILURES.includes(name as Failure) ? null : `The failure "${name}" is not one of ${FAILURES.join(", ")}.`;
}
