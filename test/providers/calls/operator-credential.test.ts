// The operator's own credential: sent for the endpoints that declare it, and visible nowhere else.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { endpoint, one, type Provider, path, Refusal, resource, t } from "../../../src/plugin/index.ts";
import { acme, type Connected, connected } from "../../support/acme.ts";
import { dump, HOOK_MS, secretsIn, TEST_MS } from "../../support/connecting.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ownDetails } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const BOT_TOKEN = `bot-${crypto.randomUUID()}`;
const CLIENT = { clientId: "acme-client", clientSecret: "acme-secret" };
const anything = t.Object({}, { additionalProperties: true });
const thing = resource({ raw: anything, shape: t.Object({ id: t.String() }), map: () => ({ id: "7" }) });
const broken = resource({
  raw: anything,
  shape: t.Object({ id: t.String() }),
  map: (raw): { id: string } => {
    throw new Error(`Cannot read ${JSON.stringify(raw)}`);
  },
});
const read = { method: "GET", permission: "items.read", description: "Get it." } as const;

const withBot = (id: string, scheme: "Bot" | "Bearer"): Provider =>
  ({
    ...acme,
    id,
    bot: { scheme },
    endpoints: {
      get_channel: endpoint({
        ...read,
        path: "/channel",
        credential: "bot",
        upstream: "/channel",
        returns: one(thing),
      }),
      get_own: endpoint({ ...read, path: "/own", upstream: "/own", returns: one(thing) }),
      get_broken: endpoint({ ...read, path: "/broken", credential: "bot", upstream: "/broken", returns: one(broken) }),
      get_both: endpoint({
        ...read,
        path: "/both",
        credential: "bot",
        run: async (_, upstream) => {
          await upstream.request({ path: path`/guilds`, credential: "grant" });
          return upstream.request({ path: path`/channel` });
        },
        returns: one(thing),
      }),
      get_guarded: endpoint({
        ...read,
        path: "/guarded",
        credential: "bot",
        run: async () => {
          throw new Refusal("not_found", "No such channel for you.", "unknown");
        },
        returns: one(thing),
      }),
      get_mixed: endpoint({
        ...read,
        path: "/mixed",
        run: async (_, upstream) => {
          const response = await upstream.request({ path: path`/channel`, credential: "bot" });
          throw new Error(`Unexpected ${JSON.stringify(response.json)}`);
        },
        returns: one(thing),
      }),
    },
  }) as unknown as Provider;
const bot = withBot("bot", "Bot");
const bearer = withBot("bearer", "Bearer");
const unset = withBot("unset", "Bot");

