// Revocation runs from the operator's request to the provider's revocation, the signed report, and what they refuse.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import type { EmulatedServiceName, LoggedRequest } from "../../../emulators/emulators.ts";
import { retryRevocations } from "../../../src/connections/connect/revoke.ts";
import {
  CONNECT,
  GRACE,
  HOOK_MS,
  integrationOf,
  pathOf,
  REDIRECT_URL,
  start,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser } from "../../support/page-browser.ts";
import { codeOf } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const REVOKE = "/oauth2/revoke";
const READ = "/api/v1/google/gmail/messages?limit=1";

interface Line {
  kind: string;
  [name: string]: unknown;
}

for (const lane of LANES) {
  describe(`revocation runs on ${lane}`, () => {
    let gateway: TestGateway;
    /** What a response of a token endpoint waits for. */
    let held: Promise<void> | null = null;
    let arrived = () => {};
    const holding = async (input: RequestInfo | URL, init?: RequestInit) => {
      const response = await fetch(input, init);
      if (held !== null && String(input instanceof Request ? input.url : input).includes("/token")) {
        arrived();
        await held;
      }
      return response;
    };
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"], fetch: holding });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    // Integrations of other tests would count as siblings.
    beforeEach(() =>
      gateway.database.database.script(
        "delete from integrations; delete from revocations; delete from revocation_runs",
      ),
    );
    afterEach(() => gateway.providers.google.setFailureInjector());

    const connected = async (provider: EmulatedServiceName = "google", person?: string) => {
      const user = await gateway.user();
      await gateway.connect(user.key, provider, { person });
      return user;
    };
    const begin = async (body: object) => {
      const response = await gateway.admin("POST", "/revocation-runs", body);
      expect([response.status, response.text]).toEqual([200, expect.any(String)]);
      return response.json.data;
    };
    const shown = async (id: string) => (await gateway.admin("GET", `/revocation-runs/${id}`)).json.data;
    const settled = async (id: string) => {
      await gateway.app.deps.revocationRuns.drain();
      gateway.clock.move(16_000);
      await gateway.app.deps.revocationRuns.drain();
      return shown(id);
    };
    const reportOf = async (id: string) => {
      const { text, headers } = await gateway.admin("GET", `/revocation-runs/${id}/report`);
      expect(headers.get("content-type")).toBe("application/x-ndjson");
      return {
        text,
        lines: text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Line),
      };
    };

    test("S-23: a provider's connections end here and there; the next call says so, and the person can connect again", async () => {
      const { key, userId } = await connected();
      const other = await connected("github");
      expect((await gateway.call("GET", READ, { key })).status).toBe(200);
      const seen = watch(gateway.providers.google);
      const run = await begin({ provider: "google" });
      expect((await gateway.call("GET", READ, { key })).text).toContain("INTEGRATION_REVOKED");
      expect((await gateway.call("GET", "/api/v1/github/user", { key: other.key })).status).toBe(200);
      expect(await settled(run.id)).toMatchObject({
        state: "done",
        step: null,
        ended: { connection: 1 },
        at_providers: { ended: 1, trying: 0, failed: 0 },
        selection: { provider: "google", what: ["connections"] },
      });
      expect(seen.all().filter((request) => pathOf(request) === REVOKE).length).toBe(1);
      expect(gateway.providers.google.issued).toEqual([]);
      expect(await integrationOf(gateway, key, "google")).toMatchObject({ status: "revoked" });
      const [row] = await gateway.database.database.query<{ text: string }>(
        "select c::text as text from integrations c where user_id = $1::uuid and provider = 'google'",
        [userId],
      );
      expect(row?.text).toContain("operator_revoked");
      expect(await begin({ provider: "google" })).toMatchObject({ ended: {} });
      await gateway.connect(key, "google");
      expect((await gateway.call("GET", READ, { key })).status).toBe(200);
    });

    test("two connections of one person: both end, and the grant that they share is revoked at the provider", async () => {
      await connected();
      await connected();
      const run = await begin({ provider: "google" });
      const done = await settled(run.id);
      expect(done).toMatchObject({ state: "done", ended: { connection: 2 }, at_providers: { shared: 0, trying: 0 } });
      expect(gateway.providers.google.issued).toEqual([]);
    });

    test("a leak of the database: keys, sessions and grants under way end with the connections; what is made later works", async () => {
      const { key, userId } = await connected();
      const { state } = await start(gateway, key, "google");
      const session = await gateway.call("POST", "/api/v1/agent-sessions", { key, body: {} });
      const token = session.json.data.token as string;
      const counted = await gateway.admin("GET", `/revocation-counts?user=${userId}`);
      expect(counted.json.data).toMatchObject({
        counts: { key: 1, agent_session: 1, mcp_grant: 0, panel_session: 0, connect_session: 1, connection: 1 },
        owners: 1,
      });
      const run = await begin({ user: userId });
      for (const credential of [key, token])
        expect((await gateway.call("GET", READ, { key: credential })).status).toBe(401);
      expect((await settled(run.id)).ended).toEqual({ key: 1, agent_session: 1, connect_session: 1, connection: 1 });
      const late = await fetch(`${gateway.url}/api/v1/connect/callback?state=${state}&code=code`, {
        redirect: "manual",
      });
      expect(late.status).toBe(400);
      const fresh = (await gateway.admin("POST", "/keys", { user: userId })).json.data.key as string;
      await gateway.connect(fresh, "google");
      expect((await gateway.call("GET", READ, { key: fresh })).status).toBe(200);
    });

    test("I-3: tokens of a refresh that was under way are neither stored nor left at the provider", async () => {
      const { key, userId } = await connected();
      gateway.clock.move(3_601_000);
      const [open, came] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      [held, arrived] = [open.promise, came.resolve];
      const call = gateway.call("GET", READ, { key });
      await came.promise;
      const seen = watch(gateway.providers.google);
      const isRevocation = (request: LoggedRequest) => pathOf(request) === REVOKE;
      const run = await begin({ user: userId, what: ["connections"] });
      expect(seen.all().filter(isRevocation).length).toBe(1);
      held = null;
      open.resolve();
      expect((await call).status).toBeGreaterThanOrEqual(400);
      expect(await settled(run.id)).toMatchObject({ state: "done", ended: { connection: 1 } });
      // Its old grant by the run, and the new tokens by the refresh that they came to.
      expect(seen.all().filter(isRevocation).length).toBe(2);
      expect(gateway.providers.google.issued).toEqual([]);
      const [row] = await gateway.database.database.query<{ reason: string; refresh: string | null }>(
        "select status_reason as reason, refresh_token as refresh from integrations where user_id = $1::uuid",
        [userId],
      );
      expect(row).toEqual({ reason: "operator_revoked", refresh: null });
      expect((await gateway.call("GET", READ, { key })).text).toContain("INTEGRATION_REVOKED");
    });

    test("S-18: a grant that waits for its person's answer ends too, and nobody can answer any more", async () => {
      const { key, userId } = await connected();
      const started = await gateway.call("POST", CONNECT, {
        key,
        body: { provider: "google", redirect_url: REDIRECT_URL },
      });
      const browser = pageBrowser();
      const callback = await consent(new URL(started.json.data.connect_url), GRACE.google);
      const page = await browser.open(callback.href);
      expect(page.fields.replaces).toBeDefined();
      const run = await begin({ user: userId, what: ["connections"] });
      expect(await settled(run.id)).toMatchObject({
        ...{ state: "done", ended: { connection: 1, connect_session: 1 } },
        at_providers: { ended: 2, trying: 0 },
      });
      expect(gateway.providers.google.issued).toEqual([]);
      await browser.send(page, { action: "replace" });
      expect(await integrationOf(gateway, key, "google")).toMatchObject({ status: "revoked" });
    });

    test("a provider that does not respond is tried again, and the run says so until it has", async () => {
      await connected();
      gateway.providers.google.setFailureInjector((request) =>
        pathOf(request) === REVOKE ? new Response("oops", { status: 503 }) : undefined,
      );
      const run = await begin({ provider: "google" });
      expect(await settled(run.id)).toMatchObject({ state: "running", step: "providers", at_providers: { trying: 1 } });
      expect((await reportOf(run.id)).lines).toMatchObject([
        {},
        { kind: "connection", at_provider: "trying", detail: "revocation_503" },
        { kind: "end", complete: false, outstanding: 1 },
        {},
      ]);
      gateway.providers.google.setFailureInjector();
      gateway.clock.move(60_000);
      await retryRevocations(gateway.app.deps, new AbortController().signal);
      expect(await settled(run.id)).toMatchObject({ state: "done", at_providers: { ended: 1, trying: 0 } });
    });

    test("what a provider refuses for good has failed with its status", async () => {
      await connected();
      gateway.providers.google.setFailureInjector((request) =>
        pathOf(request) === REVOKE ? Response.json({ error: "invalid_token" }, { status: 400 }) : undefined,
      );
      const run = await begin({ provider: "google" });
      expect(await settled(run.id)).toMatchObject({ state: "done", at_providers: { failed: 1 } });
      expect((await reportOf(run.id)).lines[1]).toMatchObject({ at_provider: "failed", detail: "revocation_400" });
    });

    test("the report has every row with ids only, and verifies; with one changed byte it does not", async () => {
      const ada = await connected();
      await connected("google", GRACE.google);
      const tokens = gateway.providers.google.issued.map(({ token }) => token);
      const run = await begin({ provider: "google" });
      await settled(run.id);
      const { text, lines } = await reportOf(run.id);
      expect(lines).toMatchObject([
        { kind: "revocation_run", id: run.id, requested_by: { kind: "admin" }, selection: { provider: "google" } },
        ...[0, 1].map(() => ({ kind: "connection", provider: "google", account_id: null, at_provider: "ended" })),
        { kind: "end", complete: true, outstanding: 0, items: 2 },
        { kind: "signature", run_id: run.id, lines: 4 },
      ]);
      expect(lines.map(({ user_id }) => user_id)).toContain(ada.userId);
      for (const secret of [...tokens, ada.email, ada.key]) expect(text).not.toContain(secret);
      const { createHash } = await import("node:crypto");
      const body = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
      const sha = (content: string) => createHash("sha256").update(content).digest("base64url");
      const verify = async (sha256: string, id = run.id) =>
        (
          await gateway.admin(
            "GET",
            `/revocation-reports/verify?${new URLSearchParams({ run_id: id, sha256, seal: String(lines.at(-1)?.seal) })}`,
          )
        ).json.data.is_authentic;
      expect(sha(body)).toBe(lines.at(-1)?.sha256 as string);
      expect(await verify(sha(body))).toBe(true);
      expect(await verify(sha(body.replace('"ended"', '"Ended"')))).toBe(false);
      expect(await verify(sha(body), crypto.randomUUID())).toBe(false);
    });

    test("what means nothing is refused with a sentence: no choice, an unknown provider or user, the future, other kinds", async () => {
      const user = await gateway.user();
      const future = new Date(gateway.clock.now() + 3_600_000).toISOString();
      const outcome = async (body: object) => {
        const response = await gateway.admin("POST", "/revocation-runs", body);
        return codeOf(response);
      };
      expect(await outcome({})).toBe("400 VALIDATION_ERROR");
      expect(await outcome({ provider: "nowhere" })).toBe("400 VALIDATION_ERROR");
      expect(await outcome({ before: future })).toBe("400 VALIDATION_ERROR");
      expect(await outcome({ before: "yesterday" })).toBe("400 VALIDATION_ERROR");
      expect(await outcome({ provider: "google", what: ["keys"] })).toBe("400 VALIDATION_ERROR");
      expect(await outcome({ user: user.userId, what: ["everything"] })).toBe("400 VALIDATION_ERROR");
      expect(await outcome({ user: "nobody@example.com" })).toBe("404 NOT_FOUND");
      expect(await outcome({ user: crypto.randomUUID() })).toBe("404 NOT_FOUND");
      expect(await outcome({ partner: user.email })).toBe("404 NOT_FOUND");
      expect((await gateway.admin("GET", `/revocation-runs/${crypto.randomUUID()}`)).status).toBe(404);
      expect((await gateway.admin("GET", "/revocation-runs")).json.data.revocation_runs).toEqual([]);
    });
  });
}
