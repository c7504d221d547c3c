// Hostile plugins: what throws, lies or never ends gets a sentence; the check itself neither throws nor hangs.
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Provider } from "../../../src/plugin/index.ts";
import { checkPlugin, loadViolations, type Violation } from "../../../src/plugin-kit/check/check-plugin.ts";
import { thrownBy } from "../../../src/providers/registry/thrown.ts";
import { copyOfExample, type Example, removeExamples } from "./mistakes.ts";

afterAll(removeExamples);

type Make = (example: Example) => void;
const inSource =
  (from: string, to: string): Make =>
  ({ change }) =>
    change("index.ts", from, to);
/** Of update_task, in place of its template. */
const withUpstream =
  (upstream: string): Make =>
  ({ change }) => {
    change("index.ts", 'upstream: "/tasks/{id}"', upstream);
    change("index.ts", "pages, record", "pages, path, record");
  };
const withOAuth = (fields: string) => inSource("pkce: true,", `pkce: true, ${fields},`);
const withFailure = (failure: string) => inSource("endpoints: {", `failure: ${failure},\n  endpoints: {`);
const withTaskField = (field: string) => inSource("title: field.text()", `title: ${field}`);
const ofRaw = (map: string) => `field.of({ raw: t.String(), shape: t.String(), map: ${map} })`;
/** An object none of whose properties can be read. */
const TRAP =
  "new Proxy({}, { get() { throw new Error('trap'); }, ownKeys() { throw new Error('trap'); }, getOwnPropertyDescriptor() { throw new Error('trap'); } })";

async function violationsOf(make: Make): Promise<Violation[]> {
  const example = copyOfExample();
  make(example);
  try {
    const file = pathToFileURL(join(example.folder, "index.ts")).href;
    const { default: plugin } = (await import(file)) as { default: Provider };
    return await checkPlugin(plugin, example.folder);
  } catch (error) {
    const violations = loadViolations(error, example.folder);
    // Only the import may have thrown.
    expect(String((error as Error)?.stack)).not.toContain("check-plugin.ts");
    return violations;
  }
}
const sentencesOf = (violations: readonly Violation[]) =>
  violations.map(({ where, message }) => `${where}: ${message}`);

