// Calls that fail, each for another reason, with the sentence and the next step that their page must show.
import { DEFAULT_RESILIENCE } from "../../src/providers/upstream/resilience.ts";
import type { Fetch } from "../../src/providers/upstream/send.ts";
import { answerTokens } from "./connecting.ts";
import {
  type ApiResponse,
  type CallOptions,
  type GatewayOptions,
  startTestGateway,
  type TestGateway,
} from "./gateway.ts";

const ISSUES = "/api/v1/github/repos/ada/engine/issues";
const EVENTS = "/api/v1/google/calendar/events?limit=1";
/** As its partner calls it. */
const ACCOUNT = "customer-of-failures";
const HOUR_MS = 3_600_000;
const MANY_BYTES = 17 * 1024 * 1024;

/** How the providers' next requests end in place of their own responses. */
type Answer = () => Response | Promise<Response>;

export interface FailingGateway extends TestGateway {
  /** Ends every request to an API that `work` makes, but not those for tokens. */
  answering<T>(answer: Answer, work: () => Promise<T>): Promise<T>;
}

interface Caller {
  gateway: FailingGateway;
  email: string;
  /** With every permission, for a user who is a partner too. */
  key: string;
  /** The id of a connected account with an integration. */
  accountId: string;
  get(path?: string, options?: CallOptions): Promise<ApiResponse>;
  post(body: object, headers?: Record<string, string>): Promise<ApiResponse>;
}

export interface FailedCall {
  /** What happened, as a person would say it. */
  name: string;
  cause(caller: Caller): Promise<ApiResponse>;
  status: number;
  /** Part of the sentence that says why. */
  why: string;
  /** Part of what says whose turn it is, and what to do. */
  next: string;
  /** What it leaves behind ends before the next call. */
  afterwards?(caller: Caller): unknown;
}

const thrown = (code: string) => () => {
  throw Object.assign(new Error("The connection failed."), { code });
};
const late = () => {
  throw new DOMException("The time is over.", "TimeoutError");
};
const json = (status: number, body: object, headers?: Record<string, string>) => () =>
  Response.json(body, { status, headers });
const answered =
  (answer: Answer, call: (caller: Caller) => Promise<ApiResponse> = ({ get }) => get()): FailedCall["cause"] =>
  (caller) =>
    caller.gateway.answering(answer, () => call(caller));

const OF_INPUT: FailedCall[] = [
  {
    name: "a value of the query is not valid",
    cause: ({ get }) => get(`${ISSUES}?limit=many`),
    status: 400,
    why: "must be a whole number from 1 to 100",
    next: "Correct what is named here",
  },
  {
    name: "the body has a field that nobody knows",
    cause: ({ post }) => post({ title: "Leak", titel: "Leak" }),
    status: 400,
    why: "titel",
    next: "Correct what is named here",
  },
  {
    name: "the account is unknown",
    cause: ({ get }) => get(ISSUES, { headers: { "x-account-id": "customer-none" } }),
    status: 404,
    why: 'Connected account "customer-none" not found',
    next: "Compare the id with your accounts",
  },
  {
    name: "the Idempotency-Key belongs to another request",
    cause: async ({ post }) => {
      const headers = { "idempotency-key": "deploy-7" };
      await post({ title: "First" }, headers);
      return post({ title: "Second" }, headers);
    },
    status: 422,
    why: "This Idempotency-Key was used for a different request",
    next: "Look for the first call with this Idempotency-Key",
  },
  {
    name: "the first call with the Idempotency-Key still runs",
    cause: async ({ gateway, post }) => {
      const headers = { "idempotency-key": "deploy-8" };
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const answer = async () => {
        reached.resolve();
        await released.promise;
        return new Response("{}", { status: 500 });
      };
      return gateway.answering(answer, async () => {
        const first = post({ title: "First" }, headers);
        await reached.promise;
        const second = await post({ title: "First" }, headers);
        released.resolve();
        await first;
        // The first one failed later, and stands above the second one.
        return second;
      });
    },
    status: 409,
    why: "A request with this Idempotency-Key is still running",
    next: "Look for the first call with this Idempotency-Key",
  },
];

