// Log lines of a connect and a disconnect: why the identity is unknown, and whether the grant was revoked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type OAuth, type Provider, resource, t } from "../../../src/plugin/index.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { type AcmeGateway, acme, startAcmeGateway } from "../../support/acme.ts";
import { callbackUrl, HOOK_MS, land, logged, start } from "../../support/connecting.ts";
import { answerOf, jsonAnswer } from "../../support/tcp-upstream.ts";

const ISSUER = "https://acme.example";
/** Acme, whose callbacks always carry its issuer, with or without a revocation endpoint. */
const withOAuth = (more: Partial<OAuth>): Provider => ({
  ...acme,
  auth: { oauth2: { ...(acme.auth.oauth2 as OAuth), ...more } },
  identity: { upstream: "/me", resource: person },
});
const person = resource({
  raw: t.Object({ id: t.Integer(), title: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: (raw) => ({ id: String(raw.id), name: raw.title }),
});
const TOKENS = { access_token: "access-1234567890", refresh_token: "refresh-1234567890", token_type: "bearer" };

describe("the log of a connect", () => {
  let it: AcmeGateway;
  let key: string;
  beforeAll(async () => {
    it = await startAcmeGateway({}, withOAuth({ issuer: ISSUER, sendsIssuer: true }));
  }, HOOK_MS);
  afterAll(() => it.close(), HOOK_MS);
  beforeEach(async () => {
    key = (await it.gateway.user()).key;
  });

  /** Connects as a browser would, with this response to the identity request. */
  const connect = async (identity: Uint8Array, more: Record<string, string> = { iss: ISSUER }) => {
    const { state, sessionId } = await start(it.gateway, key, "acme");
    const { result, requests } = await it.upstream.during(
      (request, wire) => {
        wire.write(request.path === "/token" ? jsonAnswer(TOKENS) : identity);
        wire.end();
      },
      () => land(callbackUrl(it.gateway, { state, code: "the-code", ...more })),
    );
    return { outcome: result.outcome, sessionId, paths: requests.map(({ path }) => path) };
  };
  const ADA = jsonAnswer({ id: 1, title: "ada" });

  test("S-10: a callback without iss is refused if the server always sends it, and the code is not exchanged", async () => {
    for (const more of [{}, { error: "access_denied" }, { iss: "https://evil.example" }] as Record<string, string>[]) {
      const { outcome, paths } = await connect(ADA, more);
      expect([outcome?.error, paths]).toEqual(["invalid_issuer", []]);
    }
    expect((await connect(ADA)).outcome).toMatchObject({ status: "success" });
  });

  test("S-10: a second iss is refused, whatever its value", async () => {
    const { state } = await start(it.gateway, key, "acme");
    const url = `${callbackUrl(it.gateway, { state, code: "x", iss: ISSUER })}&iss=${encodeURIComponent(ISSUER)}`;
    expect((await land(url)).outcome).toMatchObject({ error: "invalid_issuer" });
  });

  test.each<[what: string, response: Uint8Array, fields: object]>([
    [
      "a refusal",
      jsonAnswer({ message: `No such token: ${TOKENS.access_token} ${TOKENS.refresh_token}` }, 403),
      {
        status: 403,
        message: "No such token: [redacted] [redacted]",
      },
    ],
    ["an outage", answerOf(503, {}, "down"), { status: 503, message: expect.any(String) }],
    [
      "an identity without its fields",
      jsonAnswer({ id: 1 }),
      {
        status: 200,
        message: "The identity lacks a field.",
        error_code: "unexpected_shape",
      },
    ],
  ])(
    "S-75: %s of the identity request is logged with status and message, without credentials",
    async (_, response, fields) => {
      const { outcome, sessionId } = await connect(response);
      expect(outcome).toMatchObject({ error: "identity_unavailable" });
      const [line] = logged(it.gateway, "connect_failed").filter((one) => one.session_id === sessionId);
      expect(line).toMatchObject({ reason: "identity_unavailable", provider: "acme", ...fields });
      for (const secret of Object.values(TOKENS).slice(0, 2))
        expect(it.gateway.logLines.join("\n")).not.toContain(secret);
    },
  );

  test("S-75: the log says that a provider offers no revocation", async () => {
    await connect(ADA);
    const before = it.gateway.logLines.length;
    expect((await it.gateway.call("DELETE", "/api/v1/integrations/acme", { key })).status).toBe(200);
    const events = it.gateway.logLines.slice(before).map((line) => JSON.parse(line).event);
    expect(events).toContain("grant_not_revocable");
    expect(events).not.toContain("grant_revoked");
  });
});

test("S-10: a plugin whose server sends the issuer must name it", () => {
  expect(pluginViolations(withOAuth({ sendsIssuer: true }), [])).toEqual([
    { field: "auth.oauth2.issuer", message: "must be set if the server sends it." },
  ]);
  expect(pluginViolations(withOAuth({ issuer: ISSUER, sendsIssuer: true }), [])).toEqual([]);
  expect(pluginViolations(withOAuth({ issuer: ISSUER, sendsIssuer: "yes" as never }), [])).toMatchObject([
    { field: "auth.oauth2.sendsIssuer" },
  ]);
});
