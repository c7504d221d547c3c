// Requests that a plugin's source builds and no fixture sends: which names and paths the check finds there, and in what it is silent.
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { unsentViolations } from "../../../src/plugin-kit/check/unsent-requests.ts";
import { ROOT } from "../../support/sources.ts";

const parent = mkdtempSync(join(tmpdir(), "gateway-unsent-"));
afterAll(() => rmSync(parent, { recursive: true }));

interface Request {
  method?: string;
  url: string;
  json?: unknown;
  form?: object;
  text?: string;
  headers?: object;
}
let folders = 0;
function unsent(source: string, requests: readonly Request[]): string[] {
  const folder = join(parent, String(folders++));
  mkdirSync(join(folder, "fixtures"), { recursive: true });
  writeFileSync(join(folder, "index.ts"), source);
  const upstream = requests.map((request) => ({ request, response: {} }));
  writeFileSync(join(folder, "fixtures/list_items.json"), JSON.stringify({ upstream, result: [] }));
  return unsentViolations(folder).map(({ where, message }) => `${where} ${message}`);
}
const at = (path: string, request: Omit<Request, "url"> = {}) => ({
  url: `https://api.acme.example${path}`,
  ...request,
});
const SENT = [
  at("/v1/items?kind=a"),
  at("/v1/items", {
    method: "POST",
    json: { title: "A", rows: [{ price: { amount: 1 } }] },
    headers: { "X-Key": "1" },
  }),
  at("/v1/items/7/parts", { method: "POST", form: { part: "a" } }),
];

describe("found are", () => {
  test.each([
    ["a name in the query", "({ path: path`/items`, query: { kidn } })", "`kidn` in `query` of /items"],
    ["a quoted name", '({ path: path`/items`, query: { "kind[]": kind } })', "`kind[]` in `query` of /items"],
    [
      "a name of another path",
      "({ path: path`/items/${id}/parts`, query: { kind } })",
      "`kind` in `query` of /items/${id}/parts",
    ],
    [
      "a name of another method",
      '({ method: "POST", path: path`/items`, query: { kind } })',
      "`kind` in `query` of POST /items",
    ],
    [
      "a name at any depth",
      '({ method: "POST", path: path`/items`, json: { rows: rows.map(({ a }) => ({ price: { amuont: a } })) } })',
      "`amuont` in `json` of POST /items",
    ],
    [
      "a name in a branch",
      "({ ...begin, json: { ...(isLarge ? { title } : { titel: title }) }, path: path`/items` })",
      "`titel` in `json` of /items",
    ],
    [
      "a name in a form",
      '({ method: "POST", path: path`/items/${id}/parts`, form: { prat: id } })',
      "`prat` in `form` of POST /items/${id}/parts",
    ],
    ["a header", '({ path: path`/items`, headers: { "x-kye": key } })', "`x-kye` in `headers` of /items"],
    [
      "a name of a request whose path is made elsewhere",
      "({ path: listPath(query), query: { kidn } })",
      "`kidn` in `query` of a request",
    ],
    ["a constant's name", "{ const query = { kidn }; return get(query); }", "`kidn` in `query` of a request"],
    ["a path", "({ path: path`/itmes/${id}` })", "the request /itmes/${id}"],
    ["a path of another end", "({ path: path`/items/${id}` })", "the request /items/${id}"],
    ["a part of a path", "({ path: joinPaths(path`/uplaod`, at) })", "the request /uplaod"],
    ["a path of another method", '({ method: "PUT", path: path`/items` })', "the request PUT /items"],
  ])("%s", (_, body, what) => {
    expect(unsent(`\nconst build = () => ${body};`, SENT)).toEqual([
      `index.ts:2 has ${what}, which no fixture sends: add one, or correct it.`,
    ]);
  });
});