const OF_ACCESS: FailedCall[] = [
  {
    name: "the provider is not connected",
    cause: ({ get }) => get("/api/v1/slack/channels"),
    status: 403,
    why: 'Integration "slack" is not connected',
    next: "Connect Slack",
  },
  {
    name: "nobody has set the provider up",
    cause: ({ get }) => get("/api/v1/notion/blocks/7d36047e70684e3f90810307290f13de"),
    status: 403,
    why: 'Integration "notion" is not connected',
    next: "An operator must set it up",
  },
  {
    name: "the key lacks the permission",
    cause: async ({ gateway, email, get }) => {
      const { json } = await gateway.admin("POST", "/keys", { user: email, permissions: ["gmail.read"] });
      return get(ISSUES, { key: json.data.key });
    },
    status: 403,
    why: "Permission denied",
    next: "The key needs",
  },
  {
    name: "the integration was connected without the scope",
    cause: async ({ gateway, get, key }) => {
      await gateway.connect(key, "github", { scopes: ["read:org"] });
      return get();
    },
    status: 403,
    why: "was connected without the scopes that",
    next: "Open the connection with GitHub",
    afterwards: ({ gateway, key }) => gateway.connect(key, "github"),
  },
  {
    name: "a service of the account's integration is turned off",
    cause: async ({ gateway, get, key, accountId }) => {
      const path = `/api/v1/accounts/${accountId}/integrations/github`;
      await gateway.call("PATCH", path, { key, body: { services: { "issues.read": false } } });
      await gateway.heard();
      return get(ISSUES, { headers: { "x-account-id": ACCOUNT } });
    },
    status: 403,
    why: "is turned off for this account's integration",
    next: "Open the account",
  },
  {
    name: "the limit of the minute is reached",
    cause: async ({ gateway, email, get }) => {
      // One row of the log stands for all refused calls of a minute, at its start.
      gateway.clock.move(60_000);
      await gateway.admin("PATCH", `/users/${email}`, { overrides: { minute: 1 } });
      await gateway.heard();
      await get();
      return get();
    },
    status: 429,
    why: "Too many requests",
    next: "Send fewer calls at once",
    afterwards: async ({ gateway, email }) => {
      await gateway.admin("PATCH", `/users/${email}`, { overrides: { minute: null } });
      await gateway.heard();
    },
  },
];

const OF_PROVIDER: FailedCall[] = [
  {
    name: "the provider responds 500",
    cause: answered(json(500, { message: "The database is read-only" })),
    status: 502,
    why: "GitHub responded with an error: The database is read-only",
    next: "The error is GitHub’s own",
  },
  {
    name: "the provider responds 503",
    cause: answered(json(503, {})),
    status: 503,
    why: "GitHub responded with status 503",
    next: "GitHub has trouble",
  },
  {
    name: "the provider limits the rate",
    cause: answered(json(429, { message: "Slow down" }, { "retry-after": "1" })),
    status: 503,
    why: "GitHub is rate-limiting this integration",
    next: "GitHub asked for a pause",
    afterwards: ({ gateway }) => gateway.clock.move(2_000),
  },
  {
    name: "the provider does not respond in time",
    cause: answered(late),
    status: 503,
    why: "GitHub did not respond in time",
    next: "Send the call again",
  },
  {
    name: "the provider refuses the connection",
    cause: answered(thrown("ECONNREFUSED")),
    status: 503,
    why: "GitHub cannot be reached",
    next: "Nothing was sent",
  },
  {
    name: "nobody knows whether the write was carried out",
    cause: answered(thrown("ECONNRESET"), ({ post }) => post({ title: "Leak" })),
    status: 503,
    why: "closed the connection before it had responded; it may have carried out the call",
    next: "Nobody knows whether GitHub carried it out",
  },
  {
    name: "the provider responds with a page in place of JSON",
    cause: answered(
      () => new Response("<!doctype html><title>Maintenance</title>", { headers: { "content-type": "text/html" } }),
    ),
    status: 502,
    why: "GitHub responded with an error: The provider's response is not JSON",
    next: "this version of the gateway does not know",
  },
  {
    name: "the provider's JSON has another shape",
    cause: answered(json(200, { issues: "moved" })),
    status: 502,
    why: "GitHub responded with an error: The provider's response has no list",
    next: "this version of the gateway does not know",
  },
  {
    name: "the provider's response is too large",
    cause: answered(() => new Response(" ".repeat(MANY_BYTES), { headers: { "content-type": "application/json" } })),
    status: 502,
    why: "GitHub responded with an error: The provider's response is larger than",
    next: "Ask for less in one call",
  },
  {
    name: "the provider does not find it",
    cause: answered(json(404, { message: "Not Found" })),
    status: 404,
    why: "GitHub did not find it: Not Found",
    next: "Check the id",
  },
  {
    name: "the provider refuses a value",
    cause: answered(json(422, { message: "Label does not exist" })),
    status: 400,
    why: "GitHub: Label does not exist",
    next: "GitHub refused a value",
  },
  {
    name: "the provider refuses the person",
    cause: answered(json(403, { message: "Must have admin rights" })),
    status: 403,
    why: "GitHub refuses: Must have admin rights",
    next: "Ask an admin there, or connect another account",
  },
  {
    name: "somebody else has changed it",
    cause: answered(json(409, { message: "The branch has moved" })),
    status: 409,
    why: "GitHub: The branch has moved",
    next: "Read what is there now",
  },
  {
    name: "the token is refused although the grant is good",
    cause: async ({ gateway, get }) => {
      // The identity check is another request, which the provider serves.
      let count = 0;
      return gateway.answering(
        () => (++count === 1 ? Response.json({}, { status: 401 }) : Response.json({ id: 1, login: "ada" })),
        () => get(),
      );
    },
    status: 502,
    why: "connecting again does not change that",
    next: "Ask an admin there, or connect another account",
  },
];

