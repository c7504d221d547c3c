// A plugin's functions: their arguments, what they can do with them, and what a broken one does to its call.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import {
  endpoint,
  one,
  type Provider,
  path,
  resource,
  t,
  type Upstream,
  type UpstreamRequest,
} from "../../../src/plugin/index.ts";
import { type AcmeGateway, acme, startAcmeGateway } from "../../support/acme.ts";
import { always, jsonAnswer } from "../../support/tcp-upstream.ts";

type Run = (call: object, upstream: Upstream) => Promise<never>;

/** The plugin's function; each test sets it. */
let run: Run = async () => Promise.reject();
let map: (raw: { id: number }) => { id: string } = ({ id }) => ({ id: String(id) });

const probe = {
  ...acme,
  endpoints: {
    probe_item: endpoint({
      method: "POST",
      path: "/probe",
      permission: "items.write",
      description: "Do what the test says.",
      run: (call, upstream) => run(call, upstream),
      returns: one(
        resource({ raw: t.Object({ id: t.Integer() }), shape: t.Object({ id: t.String() }), map: (raw) => map(raw) }),
      ),
    }),
  },
} as unknown as Provider;

let it: AcmeGateway;
/** Whether the provider's port is open. */
let isReachable = true;
/** Nobody listens there. */
const CLOSED = "http://127.0.0.1:1";
const ask = (headers: Record<string, string> = {}) =>
  it.gateway.call("POST", "/api/v1/acme/probe", { key: it.key, headers });
const sending =
  (request: object): Run =>
  async (_, upstream) =>
    upstream.request(request as UpstreamRequest) as Promise<never>;

beforeAll(async () => {
  it = await startAcmeGateway({
    plugins: [probe],
    deadlineMs: 250,
    fetch: (url, init) => fetch(isReachable ? url : url.replace(it.upstream.url, CLOSED), init),
  });
  it.upstream.answer(always(jsonAnswer({ id: 7 })));
});
afterAll(() => it.close());
afterEach(() => {
  isReachable = true;
  map = ({ id }) => ({ id: String(id) });
});

describe("S-95: a plugin's function", () => {
  test("gets the call's input and four ways to send to its provider, and no handle to anything else", async () => {
    let args: [object, object] = [{}, {}];
    run = async (call, upstream) => {
      args = [call, upstream];
      return upstream.request({ path: path`/items/7` }) as Promise<never>;
    };
    expect((await ask()).status).toBe(200);
    const [call, upstream] = args;
    expect(Object.keys(call).sort()).toEqual(["body", "idempotencyKey", "identity", "page", "params", "query"]);
    expect(Object.entries(upstream).map(([name, value]) => [name, typeof value])).toEqual([
      ["request", "function"],
      ["attempt", "function"],
      ["open", "function"],
      ["follow", "function"],
    ]);
    expect(Object.getPrototypeOf(upstream)).toBe(Object.prototype);
    expect(JSON.stringify(call)).not.toContain(it.accessToken);
  });

  test("gets no credential back in a response", async () => {
    let received: unknown;
    run = async (_, upstream) => {
      const got = await upstream.request({ path: path`/items/7` });
      received = { ...got, headers: [...got.headers] };
      return got as never;
    };
    await ask();
    expect(JSON.stringify(received)).not.toContain(it.accessToken);
    expect(Object.keys(received as object)).not.toContain("request");
  });
});

describe("S-70: a plugin's write under an Idempotency-Key", () => {
  const before = { requests: 0 };
  const change = (upstream: Upstream) => upstream.request({ path: path`/items/7`, method: "POST" }) as Promise<never>;
  const askTwice = async (key: string) => {
    before.requests = it.upstream.requests.length;
    const first = await ask({ "idempotency-key": key });
    isReachable = true;
    return [first, await ask({ "idempotency-key": key })] as const;
  };
  const sent = () => it.upstream.requests.length - before.requests;

  test("whose second request found a closed port is not retried: the first one may have changed something", async () => {
    run = async (_, upstream) => {
      await change(upstream);
      isReachable = false;
      return change(upstream);
    };
    const [first, second] = await askTwice("second-refused");
    expect([first.status, first.json.details.reason, sent()]).toEqual([503, "connect", 1]);
    expect([second.headers.get("idempotency-replayed"), second.text]).toEqual(["true", first.text]);
  });

  test("whose only request found a closed port leaves its key free", async () => {
    run = (_, upstream) => change(upstream);
    isReachable = false;
    const [first, second] = await askTwice("only-refused");
    expect([first.status, first.json.details.reason]).toEqual([503, "connect"]);
    expect([second.status, second.headers.get("idempotency-replayed"), sent()]).toEqual([200, null, 1]);
  });
});

