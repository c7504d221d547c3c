// A recorded call becomes a fixture only with its whole arguments: what was left out is asked for by name, and each refusal says what to do.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { evidenceText } from "../../../src/metering/usage/evidence.ts";
import { recordedArguments } from "../../../src/plugin-kit/try/recorded-arguments.ts";
import { type Call, recordedCall, type Wanted } from "../../../src/plugin-kit/try/recorded-call.ts";
import { differenceOf, effectOf } from "../../../src/plugin-kit/try/recorded-outcome.ts";
import type { TryResult } from "../../../src/plugin-kit/try/try-endpoint.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { BUILT_IN } from "../../support/gateway.ts";

const github = BUILT_IN.find(({ id }) => id === "github") as (typeof BUILT_IN)[number];
const { endpoints } = buildRegistry([github]);
const named = (key: string) => {
  const found = endpoints.find((one) => one.key === key);
  if (!found) throw new Error(`github has no ${key}`);
  return found;
};
const issue = named("create_issue");

const NOW = Date.parse("2026-11-29T12:00:00Z");
const DAY_MS = 86_400_000;
const NO_EVIDENCE = { evidence: null };
const call = (more: Partial<Call> = {}): Call =>
  ({
    id: "00000000-0000-4000-8000-000000000001",
    timestamp: new Date(NOW - 1_000).toISOString(),
    request_id: "request-1",
    endpoint: issue.path,
    method: issue.method,
    provider: "github",
    action: "issues.write",
    status: 200,
    units: 1,
    inputs: ["path.owner"],
    state: "done",
    error: null,
    evidence: {
      request: { params: {}, query: {}, body: {}, file: null },
      response: null,
      truncated: false,
      request_truncated: false,
      expires_at: new Date(NOW + DAY_MS).toISOString(),
    },
    ...more,
  }) as Call;
const evidence = (more: object) => ({ evidence: { ...call().evidence, ...more } as Call["evidence"] });
const choose = (calls: readonly Call[], wanted: Wanted = {}) =>
  recordedCall(github, { request_id: "request-1", evidence_days: 7, calls }, wanted, NOW);
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("which call is recorded", () => {
  test("the only one of the plugin, whatever else the request made, by its endpoint", () => {
    expect(choose([call()]).endpoint.key).toBe("create_issue");
    expect(choose([call({ provider: "slack" }), call()], { endpoint: "github_create_issue" }).endpoint.key).toBe(
      "create_issue",
    );
    const second = call({ id: "00000000-0000-4000-8000-000000000002" });
    expect(choose([call(), second], { entry: second.id }).call.id).toBe(second.id);
  });

  const refusals: [string, readonly Call[], Wanted, string[]][] = [
    ["no call", [], {}, ["made no call"]],
    ["a route of the gateway", [call({ provider: null, endpoint: "/api/v1/keys" })], {}, ["the gateway's own", "Give"]],
    ["another plugin", [call({ provider: "slack" })], {}, ["slack", "give the folder of slack's plugin"]],
    [
      "the raw proxy",
      [call({ endpoint: "/api/v1/github/proxy/{path}", action: "proxy.use" })],
      {},
      ["the proxy", "Write an endpoint"],
    ],
    ["an endpoint that is gone", [call({ endpoint: "/api/v1/github/gone" })], {}, ["has no endpoint", "record that"]],
    ["another endpoint", [call()], { endpoint: "get_repo" }, ["create_issue, and not get_repo", "leave it out"]],
    ["several calls", [call(), call({ id: "another" })], {}, ["--entry", "another (POST "]],
    ["an unknown entry", [call()], { entry: "nothing" }, ["no entry nothing", call().id]],
    ["a call under way", [call({ ...NO_EVIDENCE, state: "pending" })], {}, ["not ended yet", "wait"]],
    [
      "an expired one",
      [call({ ...NO_EVIDENCE, timestamp: new Date(NOW - 7 * DAY_MS).toISOString() })],
      {},
      ["7 days old", "make the call again"],
    ],
    [
      "refused arguments",
      [call({ ...NO_EVIDENCE, inputs: null, error: { code: "VALIDATION_ERROR" } as Call["error"] })],
      {},
      ["were refused", "correct them"],
    ],
    ["none recorded", [call(NO_EVIDENCE)], {}, ["--record-evidence on", "make the call again"]],
    ["a request that was cut", [call(evidence({ request_truncated: true }))], {}, ["16 KB", "plugin try"]],
    [
      "a file",
      [call(evidence({ request: { params: {}, query: {}, body: {}, file: { type: "image/png", size: 3 } } }))],
      {},
      ["sent a file", "Write its fixture by hand"],
    ],
  ];
  test.each(refusals)("refused with a next step: %s", (_, calls, wanted, parts) => {
    const message = messageOf(() => choose(calls, wanted));
    for (const part of parts) expect(message).toContain(part);
  });

  test("a response that was cut is no hindrance: only the arguments count", () => {
    expect(choose([call(evidence({ truncated: true }))]).endpoint.key).toBe("create_issue");
  });
});

