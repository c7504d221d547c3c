// `gateway plugin check --fill`: writes into fixtures what they leave out, for a person to review.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "../../plugin/index.ts";
import { fillFixture, type PartialFixture } from "../../plugin-kit/check/fill-fixture.ts";
import { asPatch, inputFixtures } from "../../plugin-kit/check/fill-inputs.ts";
import { fillSource, RESULT_OF } from "../../plugin-kit/check/fill-source.ts";
import { fillWebhook } from "../../plugin-kit/check/fill-webhook.ts";
import { IDENTITY } from "../../plugin-kit/check/fixture.ts";
import {
  type FixtureFile,
  objectIn,
  parseFixture,
  readFixtures,
  readShared,
} from "../../plugin-kit/check/fixture-files.ts";
import { fixtureText, unsafeNumber } from "../../plugin-kit/check/fixture-text.ts";
import type { Json } from "../../plugin-kit/check/like.ts";
import { OAUTH_FUNCTIONS, type OAuthFixture, oauthResult, RESULTS } from "../../plugin-kit/check/oauth-fixture.ts";
import { OAUTH_FOLDER, parseOAuthFixture } from "../../plugin-kit/check/oauth-fixtures.ts";
import { folded } from "../../plugin-kit/check/shorten.ts";
import { WHATS } from "../../plugin-kit/check/source-fixture.ts";
import { FOLDER as SOURCE_FOLDER } from "../../plugin-kit/check/source-fixtures.ts";
import type { NamedFixture } from "../../plugin-kit/check/unproven-inputs.ts";
import { FOLDER as WEBHOOK_FOLDER } from "../../plugin-kit/check/webhook-fixtures.ts";
import { pluginViolations } from "../../providers/registry/plugin-violations.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { RESERVED_IDS } from "../../server/reserved-ids.ts";

/** What became of one fixture. */
export interface FilledFile {
  file: string;
  wrote: string[];
  missing: string | null;
}

/** The fixtures that were filled, or that could not be; `only` is the path of one of them. A plugin that cannot be served has none. */
export async function fillFixtures(
  plugin: Provider,
  folder: string,
  { only, isOverwriting }: { only: string | null; isOverwriting: boolean },
): Promise<FilledFile[]> {
  if (pluginViolations(plugin, RESERVED_IDS).length > 0) return [];
  const { endpoints } = buildRegistry([plugin]);
  const filled: FilledFile[] = [];
  for (const { where, name } of inTurn(readFixtures(folder))) {
    const endpoint = endpoints.find(({ key }) => key === name) ?? null;
    if ((endpoint === null && name !== IDENTITY) || (only !== null && only !== where)) continue;
    const files = readFixtures(folder);
    const fixture = files.find((file) => file.where === where) as FixtureFile;
    filled.push(...(await fillOne(plugin, endpoint, { fixture, files, folder, isOverwriting })));
  }
  filled.push(...(await fillSources(plugin, folder, only, isOverwriting)));
  filled.push(...(await fillWebhooks(plugin, folder, only, isOverwriting)));
  filled.push(...(await fillOAuth(plugin, folder, only, isOverwriting)));
  filled.sort((a, b) => (a.file < b.file ? -1 : 1));
  return only === null ? [...filled, ...(await fillInputs(endpoints, folder))] : filled;
}

/** One that is like another comes after all that are whole. */
const inTurn = (files: readonly FixtureFile[]) => [
  ...files.filter(({ like }) => like === null),
  ...files.filter(({ like }) => like !== null),
];

