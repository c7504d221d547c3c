// Endpoints, identities and token responses whose bodies are no JSON, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { requestTokens } from "../../../src/connections/oauth/client.ts";
import { fetchIdentity } from "../../../src/connections/oauth/identity.ts";
import type { OAuthError } from "../../../src/connections/oauth/token-response.ts";
import {
  type BodyFormat,
  endpoint,
  many,
  one,
  type Provider,
  pages,
  path,
  resource,
  type TokenFormat,
  t,
} from "../../../src/plugin/index.ts";
import type { Fetch } from "../../../src/providers/upstream/send.ts";
import { type AcmeGateway, acme, startAcmeGateway } from "../../support/acme.ts";
import { always, answerOf } from "../../support/tcp-upstream.ts";

const thing = resource({
  raw: t.Object({ Key: t.String(), Size: t.String() }),
  shape: t.Object({ id: t.String(), size: t.Number() }),
  map: ({ Key, Size }) => ({ id: Key, size: Number(Size) }),
});
const word = resource({ raw: t.String(), shape: t.Object({ text: t.String() }), map: (text) => ({ text }) });
const read = (format: BodyFormat, returns: ReturnType<typeof one> | ReturnType<typeof many>) =>
  endpoint({
    method: "GET",
    path: `/${format}`,
    permission: "items.read",
    description: `Read ${format}.`,
    responseFormat: format,
    upstream: () => ({ path: path`/things` }),
    returns,
  });

const plugin = {
  ...acme,
  headers: { accept: "application/vnd.acme+json" },
  identity: { upstream: "/me", at: "last.result.serverInfo", resource: acme.identity.resource, responseFormat: "sse" },
  auth: { oauth2: { ...acme.auth.oauth2, tokenFormat: "xml" } },
  endpoints: {
    ...acme.endpoints,
    read_text: read("text", one(word)),
    read_xml: read(
      "xml",
      many("things", thing, { at: "List.Contents", absentWhenEmpty: true, pagination: pages.whole() }),
    ),
    read_csv: read("csv", many("things", thing, { at: "", pagination: pages.whole() })),
    read_form: read("form", one(thing)),
    read_sse: read("sse", one(thing, { at: "last" })),
    read_both: endpoint({
      method: "GET",
      path: "/both",
      permission: "items.read",
      description: "Read a text and JSON.",
      run: async (_, upstream) => {
        const { json } = await upstream.request({ path: path`/text`, responseFormat: "text" });
        await upstream.request({ path: path`/json` });
        return { status: 200, headers: new Headers(), json };
      },
      returns: one(word),
    }),
  },
} as unknown as Provider;

let it: AcmeGateway;
beforeAll(async () => {
  it = await startAcmeGateway({}, plugin);
}, 30_000);
afterAll(() => it.close());

async function call(name: string, type: string, body: string | Uint8Array, status = 200) {
  it.upstream.answer(always(answerOf(status, { "content-type": type }, body)));
  return it.gateway.call("GET", `/api/v1/acme/${name}`, { key: it.key });
}
const acceptOfLast = () => it.upstream.requests.at(-1)?.header("accept");

describe("a success becomes what its endpoint declares", () => {
  test.each<[name: string, type: string, body: string, data: unknown, accept: string]>([
    ["text", "text/plain", "Grüße\n", { text: "Grüße\n" }, "text/plain, */*;q=0.5"],
    ["text", "application/json", "[1]", { text: "[1]" }, "text/plain, */*;q=0.5"],
    [
      "xml",
      "application/xml",
      "<List><Contents><Key>a</Key><Size>1</Size></Contents><Contents><Key>b</Key><Size>2</Size></Contents></List>",
      {
        things: [
          { id: "a", size: 1 },
          { id: "b", size: 2 },
        ],
        next_cursor: null,
      },
      "application/xml, text/xml",
    ],
    [
      "xml",
      "application/xml",
      "<List><Contents><Key>a</Key><Size>1</Size></Contents></List>",
      { things: [{ id: "a", size: 1 }], next_cursor: null },
      "application/xml, text/xml",
    ],
    ["xml", "application/xml", "<List/>", { things: [], next_cursor: null }, "application/xml, text/xml"],
    [
      "csv",
      "text/csv",
      'Key,Size\r\n"a,""b""",1\r\n',
      { things: [{ id: 'a,"b"', size: 1 }], next_cursor: null },
      "text/csv",
    ],
    ["form", "text/plain", "Key=a%20b&Size=3", { id: "a b", size: 3 }, "application/x-www-form-urlencoded"],
    [
      "sse",
      "text/event-stream",
      'data: {"Key":"a","Size":"4"}\n\n',
      { id: "a", size: 4 },
      "text/event-stream, application/json",
    ],
    ["both", "application/json", '"a"', { text: '"a"' }, "application/vnd.acme+json"],
  ])("%s of %s", async (name, type, body, data, accept) => {
    const { status, json } = await call(name, type, body);
    expect([status, json.data]).toEqual([200, data]);
    expect(acceptOfLast()).toBe(accept);
  });
});

