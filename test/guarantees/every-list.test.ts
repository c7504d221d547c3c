// Every list of every plugin, walked with another limit at each step against a fake of its provider.
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import acme from "../../docs/examples/acme/index.ts";
import notes from "../../docs/examples/notes/index.ts";
import { type AnyCall, type Provider, valueAt } from "../../src/plugin/index.ts";
import type { Fixture } from "../../src/plugin-kit/check/fixture.ts";
import { parseFixture, readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { execute } from "../../src/providers/upstream/execute.ts";
import { resolveTarget } from "../../src/providers/upstream/target.ts";
import { builtInPlugins, PLUGINS_FOLDER } from "../support/built-in.ts";
import { callOf } from "../support/fixture-replay.ts";
import { ROOT } from "../support/sources.ts";
import { FAKES, type Fake } from "./paged-providers.ts";
import type { Json, PageRequest } from "./pagination-styles.ts";

const folderOf = (id: string) => (id in { acme, notes } ? join(ROOT, "docs/examples", id) : PLUGINS_FOLDER + id);
const plugins = [...(await builtInPlugins()), ...([acme, notes] as unknown as Provider[])];
const lists = buildRegistry(plugins).endpoints.filter(({ def }) => def.returns.kind === "many");

type Exchange = Fixture["upstream"][number];
const listIn = (exchange: Exchange, path: string): unknown[] | null => {
  const list = valueAt(exchange.response.json, path);
  return Array.isArray(list) && list.length > 0 ? list : null;
};
const pathOf = (url: string) => new URL(url).pathname;

function withValue(json: unknown, dotted: string, value: unknown): unknown {
  if (dotted === "") return value;
  const [name = "", ...rest] = dotted.startsWith("@") ? [dotted] : dotted.split(".");
  const object = (json ?? {}) as Json;
  return { ...object, [name]: withValue(object[name], rest.join("."), value) };
}
/** Removes what the fixture's response says of its next page. */
const MARKS = ["nextPageToken", "next_cursor", "next", "nextRecordsUrl", "@odata.nextLink", "paging", "pagination"];
const unmarked = (json: unknown) =>
  Array.isArray(json)
    ? json
    : Object.fromEntries(
        Object.entries(json as Json).filter(
          ([name]) => ![...MARKS, "meta", "additional_data", "response_metadata", "isLast", "total"].includes(name),
        ),
      );

function requestOf(url: string, init: RequestInit): PageRequest {
  const body = String(init.body ?? "");
  const isJson = body.startsWith("{");
  const json = isJson ? (JSON.parse(body) as Json) : {};
  const values = { ...json, ...(json.variables as Json) };
  const form = new URLSearchParams(isJson ? "" : body);
  const parsed = new URL(url);
  return {
    url: parsed,
    says: (name) => {
      const value = parsed.searchParams.get(name) ?? form.get(name) ?? values[name] ?? undefined;
      return value === undefined ? undefined : String(value);
    },
  };
}

/** A provider with `count` items like the fixture's, and the call that lists them. */
class Stage {
  readonly call: AnyCall;
  readonly #fixture: Fixture;
  readonly #list: Exchange;
  #items: unknown[] = [];
  #own = 0;
  #template: Json = {};

  constructor(
    readonly endpoint: RegisteredEndpoint,
    readonly fake: Fake,
  ) {
    const fixtures = readFixtures(folderOf(endpoint.provider.id))
      .filter(({ name }) => name === endpoint.key)
      // The plain call first, whose file has the shortest name.
      .sort((a, b) => a.where.length - b.where.length)
      .map(({ text }) => parseFixture(text) as Fixture)
      .filter(({ result, call }) => result !== undefined && (call?.position ?? null) === null);
    const found = fixtures
      .flatMap((fixture) => fixture.upstream.map((exchange) => ({ fixture, exchange })))
      .find(({ fixture, exchange }) => listIn(exchange, fake.at) && (fixture.result as { items: [] }).items.length > 0);
    if (!found) throw new Error(`No fixture of ${endpoint.tool} has an item.`);
    this.#fixture = found.fixture;
    this.#list = found.exchange;
    this.call = callOf(found.fixture);
  }

  /** Makes the first of the fixture's items that the plugin returns the template. */
  async prepare(): Promise<void> {
    for (const template of listIn(this.#list, this.fake.at) ?? []) {
      this.#template = template as Json;
      this.fill(1, 1_000);
      if ((await this.page(1, null)).numbers.length === 1) return;
    }
    throw new Error(`${this.endpoint.tool} returns none of its fixture's items.`);
  }

  fill(count: number, own: number): void {
    const { item = (same: Json): unknown => same } = this.fake;
    this.#items = Array.from({ length: count }, (_, n) => item({ ...this.#template, nth: n }, n));
    this.#own = own;
  }

  #respond(url: string, init: RequestInit): Response {
    const method = init.method ?? "GET";
    const sent = requestOf(url, init);
    const isList = ({ request }: Exchange) =>
      (request.method ?? "GET") === method && pathOf(request.url) === sent.url.pathname;
    if (isList(this.#list) || sent.url.pathname.includes("/query/")) {
      const page = this.fake.style(sent, this.#items, this.#own);
      if (!page) return Response.json({ error: "refused" }, { status: 400 });
      const items = [...(page.top ?? []), ...this.#items.slice(page.from, page.end)];
      let json = withValue(unmarked(this.#list.response.json), this.fake.at, items);
      for (const [dotted, value] of Object.entries(page.json ?? {})) json = withValue(json, dotted, value);
      return Response.json(json, { headers: page.link === undefined ? {} : { link: page.link } });
    }
    const recorded = this.#fixture.upstream.find(isList);
    if (recorded) return Response.json(recorded.response.json, { status: recorded.response.status ?? 200 });
    const last = this.#fixture.upstream.find(({ request }) => request !== this.#list.request && this.fake.detail);
    const detail = last && this.fake.detail?.(sent.url.pathname, last.response.json as Json);
    return detail ? Response.json(detail) : Response.json({ error: "unexpected" }, { status: 599 });
  }

  async page(limit: number, position: string | null) {
    const { endpoint, call } = this;
    const result = await execute(
      endpoint,
      { ...call, page: { limit, position } },
      {
        target: resolveTarget(endpoint.provider, { botToken: "bot" }),
        tokens: { access: "token", others: { [endpoint.def.credential ?? "other"]: "token" } },
        fetch: async (url, init) => this.#respond(url, init),
        signal: NEVER,
        now: () => 0,
        raw: true,
        countRequest: () => {},
      },
    );
    if (result.kind !== "many") throw new Error(`${endpoint.tool} returns no list.`);
    const numbers = result.items.map((item) => {
      const [, nth] = /nth\D{1,3}(\d+)/.exec(JSON.stringify((item as Json).raw)) ?? [];
      return nth === undefined ? null : Number(nth);
    });
    return { numbers, next: result.next };
  }

  /** The items' numbers in the order of the pages. */
  async walk(count: number, own: number, limits: readonly number[]): Promise<(number | null)[]> {
    this.fill(count, own);
    const seen: (number | null)[] = [];
    let position: string | null = null;
    for (let step = 0; step <= 2 * count + limits.length; step++) {
      const limit = limits[step % limits.length] as number;
      const { numbers, next }: Awaited<ReturnType<Stage["page"]>> = await this.page(limit, position);
      expect(numbers.length).toBeLessThanOrEqual(limit);
      seen.push(...numbers);
      if (next === null) return seen;
      position = next;
    }
    throw new Error(`${this.endpoint.tool} never ends.`);
  }

  /** The numbers that a walk must return. */
  expected(count: number): number[] {
    return Array.from({ length: count }, (_, n) => n).filter((n) => !this.fake.leavesOut?.(n));
  }
}
const NEVER = new AbortController().signal;

const sizes = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 }));
const walks = fc.record({
  count: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 150 })),
  own: fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 60 })),
  limits: fc.array(sizes, { minLength: 2, maxLength: 8 }),
});

test("R-43: every list has a fake of its provider, and every fake a list", () => {
  expect(lists.map(({ tool }) => tool).sort()).toEqual(Object.keys(FAKES).sort());
  expect(lists.length).toBeGreaterThan(90);
});

describe("R-43: a list walked with changing limits has each item once, in order, and never more than limit on a page", () => {
  for (const endpoint of lists) {
    const fake = FAKES[endpoint.tool];
    if (!fake) continue;
    describe(endpoint.tool, () => {
      let stage: Stage;
      beforeAll(async () => {
        stage = new Stage(endpoint, fake);
        await stage.prepare();
      });
      const walked = async (count: number, own: number, limits: readonly number[]) => {
        const length = Math.min(count, fake.most ?? count);
        expect(await stage.walk(length, own, limits)).toEqual(stage.expected(length));
      };
      test("a small limit first, then the largest, and back", () => walked(33, 1_000, [3, 100, 7, 1]));
      test("any limits, any sizes of the provider's own", () =>
        fc.assert(
          fc.asyncProperty(walks, ({ count, own, limits }) => walked(count, own, limits)),
          { numRuns: 8 },
        ));
    });
  }
});