describe("the operator's own credential", () => {
  let gateway: TestGateway;
  const who: Record<string, Connected> = {};
  /** The requests sent: path and Authorization header. */
  const sent: [path: string, authorization: string | null][] = [];
  /** The provider's response; `echo` is the Authorization header that it got. */
  let respond: (echo: string) => Response = () => Response.json({});
  const responses: string[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway({
      lane: "embedded",
      plugins: [bot, bearer, unset],
      settings: {
        bot: { ...CLIENT, botToken: BOT_TOKEN },
        bearer: { ...CLIENT, botToken: BOT_TOKEN },
        unset: CLIENT,
      },
      fetch: async (url, init) => {
        const authorization = new Headers(init.headers).get("authorization");
        sent.push([new URL(url).pathname, authorization]);
        // Requests with the user's credential always succeed, so that the operator's is always tried.
        if (authorization === `Bearer ${who.bot?.accessToken}`) return Response.json({});
        return respond(`${authorization} ${authorization?.split(" ")[1]}`);
      },
    });
    for (const plugin of [bot, bearer, unset]) who[plugin.id] = await connected(gateway, plugin);
  }, HOOK_MS);
  afterAll(() => gateway.close(), HOOK_MS);

  const ask = async (provider: string, what: string): Promise<ApiResponse & { seen: typeof sent }> => {
    const before = sent.length;
    const got = await gateway.call("GET", `/api/v1/${provider}/${what}`, { key: who[provider]?.key });
    responses.push(`${[...got.headers].join(" ")} ${got.text}`);
    return { ...got, seen: sent.slice(before) };
  };

  test("is sent with the plugin's scheme in place of the user's", async () => {
    expect((await ask("bot", "channel")).seen).toEqual([["/channel", `Bot ${BOT_TOKEN}`]]);
    expect((await ask("bearer", "channel")).seen).toEqual([["/channel", `Bearer ${BOT_TOKEN}`]]);
  });

  test("is not sent for an endpoint that does not declare it", async () => {
    expect((await ask("bot", "own")).seen).toEqual([["/own", `Bearer ${who.bot?.accessToken}`]]);
  });

  test("and the user's can be sent in one call, each where the plugin says", async () => {
    expect((await ask("bot", "both")).seen).toEqual([
      ["/guilds", `Bearer ${who.bot?.accessToken}`],
      ["/channel", `Bot ${BOT_TOKEN}`],
    ]);
  });

  test("that is not set is an error that says so, and nothing is sent", async () => {
    for (const what of ["channel", "mixed"]) {
      const { status, json, seen } = await ask("unset", what);
      expect(status).toBe(502);
      expect(json.code).toBe("PROVIDER_ERROR");
      expect(ownDetails(json)).toEqual({
        provider: "unset",
        status: null,
        message: "The operator has not set a bot token for this provider.",
        code: "not_configured",
        reason: "not_set_up",
      });
      expect(seen).toEqual([]);
    }
    expect((await ask("unset", "own")).status).toBe(200);
  });

  test("that the provider refuses ends no integration and starts no refresh", async () => {
    respond = () => Response.json({ message: "Unauthorized" }, { status: 401 });
    const { status, json, seen } = await ask("bot", "channel");
    respond = () => Response.json({});
    expect([status, json.code, json.details.code]).toEqual([502, "PROVIDER_ERROR", "bot_token_refused"]);
    expect(json.details.reason).toBe("not_set_up");
    expect(seen).toEqual([["/channel", `Bot ${BOT_TOKEN}`]]);
    expect((await ask("bot", "own")).status).toBe(200);
  });

  test("a plugin's Refusal ends the call with its message, and nothing more is sent", async () => {
    const { status, json, seen } = await ask("bot", "guarded");
    expect([status, json.code]).toEqual([404, "NOT_FOUND"]);
    expect(json.error).toContain("No such channel for you.");
    expect(seen).toEqual([]);
  });

  test("still needs the user's integration", async () => {
    const { key } = await gateway.user();
    const before = sent.length;
    const got = await gateway.call("GET", "/api/v1/bot/channel", { key });
    expect(got.json.code).toBe("PERMISSION_DENIED");
    expect(sent).toHaveLength(before);
  });

  test("is in no response, log line or row, whatever the provider and the plugin say", async () => {
    for (const status of [400, 403, 404, 409, 422, 500, 503]) {
      respond = (echo) => Response.json({ message: `Bad ${echo}`, code: echo }, { status });
      for (const what of ["channel", "both", "mixed"]) await ask("bot", what);
    }
    for (const say of [
      (echo: string) => new Response(echo),
      (echo: string) => Response.json({ echo }),
      (echo: string): Response => {
        throw new TypeError(`fetch failed: ${echo}`);
      },
    ]) {
      respond = say;
      for (const what of ["broken", "both", "mixed"]) await ask("bot", what);
    }
    respond = () => Response.json({});
    expect(sent.filter(([, authorization]) => authorization === `Bot ${BOT_TOKEN}`).length).toBeGreaterThan(20);
    const logs = gateway.logLines.join("\n");
    expect(logs).toContain("[redacted]");
    expect(responses.join("\n")).toContain("[redacted]");
    for (const text of [responses.join("\n"), logs, await dump(gateway)]) {
      expect(secretsIn(text, [BOT_TOKEN])).toEqual([]);
    }
  });
});