describe("free are", () => {
  test.each([
    [
      "what is sent",
      '({ method: "POST", path: path`/items`, json: { title, rows: [{ price: { amount } }] }, headers: { "x-key": k } })',
    ],
    [
      "inputs that a function takes apart",
      "({ query: { mine, ...query } }) => ({ path: path`/items`, query: { ...query, kind: mine } })",
    ],
    [
      "variables that a constant takes apart",
      "{ const { query: { mine }, json: { yours } } = call; return { path: path`/items` }; }",
    ],
    [
      "schemas of inputs",
      "endpoint({ query: t.Object({ mine: t.String() }), body: t.Object({ json: t.Object({ mine }) }) })",
    ],
    ["types", "0; interface Call { query: { mine: string }; json: { yours: 1, other: 2 } }"],
    ["types of parameters", "function f(call: { query: { mine: string, yours: string } }): Request { return call; }"],
    [
      "arguments of functions",
      "({ path: path`/items`, query: { kind: spanOf({ since }), ...spanQuery({ since, until }) } })",
    ],
    ["values in templates", "({ path: path`/items`, query: { kind: `${a ? FIELDS : x},${FIELDS}` } })"],
    ["names that are taken away", "({ path: path`/items`, query: { ...query, mine: undefined } })"],
    ["responses", "({ ...found, json: { items, next } })"],
    ["responses with a status", "({ status: 200, headers: new Headers(), json: { items, next } })"],
    ["comments and texts", "0; /* path`/x` query: { a } */ 'json: { b, path`/y` }'"],
  ])("%s", (_, body) => {
    expect(unsent(`const build = ${body};`, SENT)).toEqual([]);
  });

  test("names beside a file, in a text that has JSON", () => {
    const text = '--a\r\n\r\n{"threadId": "1"}\r\n--a--';
    const source = 'const build = () => ({ method: "POST", path: path`/upload`, json: { threadId } });';
    expect(unsent(source, [at("/upload", { method: "POST", text })])).toEqual([]);
  });
});

test("a name is found wherever it stands in a request's value, unless a fixture sends it", () => {
  const wrap = fc.constantFrom<(inner: string) => string>(
    (inner) => `{ outer: ${inner} }`,
    (inner) => `{ "outer": ${inner}, kind }`,
    (inner) => `[${inner}, 1]`,
    (inner) => `{ ...(flag ? ${inner} : {}) }`,
    (inner) => `{ ...(flag && ${inner}) }`,
    (inner) => `{ outer: flag ? undefined : ${inner} }`,
    (inner) => `{ outer: list.map((one) => (${inner})) }`,
    (inner) => `{ outer: list.flatMap(({ kind }, index) => [${inner}]) }`,
    (inner) => `{ kind: f({ mine: 1 }), outer: (${inner}) }`,
  );
  const whole = fc.tuple(fc.constantFrom("query", "json", "form"), fc.array(wrap, { maxLength: 5 }));
  fc.assert(
    fc.property(whole, ([part, wraps]) => {
      const value = wraps.reduce((inner, one) => one(inner), "{ wanted: 1 }");
      const source = `const build = (list) => ({ path: path\`/items\`, ${part}: ${value} });`;
      const sent = { outer: 1, kind: 1 };
      const requests = (names: object) => [
        at(`/items?${new URLSearchParams({ ...names })}`, { json: names, form: names }),
      ];
      expect(unsent(source, requests(sent))).toEqual([
        `index.ts:1 has \`wanted\` in \`${part}\` of /items, which no fixture sends: add one, or correct it.`,
      ]);
      expect(unsent(source, requests({ ...sent, wanted: 1 }))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("in a plugin of ours, the request that no fixture can be long enough for", () => {
  const folder = join(parent, "google");
  cpSync(join(ROOT, "plugins/google"), folder, { recursive: true });
  expect(unsentViolations(folder)).toEqual([]);
  const file = join(folder, "gmail-send.ts");
  const source = readFileSync(file, "utf8");
  writeFileSync(file, source.replace('uploadType: "multipart"', 'uplaodType: "multipart"'));
  expect(unsentViolations(folder).map(({ message }) => message)).toEqual([
    "has `uplaodType` in `query` of POST /upload, which no fixture sends: add one, or correct it.",
  ]);
});
