// After connects, calls, refreshes and failures, neither database nor log contains a secret in readable form.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { deny } from "../../emulators/consent.ts";
import {
  answerTokens,
  dump,
  HOOK_MS,
  isTokenRequest,
  land,
  secretsIn,
  start,
  startAndConsent,
  TEST_MS,
} from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const PROVIDERS = ["google", "github", "slack"] as const;
const READ = "/api/v1/google/calendar/events?limit=1";

for (const lane of LANES) {
  describe(`secrets on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let partnerKey: string;
    /** Secrets by kind, collected while `live` runs. */
    const found: Record<
      "access" | "refresh" | "state" | "code" | "verifier" | "client" | "confirm" | "webhook",
      Set<string>
    > = {
      access: new Set(),
      refresh: new Set(),
      state: new Set(),
      code: new Set(),
      verifier: new Set(),
      client: new Set(),
      confirm: new Set(),
      webhook: new Set(),
    };
    const gather = () => {
      for (const provider of PROVIDERS) {
        const emulated = gateway.providers[provider];
        for (const { kind, token } of emulated.issued) found[kind].add(token);
        for (const request of emulated.log.filter((one) => isTokenRequest(emulated, one))) {
          const form = new URLSearchParams(request.body);
          if (form.get("code_verifier")) found.verifier.add(form.get("code_verifier") as string);
          if (form.get("code")) found.code.add(form.get("code") as string);
        }
        found.client.add(emulated.settings.clientSecret as string);
      }
    };
    /** A partner's own client with a wrong and then the right secret, and a grant with each. */
    const bringClient = async () => {
      const partner = await gateway.partner();
      const { clientId: client_id } = gateway.providers.github.settings;
      for (const client_secret of [`wrong-${crypto.randomUUID()}`, gateway.providers.github.settings.clientSecret]) {
        found.client.add(client_secret as string);
        const body = { client_id, client_secret };
        await gateway.call("PUT", "/api/v1/oauth-apps/github", { key: partner.key, body });
        await gateway.connect(partner.key, "github", { accountId: await gateway.account(partner.key) });
        gather();
      }
    };
    /** An endpoint of webhooks with its secret before the current one, whose test nobody receives. */
    const hook = async () => {
      const path = "/api/v1/webhook-endpoints";
      const { key: managing } = await gateway.partner();
      const made = await gateway.call("POST", path, { key: managing, body: { url: "https://127.0.0.1:1/" } });
      const { id, secret } = made.json.data;
      const rotated = await gateway.call("POST", `${path}/${id}/secret/rotate`, { key: managing });
      for (const text of [secret, rotated.json.data.secret]) found.webhook.add(text.replace("whsec_", ""));
      await gateway.call("POST", `${path}/${id}/test`, { key: managing });
      await gateway.app.deps.webhooks.drain();
      const { deliveries } = (await gateway.call("GET", `${path}/${id}/deliveries`, { key: managing })).json.data;
      expect(deliveries[0].attempts[0].error).toBe("connect");
    };
    /** A confirmed grant and a pending one. */
    const confirm = async () => {
      partnerKey = (await gateway.partner()).key;
      for (const isConfirmed of [true, false]) {
        const accountId = await gateway.account(partnerKey);
        const options = { accountId, confirm: true };
        const { callback, state } = await startAndConsent(gateway, partnerKey, "slack", options);
        const { outcome } = await land(callback);
        found.state.add(state);
        found.confirm.add(outcome?.confirm_token ?? "");
        const path = `/api/v1/accounts/${accountId}/integrations/slack/confirm`;
        const body = { confirm_token: outcome?.confirm_token };
        const headers = { "idempotency-key": "once" };
        if (isConfirmed) {
          const response = await gateway.call("POST", path, { key: partnerKey, body, headers });
          expect(response.status).toBe(200);
        }
      }
      expect(await gateway.database.database.query("select provider from pending_grants")).toHaveLength(1);
    };
    /** Every path of a token, code or state, including failures. */
    const live = async () => {
      await confirm();
      const pending = await start(gateway, key, "google");
      const denied = await start(gateway, key, "google");
      await land(deny(denied.connectUrl));
      found.state.add(pending.state).add(denied.state);
      for (const provider of PROVIDERS) {
        const { callback, state } = await startAndConsent(gateway, key, provider);
        found.state.add(state);
        await land(callback);
        await land(callback);
        gather();
      }
      const { callback, state } = await startAndConsent(gateway, key, "google");
      found.state.add(state);
      const code = callback.searchParams.get("code") as string;
      const echo = { error: "invalid_grant", error_description: `The code ${code} was redeemed` };
      answerTokens(gateway.providers.google, () => Response.json(echo, { status: 400 }));
      await land(callback);
      gather();
      gateway.providers.google.setFailureInjector();
      gateway.clock.move(3_601_000);
      expect((await gateway.call("GET", READ, { key })).status).toBe(200);
      gather();
      const [echoed] = gateway.providers.google.issued.filter(({ kind }) => kind === "access").slice(-1);
      gateway.providers.google.setFailureInjector((request) =>
        request.path.startsWith("/calendar")
          ? Response.json(
              { error: { code: 400, message: `Bearer ${echoed?.token} and ${echoed?.token} are bad` } },
              { status: 400 },
            )
          : undefined,
      );
      const refused = await gateway.call("GET", READ, { key });
      expect(refused.text).toContain("[redacted]");
      expect(refused.text).not.toContain(echoed?.token ?? "");
      gateway.providers.google.setFailureInjector(() => "reset");
      gateway.clock.move(3_601_000);
      expect((await gateway.call("GET", READ, { key })).status).toBe(503);
      gateway.providers.google.setFailureInjector();
    };
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        emulate: PROVIDERS,
        env: { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true" },
      });
      key = (await gateway.user()).key;
      await live();
      await bringClient();
      await hook();
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const all = () => Object.values(found).flatMap((secrets) => [...secrets]);

    test("every kind of secret was used", () => {
      expect(Object.entries(found).filter(([, secrets]) => secrets.size === 0)).toEqual([]);
      expect(all().every((secret) => secret.length >= 16)).toBe(true);
    });

    test("S-55: no table contains a token, a state, a verifier or a client secret: plain, URL-encoded, hex or base64", async () => {
      const text = await dump(gateway);
      // Control: the dump contains public values.
      expect(text).toContain("ada@example.com");
      expect(secretsIn(text, all())).toEqual([]);
      expect(secretsIn(text, [key, partnerKey])).toEqual([]);
    });

    test("S-55: the search finds a secret in each of those encodings", () => {
      const [secret] = [...found.access];
      const forms = [
        secret,
        encodeURIComponent(secret as string),
        Buffer.from(secret as string).toString("hex"),
        ...["", "x", "xy"].map((before) => Buffer.from(`${before}${secret}z`).toString("base64")),
        Buffer.from(`{"t":"${secret}"}`).toString("base64url"),
      ];
      for (const form of forms) expect(secretsIn(`a ${form} b`, [secret as string])).toEqual([secret as string]);
      expect(secretsIn("nothing of the kind", all())).toEqual([]);
    });

    test("S-02: a finished session has no verifier, not even sealed", async () => {
      const sessions = await gateway.database.database.query<{ status: string; n: number }>(
        "select status, count(verifier)::int as n from connect_sessions where provider = 'google' group by status order by status",
      );
      expect(sessions).toEqual([
        { status: "completed", n: 0 },
        { status: "failed", n: 0 },
        { status: "pending", n: 1 },
      ]);
    });

    test("S-71: S-72: no log line contains a token, a code, a state, a verifier or a key, and no callback's query", () => {
      const log = gateway.logLines.join("\n");
      expect(gateway.logLines.length).toBeGreaterThan(10);
      expect(secretsIn(log, [...all(), key, partnerKey])).toEqual([]);
      expect(log).not.toMatch(/[?&](code|state)=/);
    });

    test("S-17: S-76: usage rows contain the path template, never the callback's code or state", async () => {
      const rows = await gateway.database.database.query<{ text: string }>(
        "select u::text as text from usage_entries u",
      );
      const text = rows.map((row) => row.text).join("\n");
      expect(text).toContain("/api/v1/integrations/connect");
      expect(secretsIn(text, all())).toEqual([]);
    });
  });
}
