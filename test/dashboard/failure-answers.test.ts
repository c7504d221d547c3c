// Why did this call fail: two clicks from Home, for each way in which a call can fail, the answer stands there with what to do.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

const ISSUES = "/api/v1/github/repos/ada/engine/issues";
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

describe("why a call failed", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  let key: string;
  /** What the provider answers in place of its own response. */
  let answer: (() => Response | Promise<Response>) | null = null;
  beforeAll(async () => {
    gateway = await startTestGateway({
      lane: "embedded",
      emulate: ["github", "google"],
      fetch: async (url, init) => (answer && !String(url).includes("login/oauth") ? answer() : fetch(url, init)),
    });
    person = await signedIn(gateway);
    key = await newKey({});
    await gateway.connect(key, "github");
  });
  afterAll(() => gateway.close());

  const newKey = async (more: object): Promise<string> => {
    const made = await gateway.admin("POST", "/keys", { user: person.userId, ...more });
    return made.json.data.key;
  };
  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const linkIn = (html: string, pattern: RegExp) => unescaped(pattern.exec(html)?.[1] ?? "");

  /** Presses what a person presses, and reads the page beside the list. */
  async function twoClicks(): Promise<string> {
    const home = (await person.get("/")).text;
    const failed = linkIn(home, /href="([^"]*\/requests\?[^"]*errors=true[^"]*)"/);
    const list = (await person.get(failed)).text;
    const newest = linkIn(list, /<a href="([^"]*\/requests\?[^"]*call=[^"]*)" data-hx-boost/);
    return textOf((await person.get(newest)).text);
  }

  const call = (path = ISSUES, more: object = {}) => gateway.call("GET", path, { key, ...more });
  const create = (headers: Record<string, string> = {}, title = "One") =>
    gateway.call("POST", ISSUES, { key, headers, body: { title } });
  const provider =
    (response: () => Response | Promise<Response>, send: () => Promise<unknown> = () => call()) =>
    async () => {
      answer = response;
      await send();
      answer = null;
    };
  const thrown = (error: Error, send?: () => Promise<unknown>) => provider(() => Promise.reject(error), send);

  const FAULTS: [name: string, seed: () => Promise<unknown>, says: string[]][] = [
    [
      "an input is wrong",
      () => call(`${ISSUES}?limit=many`),
      ['"limit" must be a whole number from 1 to 100.', "Correct what is named here"],
    ],
    [
      "the body is no JSON",
      () => gateway.call("POST", ISSUES, { key, body: "{" }),
      ["The body is not valid JSON.", "Correct what is named here"],
    ],
    [
      "the provider does not know it",
      provider(() => json({ message: "Not Found" }, 404)),
      ["GitHub did not find it: Not Found", "Check the id."],
    ],
    [
      "the provider refuses a value",
      provider(() => json({ message: "No such label", code: "custom" }, 422, { "x-github-request-id": "C0DE:1" })),
      ["GitHub: No such label", "GitHub responded with 422", "GitHub’s request id C0DE:1", "Correct it"],
    ],
    [
      "the provider sees a conflict",
      provider(() => json({ message: "Conflict" }, 409)),
      ["GitHub: Conflict", "Read what is there now"],
    ],
    [
      "the connected account may not",
      provider(() => json({ message: "Must have admin rights" }, 403)),
      ["GitHub refuses: Must have admin rights", "The connected account may not do this at GitHub."],
    ],
    [
      "the provider's limit is reached",
      provider(() => json({ message: "slow down" }, 429, { "retry-after": "60" })),
      ["GitHub is rate-limiting this integration", "GitHub asked for a pause."],
    ],
    [
      "the provider has an error",
      provider(() => json({}, 500)),
      ["GitHub responded with 500", "The error is GitHub’s own."],
    ],
    [
      "a proxy answers for the provider",
      provider(() => new Response("<h1>Bad gateway</h1>", { status: 502 })),
      ["GitHub responded with status 502", "GitHub has trouble.", "Waited before trying again"],
    ],
    [
      "the provider is down",
      provider(() => new Response("", { status: 503 })),
      ["GitHub responded with status 503", "Try again in a few minutes."],
    ],
    [
      "the provider does not respond to a read in time",
      thrown(new DOMException("late", "TimeoutError")),
      ["GitHub did not respond in time", "Send the call again."],
    ],
    [
      "the provider does not respond to a write in time",
      thrown(new DOMException("late", "TimeoutError"), create),
      ["GitHub did not respond in time", "Nobody knows whether GitHub carried it out."],
    ],
    [
      "nobody listens there",
      thrown(Object.assign(new TypeError("refused"), { code: "ConnectionRefused" })),
      ["GitHub cannot be reached", "Nothing was sent."],
    ],
    [
      "the response is no JSON",
      provider(() => new Response("hello", { headers: { "content-type": "application/json" } })),
      ["GitHub’s code not_json", "something that this version of the gateway does not know"],
    ],
    [
      "the response lacks a field",
      provider(() => json([{ id: 1 }])),
      ["GitHub’s code unexpected_shape", "something that this version of the gateway does not know"],
    ],
    [
      "the provider is not connected",
      () => call("/api/v1/google/gmail/messages"),
      ['Integration "google" is not connected', "Connect Google"],
    ],
    [
      "the provider is not set up",
      () => call("/api/v1/slack/channels"),
      ['Integration "slack" is not connected', "An operator must set it up."],
    ],
    [
      "the key may not",
      async () => gateway.call("GET", ISSUES, { key: await newKey({ permissions: ["google:*"] }) }),
      ["The key needs github:issues.read . Create a key"],
    ],
    [
      "the key may not make raw requests",
      async () =>
        gateway.call("GET", "/api/v1/github/proxy/user", { key: await newKey({ permissions: ["google:*"] }) }),
      ["The key needs github:proxy.use . Create a key"],
    ],
    [
      "the key may not use a route of the gateway's own",
      async () => gateway.call("GET", "/api/v1/usage", { key: await newKey({ permissions: ["google:*"] }) }),
      ["The key needs the permission that the API document names for this route. Create a key"],
    ],
    [
      "the key asks before it destroys",
      async () =>
        gateway.call("DELETE", "/api/v1/google/proxy/calendar/v3/calendars/primary", {
          key: await newKey({ confirm_destructive: true, permissions: ["*", "proxy.use"] }),
        }),
      ["the user must confirm this destructive call"],
    ],
    [
      "an account is named without a partner profile",
      () => call(ISSUES, { headers: { "x-account-id": "customer-1" } }),
      ["This needs an active partner profile. The operator can add one."],
    ],
    [
      "an idempotency key was used for another request",
      async () => {
        await create({ "idempotency-key": "once" }, "One");
        await create({ "idempotency-key": "once" }, "Two");
      },
      ["This Idempotency-Key was used for a different request; use a new key for a new request."],
    ],
    [
      "the grant was revoked",
      provider(() => json({ message: "Bad credentials" }, 401)),
      ["Access to GitHub was revoked; connect it again", "Reconnect GitHub"],
    ],
  ];

  for (const [name, seed, says] of FAULTS)
    test(name, async () => {
      // A limit of the provider holds the next call back for a minute.
      gateway.clock.move(120_000);
      await seed();
      const text = await twoClicks();
      for (const said of says) expect(text).toContain(said);
    });
});