/** Fixtures of sources: their requests, and what they lead to. */
async function fillSources(plugin: Provider, folder: string, only: string | null, isOverwriting: boolean) {
  const filled: FilledFile[] = [];
  for (const { where: file } of inTurn(readFixtures(folder, SOURCE_FOLDER))) {
    const files = readFixtures(folder, SOURCE_FOLDER);
    const fixture = files.find(({ where }) => where === file) as FixtureFile;
    const { name } = fixture;
    const what = WHATS.find((one) => one === file.slice(`${SOURCE_FOLDER}/${name}.`.length).split(".")[0]);
    const source = Object.hasOwn(plugin.sources ?? {}, name) ? plugin.sources?.[name] : undefined;
    if (!what || !source || (only !== null && only !== file)) continue;
    const part = RESULT_OF[what];
    const ends = ["failure", ...(part === null ? [] : [part])];
    const base = baseOf(fixture, files, SOURCE_FOLDER);
    const whole = read(fixture);
    const partial = base && (isOverwriting || isBare(fixture, ends)) ? withoutEnd(whole, ends) : whole;
    if (typeof partial === "string") {
      filled.push({ file, wrote: [], missing: partial });
      continue;
    }
    const end = part === null ? {} : ((partial as Record<string, unknown>)[part] ?? partial.failure);
    if (!isOverwriting && isComplete({ ...partial, result: end })) continue;
    const { fixture: full, wrote, missing } = await fillSource(plugin, source, what, partial, isOverwriting);
    if (missing !== null && partial !== whole) continue;
    const isNew =
      wrote.length > 0 && writeIfNew(folder, fixture, base ? asPatch(base.where, JSON.parse(base.text), full) : full);
    if (isNew || missing !== null) filled.push({ file, wrote: isNew ? wrote : [], missing });
  }
  return filled;
}

/** Fixtures of the webhook: the events of each request, or the response to a handshake. */
async function fillWebhooks(plugin: Provider, folder: string, only: string | null, isOverwriting: boolean) {
  const filled: FilledFile[] = [];
  const files = plugin.webhook ? readFixtures(folder, WEBHOOK_FOLDER) : [];
  for (const fixture of files.filter(({ where }) => only === null || only === where)) {
    const { where: file, text } = fixture;
    const partial = objectIn(text);
    // The check says what is wrong with one of another form.
    if (!partial || !plugin.webhook || typeof partial.inbound !== "object") continue;
    const { fixture: full, wrote, missing } = await fillWebhook(plugin, plugin.webhook, partial, isOverwriting);
    const base = baseOf(fixture, files, WEBHOOK_FOLDER);
    const isNew =
      wrote.length > 0 && writeIfNew(folder, fixture, base ? asPatch(base.where, JSON.parse(base.text), full) : full);
    if (isNew || missing !== null) filled.push({ file, wrote: isNew ? wrote : [], missing });
  }
  return filled;
}

/** Fixtures of OAuth's functions: what each leads to. */
async function fillOAuth(plugin: Provider, folder: string, only: string | null, isOverwriting: boolean) {
  const filled: FilledFile[] = [];
  for (const { where: file, name, text } of readFixtures(folder, OAUTH_FOLDER)) {
    const what = OAUTH_FUNCTIONS.find((one) => one === name);
    const fixture = what ? parseOAuthFixture(what, text) : "";
    if (!what || typeof fixture === "string" || (only !== null && only !== file)) continue;
    if (!isOverwriting && RESULTS[what].some((part) => part in fixture)) continue;
    const given = Object.entries(fixture).filter(([part]) => !RESULTS[what].includes(part as keyof OAuthFixture));
    try {
      const result = await oauthResult(plugin, what, fixture);
      write(folder, file, { ...Object.fromEntries(given), ...result });
      filled.push({ file, wrote: Object.keys(result), missing: null });
    } catch (error) {
      filled.push({
        file,
        wrote: [],
        missing: `The function threw ${error instanceof Error ? error.message : "something"}.`,
      });
    }
  }
  return filled;
}

interface FillOptions {
  fixture: FixtureFile;
  files: readonly FixtureFile[];
  folder: string;
  isOverwriting: boolean;
}

/** Empty where there is nothing to say. */
async function fillOne(
  plugin: Provider,
  endpoint: RegisteredEndpoint | null,
  { fixture, files, folder, isOverwriting }: FillOptions,
): Promise<FilledFile[]> {
  const file = fixture.where;
  const base = baseOf(fixture, files, "fixtures");
  const whole = read(fixture);
  const partial = base && (isOverwriting || isBare(fixture, ENDS)) ? withoutEnd(whole, ENDS) : whole;
  if (typeof partial === "string") return [{ file, wrote: [], missing: partial }];
  if (!isOverwriting && isComplete(partial)) return [];
  const { fixture: full, wrote, missing } = await fillFixture(plugin, endpoint, partial, isOverwriting);
  // What it has of the other fixture may be a person's to write: a failure with its message.
  if (missing !== null && partial !== whole && isComplete(whole as PartialFixture)) return [];
  const written = base ? asPatch(base.where, JSON.parse(base.text), full) : full;
  const isNew = wrote.length > 0 && writeIfNew(folder, fixture, written);
  return isNew || missing !== null ? [{ file, wrote: isNew ? wrote : [], missing }] : [];
}