const NO_DATA = "a plugin is plain data";
const CASES: readonly [what: string, make: Make, sentence: string][] = [
  [
    "a getter that throws in tokenParams",
    withOAuth("tokenParams: { get expires_in(): number { throw new Error('no'); } }"),
    `auth.oauth2.tokenParams.expires_in: is a getter; ${NO_DATA}`,
  ],
  ["a proxy for tokenParams", withOAuth(`tokenParams: ${TRAP}`), `auth.oauth2.tokenParams: is a proxy; ${NO_DATA}`],
  [
    "a promise in tokenParams",
    withOAuth("tokenParams: Promise.resolve({}) as never"),
    "auth.oauth2.tokenParams: is a promise",
  ],
  [
    "prototype keys in tokenParams",
    withOAuth('tokenParams: JSON.parse(\'{"__proto__": "x"}\')'),
    "auth.oauth2.tokenParams.__proto__: is not allowed as a name",
  ],
  [
    "an object in tokenParams",
    withOAuth("tokenParams: { a: {} as never }"),
    "auth.oauth2.tokenParams: must be an object whose values are strings and numbers",
  ],
  [
    "a list for tokenParams",
    withOAuth("tokenParams: ['a'] as never"),
    "auth.oauth2.tokenParams: must be an object whose values are strings and numbers",
  ],
  [
    "a function for refusalStatuses",
    inSource("resource: person }", "resource: person, refusalStatuses: (() => [403]) as never }"),
    "identity.refusalStatuses: must be a list of statuses",
  ],
  [
    "a fraction in refusalStatuses",
    inSource("resource: person }", "resource: person, refusalStatuses: [403.5] }"),
    "identity.refusalStatuses: must be a list of statuses",
  ],
  [
    "a proxy for refusalStatuses",
    inSource("resource: person }", "resource: person, refusalStatuses: new Proxy([403], {}) }"),
    `identity.refusalStatuses: is a proxy; ${NO_DATA}`,
  ],
  [
    "an async checkCallback",
    withOAuth("checkCallback: async () => false"),
    "auth.oauth2.checkCallback: must be a plain function",
  ],
  [
    "a generator for checkCallback",
    withOAuth("checkCallback: function* () { yield false; } as never"),
    "auth.oauth2.checkCallback: must be a plain function",
  ],
  [
    "a checkCallback that promises",
    withOAuth("checkCallback: () => Promise.reject(new Error('late')) as never"),
    "auth.oauth2.checkCallback: returns a promise",
  ],
  [
    "a checkCallback that throws nothing",
    withOAuth("checkCallback: () => { throw undefined; }"),
    "auth.oauth2.checkCallback: threw undefined that is not an Error",
  ],
  [
    "a checkCallback that returns a trap",
    withOAuth(`checkCallback: () => ${TRAP} as never`),
    "auth.oauth2.checkCallback: threw Error: trap",
  ],
  [
    "a checkCallback that says yes",
    withOAuth("checkCallback: () => 'no' as never"),
    "auth.oauth2.checkCallback: accepts a callback without parameters",
  ],
  [
    "a credential that is two",
    withOAuth("credential: { header: 'X-Key', query: 'key' } as never"),
    "auth.oauth2.credential: must be { header, scheme } or { query }",
  ],
  [
    "a credential in a header of two lines",
    withOAuth("credential: { header: 'X-Key\\r\\nHost' }"),
    "auth.oauth2.credential.header: must be the name of a header",
  ],
  [
    "a credential that is the host",
    withOAuth("credential: { header: 'Host' }"),
    'auth.oauth2.credential.header: "Host" is set by the request itself',
  ],
  [
    "a getter in a credential",
    withOAuth("credential: { get header() { return 'X-Key'; } }"),
    `auth.oauth2.credential.header: is a getter; ${NO_DATA}`,
  ],
  [
    "a scheme that is an object",
    withOAuth("credential: { header: 'X-Key', scheme: { toString: () => 'Bearer' } as never }"),
    "auth.oauth2.credential.scheme: must be a word",
  ],
  [
    "a huge pattern of a tenant",
    inSource(
      "auth: {",
      "tenant: { shop: { label: 'Shop', pattern: new RegExp(`^${'a?'.repeat(4000)}$`), example: 'a' } },\n  auth: {",
    ),
    "tenant.shop.pattern: is longer than 1000 characters",
  ],
  [
    "a pattern of a tenant that never ends",
    inSource("auth: {", "tenant: { shop: { label: 'Shop', pattern: /^([a-z]+)*$/, example: 'a' } },\n  auth: {"),
    "tenant.shop.pattern: may take exponential time",
  ],
  [
    "a pattern with a test of its own",
    inSource(
      "auth: {",
      "tenant: { shop: { label: 'Shop', pattern: Object.assign(/^a$/, { test: () => true }), example: 'b' } },\n  auth: {",
    ),
    "tenant.shop.pattern: is not a plain regular expression",
  ],
  [
    "a tenant with prototype keys",
    inSource(
      "auth: {",
      "tenant: { constructor: /^a$/, toString: { label: 'x', pattern: /^a$/, example: 'a' } } as never,\n  auth: {",
    ),
    "tenant.toString: must be a lower-case word",
  ],
  [
    "a class in a tenant",
    inSource("auth: {", "tenant: { shop: new (class { label = 'x'; pattern = /^a$/; example = 'a'; })() },\n  auth: {"),
    "tenant.shop: is an instance of a class",
  ],
  [
    "a plugin that holds itself",
    inSource(
      "services: {",
      "headers: (() => { const all: Record<string, never> = {}; all.all = all as never; return all; })(),\n  services: {",
    ),
    "headers.all: contains itself",
  ],
  ["a record's field that is null", withTaskField("null as never"), "index.ts:4: cannot be loaded: TypeError"],
  [
    "a record's field whose getter throws",
    withTaskField("{ get from(): string { throw new Error('no'); } } as never"),
    "index.ts:4: cannot be loaded: no",
  ],
  ["a record's field that is a trap", withTaskField(`${TRAP} as never`), "index.ts:4: cannot be loaded: trap"],
  [
    "an async map of a record's field",
    withTaskField(ofRaw("(async () => 'late') as never")),
    "The result does not match the declared shape at /title",
  ],
  [
    "a map that throws a trap",
    withTaskField(ofRaw(`() => { throw ${TRAP}; }`)),
    "fixtures/update_task.json: The plugin threw an object that is not an Error",
  ],
  [
    "a map that throws an error without a readable message",
    withTaskField(
      ofRaw(
        "() => { class Odd extends Error { override get message(): string { throw new Error('no'); } } throw new Odd(); }",
      ),
    ),
    "fixtures/update_task.json: The plugin threw",
  ],
  [
    "a map that returns a trap",
    withTaskField(ofRaw(`() => ${TRAP} as never`)),
    "fixtures/update_task.json: The plugin threw Error: trap",
  ],
  [
    "a record's field at a prototype's key",
    inSource('is_done: field.flag({ from: "done" })', 'is_done: field.flag({ from: "__proto__.done" })'),
    "raw.properties.__proto__: is not allowed as a name",
  ],
  [
    "an idempotency key as a path that leaves its segment",
    withUpstream("upstream: ({ idempotencyKey }) => ({ path: path`/tasks/${idempotencyKey}/${'..'}` })"),
    "fixtures/update_task.json: The plugin threw UnsafePathValue",
  ],
  [
    "an upstream that promises",
    withUpstream("upstream: (() => Promise.resolve({ path: '/x' })) as never"),
    "A request has no path",
  ],
  [
    "an upstream that returns nothing",
    withUpstream("upstream: (() => undefined) as never"),
    "fixtures/update_task.json: ",
  ],
  [
    "an upstream that returns a trap",
    withUpstream(`upstream: () => ${TRAP} as never`),
    "fixtures/update_task.json: The plugin threw Error: trap",
  ],
  [
    "a mistyped key of a request",
    withUpstream("upstream: ({ params, body }) => ({ path: path`/tasks/${params.id}`, jsno: body }) as never"),
    "The request PATCH /tasks/1 has an unknown key `jsno`; did you mean `json`?",
  ],
  [
    "a failure that returns a promise",
    withFailure("() => Promise.resolve('expired') as never"),
    "failure: returns a promise",
  ],
  ["a failure that returns a trap", withFailure(`() => ${TRAP} as never`), "failure: threw Error: trap"],
  [
    "a failure that nobody knows",
    withFailure("() => 'gone' as never"),
    'failure: returns "gone"; it must return undefined, a failure or a report',
  ],
  [
    "a report with a mistyped key",
    withFailure("() => ({ failure: 'error', retryAfterS: 5 }) as never"),
    "failure: returns an unknown key `retryAfterS`",
  ],
  [
    "an authorize that returns a list",
    withOAuth("authorize: () => ['scope'] as never"),
    "auth.oauth2.authorize: must return an object whose values are strings",
  ],
  [
    "an authorize with the network",
    withOAuth("authorize: () => { globalThis['fetch']('https://a.example'); return {}; }"),
    "auth.oauth2.authorize: uses fetch",
  ],
  [
    "tokens with a mistyped key",
    withOAuth("tokens: () => ({ accesToken: 'x' }) as never"),
    "auth.oauth2.tokens: returns an unknown key `accesToken`; did you mean `accessToken`?",
  ],
  [
    "a tokenError that throws",
    withOAuth("tokenError: (json) => (json.error as { code: string }).code"),
    "auth.oauth2.tokenError: threw TypeError",
  ],
  [
    "a stray folder of fixtures",
    ({ folder, read }) => {
      Bun.spawnSync(["cp", "-r", join(folder, "fixtures"), join(folder, "fixtures", "webhook")]);
      read("index.ts");
    },
    "fixtures/webhook: is not read: fixtures are not in a folder with this name; did you mean `webhooks`?",
  ],
  [
    "a stray file among the fixtures",
    ({ write }) => write("fixtures/update_task.jsonc", "{}"),
    "fixtures/update_task.jsonc: is not read: a fixture is a .json file.",
  ],
];

