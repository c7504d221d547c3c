// A refusal that is no JSON: every plugin's callers get a stable code and the provider's words, and never a token.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CALL_CODES, failureError } from "../../src/providers/calls/failures.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { classify } from "../../src/providers/upstream/classify.ts";
import { readResponse } from "../../src/providers/upstream/response.ts";
import { type AcmeGateway, acme, startAcmeGateway } from "../support/acme.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { always, answerOf } from "../support/tcp-upstream.ts";

const TOKEN = "tok-4f2c9e71b8";
const plugins = await builtInPlugins();
const registry = buildRegistry(plugins);
/** For plugins without words of their own about a status. */
const silent = { ...acme, failure: undefined };
const signal = new AbortController().signal;

async function refused(
  provider: (typeof plugins)[number],
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
) {
  const response = new Response(body, { status, headers: { "content-type": type } });
  const read = await readResponse(response, { signal, secrets: [TOKEN] });
  return { read, detail: classify(provider, read, [TOKEN], 0) };
}

const words = fc
  .array(
    fc.constantFrom("invalid", "id", TOKEN, "<b>", "</p>", "\n", "\u0007", "é", ".", "&amp;", "{", "\u202e", "😀"),
    {
      minLength: 1,
      maxLength: 600,
    },
  )
  .map((parts) => `Refused ${parts.join(" ")}`);
const status = fc.integer({ min: 400, max: 599 });
const type = fc.constantFrom("text/plain", "text/html; charset=utf-8", "application/json", "application/xml");

test("S-66: any text with any status from 400 to 599, over all plugins: a stable code, the words, no token", async () => {
  const codes = [...CALL_CODES, "VALIDATION_ERROR"];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...plugins), status, words, type, async (provider, code, body, contentType) => {
      const { read, detail } = await refused(provider, code, body, contentType);
      expect(read.text?.length).toBeLessThanOrEqual(2_000);
      expect(read.text).not.toMatch(/[\u0000-\u001f]/);
      expect(detail).not.toBeNull();
      if (!detail) return;
      const endpoint = [...registry.endpoints.values()].find((one) => one.provider.id === provider.id);
      if (!endpoint) throw new Error(`${provider.id} has no endpoint.`);
      const error = failureError(endpoint, detail);
      expect(codes).toContain(error.code);
      expect(error.message.length).toBeLessThan(600);
      expect(JSON.stringify([read, error.message, error.details])).not.toContain(TOKEN);
      const said = classify(silent as never, read, [TOKEN], 0)?.message ?? "";
      expect(said).toStartWith("Refused");
      const own = provider.failure?.(read);
      const isOwn = typeof own === "object" && own.message !== undefined;
      expect(detail.message).toBe(isOwn ? detail.message : said);
      expect(detail.message).not.toBe("");
    }),
    { numRuns: 1_000 },
  );
});

test.each<[what: string, type: string, body: string | Uint8Array<ArrayBuffer>, message: string]>([
  ["a text", "text/plain", "invalid id", "invalid id"],
  ["its first sentence", "text/plain", "The id 5.1 is invalid. See the documentation.", "The id 5.1 is invalid."],
  ["a page's title", "text/html", "<html><title>\n 413 Too&nbsp;Large </title><h1>x</h1>", "413 Too Large"],
  ["a page's text", "text/html", "<style>p{}</style><p>No <b>such</b> thing</p><script>x()</script>", "No such thing"],
  ["XML", "application/xml", "<?xml version='1.0'?><Error><Code>NoKey</Code></Error>", "NoKey"],
  ["another charset", "text/plain; charset=iso-8859-1", new Uint8Array([0x6e, 0xf6]), "nö"],
  ["a token", "text/plain", `Bad token ${TOKEN}!`, "Bad token [redacted]!"],
  ["a token in entities", "text/html", "<p>tok&#45;4f2c9e71b8</p>", "[redacted]"],
  ["a long text", "text/plain", "a".repeat(5_000), "a".repeat(300)],
  ["a token across the bound", "text/plain", `${"a".repeat(1_995)}${TOKEN} b`, "a".repeat(300)],
  ["a token across what is read", "text/plain", `${" ".repeat(65_530)}${TOKEN} b`, "The provider answered 400."],
  ["characters across what is read", "text/plain", `é${"😀 ".repeat(30_000)}`, `é${"😀 ".repeat(100)}`.slice(0, 300)],
  ["bytes", "application/octet-stream", new Uint8Array([1, 0, 2]), "The provider answered 400."],
  ["nothing", "text/plain", "", "The provider answered 400."],
])("S-66: of %s", async (_, contentType, body, message) => {
  const { read, detail } = await refused(silent as never, 400, body, contentType);
  expect(detail?.message.trim()).toBe(message.trim());
  expect(JSON.stringify(read)).not.toContain(TOKEN.slice(0, 8));
});

test("S-66: of a page about a failure of the provider only its title, since the rest may be a stack", async () => {
  const wordsIn = async (page: string) => (await refused(silent as never, 502, page, "text/html")).detail?.message;
  expect(await wordsIn("<title>Bad Gateway</title><pre>at /srv/app</pre>")).toBe("Bad Gateway");
  expect(await wordsIn("<pre>at /srv/app</pre>")).toBe("The provider answered 502.");
});

describe("over HTTP", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    const failure = ({ text }: { text?: string }) => (text?.includes("card permission") ? "forbidden" : undefined);
    it = await startAcmeGateway({}, { ...acme, failure } as typeof acme);
  }, 30_000);
  afterAll(() => it.close());
  const call = async (code: number, body: string) => {
    it.upstream.answer(always(answerOf(code, { "content-type": "text/plain" }, body)));
    const { json, status: answered } = await it.gateway.call("GET", "/api/v1/acme/items/7", { key: it.key });
    return [answered, json.code, json.details.errors?.[0]?.message ?? json.error];
  };

  test("the caller reads the provider's words, and `failure` can tell one refusal from another by them", async () => {
    expect(await call(400, "invalid id")).toEqual([400, "VALIDATION_ERROR", "Acme: invalid id"]);
    expect(await call(401, "unauthorized card permission requested")).toEqual([
      403,
      "PERMISSION_DENIED",
      "Acme refuses: unauthorized card permission requested",
    ]);
  });
});