describe("S-96: a plugin's request", () => {
  test("to a host that the plugin has not declared is refused, and nothing is sent", async () => {
    const before = it.upstream.requests.length;
    for (const request of [{ path: "@evil.example/x" }, { path: ".evil.example/x" }, { path: "/../x" }]) {
      run = sending(request);
      expect((await ask()).status).toBe(400);
    }
    expect(it.upstream.requests).toHaveLength(before);
  });

  test("cannot replace the credential or the host by a header", async () => {
    run = sending({ path: "/items/7", headers: { authorization: "Bearer another", host: "evil.example" } });
    await ask();
    const seen = it.upstream.requests.at(-1);
    expect(seen?.header("authorization")).toBe(`Bearer ${it.accessToken}`);
    expect(seen?.headers.filter(([name]) => name === "authorization")).toHaveLength(1);
  });

  test("with the credential none carries none, and its refusal leaves the integration as it is", async () => {
    run = sending({ path: "/uploads/7", method: "POST", credential: "none" });
    expect((await ask()).status).toBe(200);
    expect(it.upstream.requests.at(-1)?.header("authorization")).toBeUndefined();
    it.upstream.answer(always(jsonAnswer({ message: "Too late." }, 401)));
    const refused = await ask();
    expect([refused.status, refused.json.code]).toEqual([502, "PROVIDER_ERROR"]);
    it.upstream.answer(always(jsonAnswer({ id: 7 })));
    run = sending({ path: "/items/7" });
    expect((await ask()).status).toBe(200);
    expect(it.upstream.requests.at(-1)?.header("authorization")).toBe(`Bearer ${it.accessToken}`);
  });

  test("with a line break in a header is not sent", async () => {
    const before = it.upstream.requests.length;
    run = sending({ path: "/items/7", headers: { "x-note": "a\r\nx-injected: b" } });
    expect((await ask()).status).toBe(500);
    expect(it.upstream.requests).toHaveLength(before);
  });
});

describe("R-35: a plugin that misbehaves", () => {
  const secret = "secret-of-the-plugin";
  for (const [how, misbehave] of [
    [
      "throws",
      () => {
        throw new Error(secret);
      },
    ],
    ["rejects", async () => Promise.reject(new Error(secret))],
    ["rejects with nothing", async () => Promise.reject()],
    ["gives nothing", async () => undefined as never],
  ] as [string, Run][]) {
    test(`and ${how} fails its one call without revealing anything; the next call works`, async () => {
      run = misbehave;
      const response = await ask();
      expect([500, 502]).toContain(response.status);
      expect(response.text).not.toContain(secret);
      run = sending({ path: "/items/7" });
      expect((await ask()).status).toBe(200);
    });
  }

  test("and never settles is 503 at the deadline", async () => {
    run = () => new Promise<never>(() => {});
    const response = await ask();
    expect(response.status).toBe(503);
    expect(response.json.details.reason).toBe("timeout");
  });

  test("and rejects after its call has ended does not harm the process", async () => {
    const late = Promise.withResolvers<never>();
    run = () => late.promise;
    expect((await ask()).status).toBe(503);
    late.reject(new Error(secret));
    run = sending({ path: "/items/7" });
    expect((await ask()).status).toBe(200);
  });

  test("and whose map throws fails its one call", async () => {
    run = sending({ path: "/items/7" });
    map = () => {
      throw new TypeError(secret);
    };
    const response = await ask();
    expect(response.status).toBe(500);
    expect(response.text).not.toContain(secret);
  });
});
