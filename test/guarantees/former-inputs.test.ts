// Every former name of an input, in every built-in plugin: a call that uses it sends, byte for byte, what today's name sends.
import { describe, expect, test } from "bun:test";
import { previousNamesIn } from "../../src/foundation/schema/previous-names.ts";
import type { AnyCall } from "../../src/plugin/index.ts";
import type { Fixture } from "../../src/plugin-kit/check/fixture.ts";
import { parseFixture, readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";
import { responseOf } from "../../src/plugin-kit/check/recorded-fetch.ts";
import { callOf, replayCall } from "../../src/plugin-kit/check/replay-call.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { checkInput } from "../../src/web/http/input.ts";
import { readJson } from "../../src/web/http/json-text.ts";
import { builtInPlugins, PLUGINS_FOLDER } from "../support/built-in.ts";

const { endpoints } = buildRegistry(await builtInPlugins());

/** What one call may say in another way. */
interface Alias {
  endpoint: RegisteredEndpoint;
  part: "query" | "body";
  name: string;
  before: string;
}
const aliases: Alias[] = endpoints.flatMap((endpoint) =>
  (["query", "body"] as const).flatMap((part) =>
    Object.entries(endpoint.def[part]?.properties ?? {}).flatMap(([name, field]) =>
      previousNamesIn(field).map((before) => ({ endpoint, part, name, before })),
    ),
  ),
);

const byPlugin = Map.groupBy(aliases, ({ endpoint }) => endpoint.provider.id);

/** A call's input, read of a request as the gateway reads it. */
async function readCall({ input }: RegisteredEndpoint, call: AnyCall): Promise<Pick<AnyCall, "query" | "body">> {
  const url = new URL("http://localhost/");
  for (const [name, value] of Object.entries(call.query))
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  const bytes = new TextEncoder().encode(JSON.stringify(call.body));
  const request = new Request(url, { method: "POST", headers: { "content-type": "application/json" } });
  const schemas = { query: input.query, body: input.body };
  return checkInput(schemas, request, {}, { bytes, read: input.body ? await readJson(bytes) : null });
}

/** The requests of a call, each as the text that goes out. */
async function sent(endpoint: RegisteredEndpoint, call: AnyCall, fixture: Fixture): Promise<string[]> {
  const requests: string[] = [];
  const { query, body } = await readCall(endpoint, call);
  const fetch = async (url: string, init: RequestInit) => {
    const { response } = fixture.upstream[requests.length] ?? { response: { status: 503 } };
    requests.push(`${init.method ?? "GET"} ${url} ${String(init.body ?? "")}`);
    return responseOf(response);
  };
  // A failure of the fixture's is as good: what was sent until then counts.
  await replayCall(endpoint, { ...call, query, body }, fetch).catch(() => {});
  return requests;
}

const underFormer = (call: AnyCall, { part, name, before }: Alias): AnyCall => {
  const values: Record<string, unknown> = call[part];
  const renamed = Object.entries(values).map(([own, value]) => [own === name ? before : own, value]);
  return { ...call, [part]: Object.fromEntries(renamed) };
};

describe("a call with an input's former name sends what today's name sends", () => {
  test("in more than ten plugins", () => {
    expect(byPlugin.size).toBeGreaterThan(10);
  });

  for (const [id, own] of byPlugin) {
    test(`in ${own.length} inputs of ${id}`, async () => {
      const files = readFixtures(PLUGINS_FOLDER + id);
      const unseen: string[] = [];
      for (const alias of own) {
        const { endpoint, part, name, before } = alias;
        let count = 0;
        for (const { name: key, text } of files) {
          const fixture = parseFixture(text);
          if (key !== endpoint.key || typeof fixture === "string") continue;
          const call = callOf(fixture);
          if (!Object.hasOwn(call[part], name)) continue;
          const today = await sent(endpoint, call, fixture);
          expect(await sent(endpoint, underFormer(call, alias), fixture)).toEqual(today);
          count += today.length;
        }
        if (count === 0) unseen.push(`${endpoint.key} ${before}`);
      }
      expect(unseen).toEqual([]);
    });
  }
});
