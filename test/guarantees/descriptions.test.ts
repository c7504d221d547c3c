// What plugins send to providers is what the providers' own descriptions of their APIs allow (test/guarantees/descriptions/README.md).
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Description } from "../../scripts/descriptions/format.ts";
import { type Fixture, fixtureViolations, IDENTITY, type OnRequest } from "../../src/conformance/fixture.ts";
import { parseFixture, readFixtures } from "../../src/conformance/fixture-files.ts";
import { identityViolations } from "../../src/conformance/identity-fixtures.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/registry/registry.ts";
import { type Exchange, type Faults, undescribed } from "../support/described.ts";
import { ANSWERS, type Exception, REQUESTS, UNDESCRIBED } from "./descriptions/exceptions.ts";

const FOLDER = fileURLToPath(new URL("descriptions/", import.meta.url));
const PLUGINS = fileURLToPath(new URL("../../plugins/", import.meta.url));
const PROVIDERS = readdirSync(FOLDER).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);

interface Judged extends Faults {
  fixture: string;
}

for (const id of PROVIDERS) {
  const description = JSON.parse(readFileSync(`${FOLDER}${id}.json`, "utf8")) as Description;
  const { default: plugin } = (await import(`${PLUGINS}${id}/index.ts`)) as { default: Provider };
  const { endpoints } = buildRegistry([plugin]);
  const judged: Judged[] = [];
  for (const { where, name: subject, text } of readFixtures(`${PLUGINS}${id}`)) {
    const fixture = parseFixture(text) as Fixture;
    for (const exchange of await sentBy(plugin, endpoints, subject, fixture))
      judged.push({ fixture: where.replace("fixtures/", ""), ...undescribed(description, exchange) });
  }
  const described = judged.filter(({ operation }) => operation !== undefined);

  describe(id, () => {
    test(`every operation that the plugin calls is one of ${id}'s (else: bun scripts/take-descriptions.ts)`, () => {
      const unknown = judged.filter(({ operation }) => operation === undefined);
      expect(notExcused(id, unknown, (one) => one.request, UNDESCRIBED)).toEqual([]);
      expect(described.length).toBeGreaterThan(0);
    });

    test("each request has the parameters, the fields and the types of its operation", () => {
      expect(notExcused(id, described, (one) => one.request, REQUESTS)).toEqual([]);
    });

    test("what a fixture's answer shows has the names and types of its operation", () => {
      expect(notExcused(id, described, (one) => one.answer, ANSWERS)).toEqual([]);
    });

    test("the description has no operation that no fixture shows", () => {
      const used = new Set(described.map(({ operation }) => operation));
      expect(Object.keys(description.operations).filter((operation) => !used.has(operation))).toEqual([]);
    });
  });
}

test("no exception is for a provider without a description", () => {
  const excused = [...UNDESCRIBED, ...REQUESTS, ...ANSWERS].map(({ provider }) => provider);
  expect(excused.filter((id) => !PROVIDERS.includes(id))).toEqual([]);
});

/** The requests of a fixture as the plugin really sends them, with the answers that a success is made from. */
async function sentBy(
  plugin: Provider,
  endpoints: readonly RegisteredEndpoint[],
  subject: string,
  fixture: Fixture,
): Promise<Exchange[]> {
  const sent: Exchange[] = [];
  const witness: OnRequest = (url, { method = "GET", headers, body }, response) => {
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : (body as string | undefined);
    const answer = fixture.result !== undefined && response ? { status: 200, ...response } : undefined;
    sent.push({ method, url, headers: new Headers(headers), body: text, answer });
  };
  const endpoint = endpoints.find(({ key }) => key === subject);
  if (subject === IDENTITY) await identityViolations(plugin, fixture, witness);
  else if (endpoint) await fixtureViolations(plugin, endpoint, fixture, witness);
  return sent;
}

/** The faults that no exception covers, and the exceptions that cover none. */
function notExcused(
  provider: string,
  judged: readonly Judged[],
  faultsOf: (one: Judged) => readonly string[],
  exceptions: readonly Exception[],
): string[] {
  const unused = new Set(exceptions.filter((one) => one.provider === provider));
  const own = [...unused];
  const faults = judged.flatMap((one) =>
    faultsOf(one).flatMap((text) => {
      const excuse = own.find(({ fixture, fault }) => fault.test(text) && (fixture ?? one.fixture) === one.fixture);
      if (excuse) unused.delete(excuse);
      return excuse ? [] : [`${one.fixture}: ${text}`];
    }),
  );
  return [...faults, ...[...unused].map(({ fault }) => `No longer needed: the exception for ${fault}`)];
}