describe("arguments", () => {
  /** As the gateway stores them. */
  const stored = (sent: { query?: object; body?: object }) => {
    const request = { params: { owner: "ada", repo: "engine" }, query: {}, body: {}, file: null, ...sent };
    return JSON.parse(evidenceText({ request, response: null } as Parameters<typeof evidenceText>[0])).request;
  };
  const read = (sent: object, given: string[] = [], endpoint = issue) =>
    recordedArguments(endpoint, stored(sent), given);

  test("are in one object, without what the gateway adds", () => {
    expect(read({ query: { raw: true, limit: 5 }, body: { title: "It breaks", labels: ["a"] } })).toEqual({
      owner: "ada",
      repo: "engine",
      limit: 5,
      title: "It breaks",
      labels: ["a"],
    });
  });

  test("that were left out are named with the way to give them, and given they are whole", () => {
    const body = { title: "password: hunter2", labels: ["a", "sk_live_4242424242424242424242aa"] };
    const message = messageOf(() => read({ body }));
    expect(message).toContain("github_create_issue: title (redacted), labels.1 (redacted). Give each of them:");
    expect(message).toEndWith("--set 'title=…' --set 'labels.1=…'");
    expect(messageOf(() => read({ body }, ["title=x"]))).toContain(": labels.1 (redacted). Give");
    expect(read({ body }, ["title=a=b", "labels.1=fixture"])).toMatchObject({ title: "a=b", labels: ["a", "fixture"] });
    expect(read({ body }, ["title=x", 'labels=["b"]'])).toMatchObject({ title: "x", labels: '["b"]' });
  });

  test("may be replaced and added; an unknown name is refused without its value", () => {
    expect(read({ body: { title: "x" } }, ["owner=grace", "body=new"])).toMatchObject({ owner: "grace", body: "new" });
    const message = messageOf(() => read({ body: { title: "x" } }, ["secret=hunter2"]));
    expect(message).toContain("--set secret: github_create_issue has no such argument here. It has owner, repo,");
    expect(message).not.toContain("hunter2");
    expect(messageOf(() => read({}, ["title"]))).toContain("--set takes a name and a value");
    expect(messageOf(() => read({}, ["__proto__=x"]))).toContain("no such argument");
  });

  test("a cursor is the gateway's own: another position, or the first page", () => {
    const list = named("list_issues");
    const sent = { query: { cursor: "sealed" } };
    expect(messageOf(() => read(sent, [], list))).toContain("cursor (the gateway's own: give the provider's position");
    expect(read(sent, ["cursor="], list)).toEqual({ owner: "ada", repo: "engine" });
    expect(read(sent, ["cursor=page=2"], list)).toMatchObject({ cursor: "page=2" });
  });

  test("property: whatever was left out at any depth, no call goes without it, and naming each is enough", () => {
    const secret = fc.constantFrom(
      "Bearer abcdefghijklmnopqrstuvwxyz012345",
      "password=hunter2hunter2",
      "A".repeat(300),
      "ghp_N0tT0BeSt0redaaaaaaaaaaaaaaaaaaaaaa",
    );
    const plain = fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom("open", "It breaks", ""));
    const name = fc.constantFrom("title", "note", "password", "client_secret", "a.b", "x=y");
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        plain,
        secret,
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(name, tie("tree")),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, tree), (body) => {
        const open = { ...issue, input: { ...issue.input, body: null } };
        const missing = messageOf(() => read({ body }, [], open));
        const isWhole = !/\[(?:redacted|\d+ )/.test(JSON.stringify(stored({ body }).body));
        expect(missing === "").toBe(isWhole);
        const given = [...missing.matchAll(/--set '([^']*)=…'/g)].map(([, one]) => `${one}=given`);
        const whole = read({ body }, given, open);
        expect(JSON.stringify(whole)).not.toMatch(/\[(?:redacted|\d+ )/);
      }),
      { numRuns: 300 },
    );
  });
});

describe("what happens again, and what ended otherwise", () => {
  test("a change is said with its place and with who gets something", () => {
    expect(effectOf(named("get_repo"), {})).toBeNull();
    const at = (effect: "writes" | "destroys", reaches: boolean | { when: string[] }, args = {}) =>
      effectOf({ effects: { effect, reaches, idempotent: false }, provider: github }, args);
    expect(at("writes", false)).toBe("changes something at GitHub");
    expect(at("destroys", true)).toBe("deletes or ends something at GitHub, and other people get something of it");
    expect(at("writes", { when: ["assignees"] })).toBe("changes something at GitHub");
    expect(at("writes", { when: ["assignees"] }, { assignees: ["grace"] })).toContain("other people");
  });

  const ok = { result: {} };
  const failed = (failure: string, status: number | null) =>
    ({ failure: { failure, status, message: "", code: null } }) as TryResult["outcome"];
  const error = (code: string, status: number | null) =>
    ({ code, provider: { status, code: null, request_id: null } }) as Call["error"];
  const reached = { units: 1 };
  const refused = { code: "RATE_LIMITED", provider: null } as Call["error"];
  test.each([
    ["two successes", { ...reached, status: 200, error: null }, ok, null],
    ["the same failure", { ...reached, status: 404, error: error("NOT_FOUND", 404) }, failed("not_found", 404), null],
    [
      "a success after a failure",
      { ...reached, status: 404, error: error("NOT_FOUND", 404) },
      ok,
      "failed with GitHub's 404 (NOT_FOUND), and this one succeeded",
    ],
    [
      "a failure after a success",
      { ...reached, status: 200, error: null },
      failed("expired", 401),
      "succeeded, and this one failed with expired (401)",
    ],
    [
      "another failure",
      { ...reached, status: 502, error: error("UPSTREAM", 500) },
      failed("unavailable", null),
      "GitHub's 500 (UPSTREAM), and this one failed with unavailable (no response)",
    ],
    [
      "a refusal of the gateway",
      { units: 0, status: 429, error: refused },
      ok,
      "refused by the gateway (RATE_LIMITED) and never reached GitHub",
    ],
  ] as const)("%s", (_, recorded, outcome, part) => {
    const sentence = differenceOf(github, recorded as Parameters<typeof differenceOf>[1], { outcome, exchanges: [] });
    if (part === null) expect(sentence).toBeNull();
    else expect(sentence).toContain(part);
  });
});