describe("the check of a hostile plugin names", () => {
  for (const [what, make, sentence] of CASES) {
    test(what, async () => {
      const violations = await violationsOf(make);
      const found = sentencesOf(violations);
      expect(
        found.some((one) => one.includes(sentence)),
        found.slice(0, 5).join("\n"),
      ).toBe(true);
    });
  }

  test("what never ends, soon", async () => {
    const never = "new Promise<never>(() => {})";
    const [running, verifying] = await Promise.all([
      violationsOf(withUpstream(`run: () => ${never}`)),
      violationsOf(({ change, write, folder }) => {
        Bun.spawnSync(["mkdir", join(folder, "fixtures", "webhooks")]);
        const fixture = { inbound: { json: {} }, secrets: { webhook: "secret-of-the-fixture" }, refused: true };
        write("fixtures/webhooks/tasks.made.json", JSON.stringify(fixture));
        change(
          "index.ts",
          "endpoints: {",
          `webhook: { verify: () => ${never}, eventId: () => null, subject: () => null, events: { "tasks.made": event({ description: "Made.", match: () => true, raw: t.Object({}), shape: t.Object({}), map: (raw) => raw, view: () => ({ title: "x", summary: null, actor: null, url: null, occurredAt: null }) }) } },\n  endpoints: {`,
        );
        change("index.ts", "endpoint, field", "endpoint, event, field");
      }),
    ]);
    expect(sentencesOf(running).join("\n")).toContain("fixtures/update_task.json: ");
    expect(sentencesOf(verifying)).toContain("fixtures/webhooks/tasks.made.json: The plugin did not end within 6 s.");
  }, 60_000);
});

describe("what a plugin threw", () => {
  const thrower = Object.defineProperty(new Error("x"), "stack", {
    get() {
      throw new Error("no");
    },
  });
  test.each([
    ["an error without a readable stack", thrower, "threw Error: x"],
    ["a text", "gone", 'threw "gone" that is not an Error'],
    ["null", null, "threw an object that is not an Error"],
    ["an object without a prototype", Object.create(null), "threw an object that is not an Error"],
    ["a symbol", Symbol("s"), "threw Symbol(s) that is not an Error"],
    ["an error of many lines", Object.assign(new Error("a\nb"), { stack: "" }), "threw Error: a"],
    ["a long one", Object.assign(new Error("a".repeat(10_000)), { stack: "" }), `threw Error: ${"a".repeat(300)}`],
  ])("%s is one sentence", (_, error, sentence) => {
    expect(thrownBy(error)).toStartWith(sentence);
    expect(thrownBy(error).length).toBeLessThan(600);
  });
});