test.each([
  ["xml", "<List><Contents></List>", "not_xml", "The provider's response is not well-formed XML."],
  ["xml", "<a>".repeat(10_000), "too_deep", "The provider's response is nested deeper than 100 levels."],
  ["xml", `<a>${"x".repeat(5_000_000)}</a>`, "too_large", "The provider's response is larger than 4194304 bytes."],
  [
    "csv",
    "Key,Size\n1\n",
    "not_csv",
    "The provider's response is not CSV: it has a row with more or fewer fields than its first line.",
  ],
  ["form", "Key=%", "not_form", "The provider's response is not a form."],
  ["sse", "Key=1", "not_sse", "The provider's response has no server-sent event."],
  ["form", "Key=1", "unexpected_shape", "The provider's response lacks a required field, at /Size."],
])(
  "R-17: %s that is broken, too deep, too large or of another shape is 502 with its own code: %#",
  async (name, body, code, message) => {
    const { status, json } = await call(name, "application/octet-stream", body);
    expect([status, json.code, json.details.code, json.details.message]).toEqual([
      502,
      "PROVIDER_ERROR",
      code,
      message,
    ]);
  },
);

test("the identity is read from the event stream of a server of MCP, or from its JSON", async () => {
  const info = { result: { serverInfo: { id: 7, title: "Ada" } } };
  for (const [type, body] of [
    ["text/event-stream", `event: message\ndata: ${JSON.stringify(info)}\n\n`],
    ["application/json", JSON.stringify(info)],
  ] as const) {
    it.upstream.answer(always(answerOf(200, { "content-type": type }, body)));
    const deps = { fetch, clock: it.gateway.clock };
    const target = { ...it.gateway.app.deps.target("acme"), identityUrl: `${it.upstream.url}/me` };
    const found = await fetchIdentity(deps, target, { access: it.accessToken, others: {} });
    expect(found.id).toBe("7");
  }
});

describe("token responses are read in the declared format", () => {
  const answer = async (tokenFormat: TokenFormat | undefined, type: string, body: string, status = 200) => {
    const sent: string[] = [];
    const fetch: Fetch = async (_, init) => {
      sent.push(new Headers(init.headers).get("accept") ?? "");
      return new Response(body, { status, headers: { "content-type": type } });
    };
    const rules = { tokens: (json: Record<string, unknown>) => ({ accessToken: String(json.Token ?? json.text) }) };
    const client = { id: "client", secret: "secret-of-the-client" };
    const request = { tokenUrl: "https://a.example/token", clientAuth: "basic", client, form: {}, rules } as const;
    const outcome = await requestTokens(fetch, { ...request, tokenFormat }).then(
      ({ accessToken }) => accessToken,
      (error: OAuthError) => `${error.kind} ${error.message}`,
    );
    return [outcome, ...sent];
  };

  test("XML, a text, a form, and JSON where the response says so", async () => {
    const xml = "application/xml, text/xml";
    expect(await answer("xml", "text/xml", "<Grant><Token>abc</Token></Grant>")).toEqual(["abc", xml]);
    expect(await answer("xml", "application/json", '{"Token":"abc"}')).toEqual(["abc", xml]);
    expect(await answer("text", "text/plain", "abc")).toEqual(["abc", "text/plain, */*;q=0.5"]);
    expect(await answer("form", "text/html", "Token=abc")).toEqual(["abc", "application/x-www-form-urlencoded"]);
    expect(await answer(undefined, "text/html", "Token=abc")).toEqual(["abc", "application/json"]);
  });

  test("what is not of it is no token, and a refusal's words come with it, without the client's secret", async () => {
    expect(await answer("xml", "text/xml", "<Grant><Token>abc</Grant>")).toEqual([
      "transient invalid_token_answer: The token response cannot be read.",
      "application/xml, text/xml",
    ]);
    const page = "<html><head><title>Maintenance of secret-of-the-client.</title></head><body>Later.</body></html>";
    expect(await answer(undefined, "text/html", page, 503)).toEqual([
      "transient token_endpoint_503: Maintenance of [redacted].",
      "application/json",
    ]);
  });
});
