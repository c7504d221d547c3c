// Checks every plugin's requests and fixture responses against the provider's own API description (test/guarantees/descriptions/README.md).
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Description } from "../../scripts/descriptions/format.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { type Fixture, fixtureViolations, IDENTITY, type OnRequest } from "../../src/plugin-kit/check/fixture.ts";
import { parseFixture, readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";
import { identityViolations } from "../../src/plugin-kit/check/identity-fixtures.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { type Exchange, type Violations, violationsOf } from "./descriptions/check-exchange.ts";
import { type Exception, REQUESTS, RESPONSES, UNDESCRIBED } from "./descriptions/exceptions.ts";

const FOLDER = fileURLToPath(new URL("descriptions/", import.meta.url));
const PLUGINS = fileURLToPath(new URL("../../plugins/", import.meta.url));
const PROVIDERS = readdirSync(FOLDER).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);

interface Judged extends Violations {
  fixture: string;
}

for (const id of PROVIDERS) {
  const description = JSON.parse(readFileSync(`${FOLDER}${id}.json`, "utf8")) as Description;
  const { default: plugin } = (await import(`${PLUGINS}${id}/index.ts`)) as { default: Provider };
  const { endpoints } = buildRegistry([plugin]);
  const judged: Judged[] = [];
  for (const { where, name: fixtureName, text } of readFixtures(`${PLUGINS}${id}`)) {
    const fixture = parseFixture(text) as Fixture;
    for (const exchange of await sentBy(plugin, endpoints, fixtureName, fixture))
      judged.push({ fixture: where.replace("fixtures/", ""), ...violationsOf(description, exchange) });
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

    test("a fixture's response has the field names and types of its operation", () => {
      expect(notExcused(id, described, (one) => one.response, RESPONSES)).toEqual([]);
    });

    test("every operation of the description is used by a fixture", () => {
      const used = new Set(described.map(({ operation }) => operation));
      expect(Object.keys(description.operations).filter((operation) => !used.has(operation))).toEqual([]);
    });
  });
}

test("no exception is for a provider without a description", () => {
  const excused = [...UNDESCRIBED, ...REQUESTS, ...RESPONSES].map(({ provider }) => provider);
  expect(excused.filter((id) => !PROVIDERS.includes(id))).toEqual([]);
});

/** The requests that the plugin sends in a fixture, with the responses of successful calls. */
async function sentBy(
  plugin: Provider,
  endpoints: readonly RegisteredEndpoint[],
  fixtureName: string,
  fixture: Fixture,
): Promise<Exchange[]> {
  const sent: Exchange[] = [];
  const witness: OnRequest = (url, { method = "GET", headers, body }, response) => {
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : (body as string | undefined);
    const fixtureResponse = fixture.result !== undefined && response ? { status: 200, ...response } : undefined;
    sent.push({ method, url, headers: new Headers(headers), body: text, response: fixtureResponse });
  };
  const endpoint = endpoints.find(({ key }) => key === fixtureName);
  if (fixtureName === IDENTITY) await identityViolations(plugin, fixture, witness);
  else if (endpoint) await fixtureViolations(plugin, endpoint, fixture, witness);
  return sent;
}

/** Violations without an exception, and exceptions without a violation. */
function notExcused(
  provider: string,
  judged: readonly Judged[],
  violationsIn: (one: Judged) => readonly string[],
  exceptions: readonly Exception[],
): string[] {
  const unused = new Set(exceptions.filter((one) => one.provider === provider));
  const own = [...unused];
  const violations = judged.flatMap((one) =>
    violationsIn(one).flatMap((text) => {
      const excuse = own.find(
        ({ fixture, violation }) => violation.test(text) && (fixture ?? one.fixture) === one.fixture,
      );
      if (excuse) unused.delete(excuse);
      return excuse ? [] : [`${one.fixture}: ${text}`];
    }),
  );
  return [...violations, ...[...unused].map(({ violation }) => `No longer needed: the exception for ${violation}`)];
}