const ENDS = ["result", "failure"];

const write = (folder: string, where: string, fixture: object) =>
  writeFileSync(join(folder, where), fixtureText(folded(fixture as Json, readShared(folder))));

/** Whether it says something that the file did not. */
function writeIfNew(folder: string, { where, ownText }: FixtureFile, fixture: object): boolean {
  const short = folded(fixture as Json, readShared(folder));
  if (JSON.stringify(short) === JSON.stringify(objectIn(ownText))) return false;
  write(folder, where, fixture);
  return true;
}

/** The fixture that this one is `like`; null without one. */
function baseOf({ like }: FixtureFile, files: readonly FixtureFile[], within: string): FixtureFile | null {
  return files.find(({ where }) => where === `${within}/${like}.json`) ?? null;
}

/** Whether a fixture that is `like` another says only what is called, and the responses. */
function isBare({ ownText }: FixtureFile, ends: readonly string[]): boolean {
  const own = objectIn(ownText) ?? {};
  const exchanges = Array.isArray(own.upstream) ? own.upstream : [];
  return (
    !ends.some((part) => Object.hasOwn(own, part)) && !exchanges.some((one) => Object.hasOwn(one ?? {}, "request"))
  );
}

/** The other fixture's requests and its end are not this one's, but for the details of a failure, which a person wrote. */
function withoutEnd(fixture: PartialFixture | string, ends: readonly string[]): PartialFixture | string {
  if (typeof fixture === "string") return fixture;
  const { upstream = [], ...rest } = fixture;
  const isTheirs = (part: string, value: unknown) =>
    ends.includes(part) && (part !== "failure" || typeof value === "string");
  const given = Object.entries(rest).filter(([part, value]) => !isTheirs(part, value));
  return { ...Object.fromEntries(given), upstream: upstream.map(({ response }) => ({ response })) };
}

/** Writes the fixtures of inputs that none shows. */
async function fillInputs(endpoints: readonly RegisteredEndpoint[], folder: string): Promise<FilledFile[]> {
  const files = readFixtures(folder);
  const filled: FilledFile[] = [];
  for (const endpoint of endpoints) {
    const fixtures = files.flatMap(({ where, name, text, like }): NamedFixture[] => {
      const fixture = name === endpoint.key ? parseFixture(text) : "";
      return typeof fixture === "string" ? [] : [{ where, fixture, isWhole: like === null }];
    });
    for (const { file, fixture } of await inputFixtures(endpoint, fixtures)) {
      write(folder, file, fixture);
      filled.push({ file, wrote: Object.keys(fixture), missing: null });
    }
  }
  return filled;
}

/** The fixture, or a sentence that says why it cannot be filled. */
function read({ text }: FixtureFile): PartialFixture | string {
  let changed: string | null;
  let value: PartialFixture;
  try {
    changed = unsafeNumber(text);
    value = JSON.parse(text) as PartialFixture;
  } catch {
    // The parser's own message repeats the text.
    return "The file is not valid JSON.";
  }
  // Written again it would be another number.
  if (changed !== null)
    return `It contains the number ${changed}, which would change when it is written: fill it by hand.`;
  const isObject = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  const exchanges: unknown = value?.upstream ?? [];
  if (isObject(value) && Array.isArray(exchanges) && exchanges.every(isObject)) return value;
  return "The file does not have the form { call, upstream: [{ response }] }.";
}

function isComplete({ upstream = [], result, failure }: PartialFixture): boolean {
  return (
    (result !== undefined || failure !== undefined) && upstream.every(({ request, response }) => request && response)
  );
}