/** They end connections, or the provider's host. */
const OF_ENDS: FailedCall[] = [
  {
    name: "the provider knows the OAuth app no more",
    cause: async ({ gateway, get }) => {
      gateway.clock.move(HOUR_MS + 1_000);
      answerTokens(gateway.providers.google, json(401, { error: "invalid_client" }));
      return get(EVENTS);
    },
    status: 502,
    why: "Google refused to renew the access token",
    next: "The person who set up the app must check it",
    afterwards: ({ gateway }) => gateway.providers.google.setFailureInjector(),
  },
  {
    name: "the refresh is refused",
    cause: async ({ gateway, get }) => {
      gateway.clock.move(HOUR_MS + 1_000);
      answerTokens(gateway.providers.google, json(400, { error: "invalid_grant" }));
      return get(EVENTS);
    },
    status: 401,
    why: "Access to Google was revoked",
    next: "Reconnect Google to go on",
    afterwards: ({ gateway }) => gateway.providers.google.setFailureInjector(),
  },
  {
    name: "the person has revoked the access at the provider",
    cause: async ({ gateway, get }) => {
      for (const { token } of [...gateway.providers.github.issued]) gateway.providers.github.revoke(token);
      return get();
    },
    status: 401,
    why: "Access to GitHub was revoked",
    next: "Reconnect GitHub to go on",
    afterwards: ({ gateway, key }) => gateway.connect(key, "github"),
  },
  {
    name: "the provider has failed so often that calls pause",
    cause: async ({ gateway, get }) =>
      gateway.answering(thrown("ECONNRESET"), async () => {
        for (let i = 0; i < 8; i++) await get();
        return get();
      }),
    status: 503,
    why: "GitHub cannot be reached",
    next: "Nothing was sent",
  },
];

export const FAILED_CALLS: readonly FailedCall[] = [...OF_INPUT, ...OF_ACCESS, ...OF_PROVIDER, ...OF_ENDS];

/** A gateway whose providers fail as told. */
export async function startFailingGateway(options: Omit<GatewayOptions, "fetch" | "emulate">): Promise<FailingGateway> {
  let answer: Answer | null = null;
  const send: Fetch = async (url, init) => (answer && !/login\/oauth|\/token$/.test(url) ? answer() : fetch(url, init));
  const gateway = await startTestGateway({
    resilience: DEFAULT_RESILIENCE,
    ...options,
    emulate: ["google", "github", "slack"],
    fetch: send,
  });
  return {
    ...gateway,
    async answering(next, work) {
      answer = next;
      return work().finally(() => {
        answer = null;
      });
    },
  };
}

/** Connects what the calls need; the user is a partner. */
export async function callerOf(gateway: FailingGateway, email: string): Promise<Caller> {
  const permissions = ["*", "gateway:partner.manage"];
  const { key } = (await gateway.admin("POST", "/keys", { user: email, permissions })).json.data;
  const accountId = await gateway.account(key, ACCOUNT);
  for (const provider of ["github", "google"] as const) await gateway.connect(key, provider);
  await gateway.connect(key, "github", { accountId });
  return {
    gateway,
    email,
    key,
    accountId,
    get: (path = ISSUES, options = {}) => gateway.call("GET", path, { key, ...options }),
    post: (body, headers = {}) => gateway.call("POST", ISSUES, { key, body, headers }),
  };
}

/** Makes the call fail, and leaves the provider as it was. */
export async function failedCall(caller: Caller, { cause, afterwards }: FailedCall): Promise<ApiResponse> {
  const response = await cause(caller);
  await afterwards?.(caller);
  // A response closes the circuit again, and the row of a success does not stand among the errors.
  await caller.get();
  return response;
}
