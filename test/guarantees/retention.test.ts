// Every table has a bound: 400 days of a small load, on a clock that both the gateway and the database follow.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS, HOUR_MS, type RetentionSettings } from "../../src/foundation/db/retention.ts";
import { insertAttempt, useLogoutToken } from "../../src/identity/oidc/attempts.ts";
import { invite } from "../../src/identity/people/invitations.ts";
import { scheduledJobs } from "../../src/server/scheduled-jobs.ts";
import { TABLES } from "../../src/server/tables.ts";
import { granted, newClient } from "../agents/oauth-server/mcp-client.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "../dashboard/browser.ts";
import { createEndpoint, ENV, eventOf, publish } from "../events/webhooks/hooks.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type MovedDatabase, movedDatabase } from "../support/moved-database.ts";
import { pushingPlugin, sendInbound, WEBHOOK_SECRET } from "../support/pushing-plugin.ts";
import { insertPendingApproval, insertStandingApproval } from "../support/test-partners.ts";

setDefaultTimeout(180_000);

const DAYS = 400;
/** Each act happens every eighth day, and so do the rounds of the jobs: enough for what stays a day and what stays for months. */
const EVERY_DAYS = 8;
/** Short enough to be reached; the longest of what else stays is a revoked key, a month longer than the usage log. */
const SETTINGS: RetentionSettings = {
  deliveryDays: 7,
  inboundWebhookDays: 7,
  inboxDays: 20,
  auditDays: 60,
  evidenceDays: 7,
  usageMonths: 1,
};
/** Of their rows the days stay for 37 months, so that 400 days do not reach their bound: the end of the test does. */
const LONGER = ["usage_totals"];
const NOWHERE = "https://127.0.0.1:9/";
/** Tables that this load does not reach: `oauth-apps/` and `imports/` try their own. */
const NEVER_FILLED = ["oauth_apps", "imported_grants", "backup_runs", "replicas"];

/** A provider that grants, identifies and lists. */
async function provider(input: string | URL): Promise<Response> {
  const { pathname } = new URL(input);
  if (pathname === "/token")
    return Response.json({ access_token: "a", refresh_token: "r", token_type: "bearer", expires_in: 3600 });
  return Response.json(pathname === "/me" ? { id: "u1" } : { items: [], id: "1" });
}

for (const lane of ["embedded"] as const) {
  describe(`retention over ${DAYS} days on ${lane}`, () => {
    let opened: MovedDatabase;
    let gateway: TestGateway;
    let partner: Awaited<ReturnType<TestGateway["partner"]>>;
    let person: SignedIn;
    let endpoint: string;
    let lasting: string;
    beforeAll(async () => {
      opened = await movedDatabase(lane);
      const client = { clientId: "client", clientSecret: "secret", webhookSecret: WEBHOOK_SECRET };
      gateway = await startTestGateway({
        lane,
        database: opened,
        clock: opened.clock,
        plugins: [pushingPlugin()],
        settings: { acme: client },
        fetch: provider,
        env: {
          ...ENV,
          GATEWAY_DELIVERY_DAYS: `${SETTINGS.deliveryDays}`,
          GATEWAY_INBOX_DAYS: `${SETTINGS.inboxDays}`,
          GATEWAY_AUDIT_DAYS: `${SETTINGS.auditDays}`,
          GATEWAY_EVIDENCE_DAYS: `${SETTINGS.evidenceDays}`,
          GATEWAY_USAGE_MONTHS: `${SETTINGS.usageMonths}`,
        },
        webhooks: { random: () => 0 },
      });
      const permissions = ["*", "gateway:partner.manage", "gateway:shares.manage", "gateway:approvals.decide"];
      partner = await gateway.partner({ tier: "enterprise", permissions });
      await expectOk(call("PATCH", "/api/v1/evidence-setting", { record_evidence: true }));
      await expectOk(call("PUT", "/api/v1/redirect-origins", { origins: ["http://localhost"] }));
      lasting = await gateway.account(partner.key, "lasting");
      person = await signedIn(gateway);
      endpoint = (await createEndpoint(gateway, partner.key, { url: NOWHERE })).id;
    }, 60_000);
    afterAll(async () => {
      await gateway.close();
      await opened.close();
    }, 60_000);

    const expectOk = async (response: Promise<{ status: number; text: string }>) => {
      const { status, text } = await response;
      expect([status, status < 300 ? "" : text]).toEqual([status, ""]);
    };
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      gateway.call(method, path, { key: partner.key, body, headers });
    const redirect = { redirect_url: "http://localhost/done" };

    /** What an hour of a day brings; each act ends in other tables. */
    const acts: ((day: number) => Promise<unknown>)[] = [
      // Calls, one of them under an Idempotency-Key, and one that is refused.
      (day) => call("GET", `/api/v1/acme/items?q=${day}`),
      (day) =>
        expectOk(
          call("PUT", "/api/v1/redirect-origins", { origins: ["http://localhost"] }, { "idempotency-key": `k${day}` }),
        ),
      () => gateway.call("GET", "/api/v1/integrations", { key: `${partner.key.slice(0, -1)}0` }),
      // A connect that is abandoned, and one that ends; a disconnect.
      () => expectOk(call("POST", "/api/v1/integrations/connect", { provider: "acme", ...redirect })),
      async () => {
        const started = await call("POST", "/api/v1/integrations/connect", { provider: "acme", ...redirect });
        const { searchParams } = new URL(started.json.data.connect_url);
        const back = new URLSearchParams({ code: "c", state: searchParams.get("state") as string });
        const landed = await gateway.call("GET", `/api/v1/connect/callback?${back}`);
        expect(landed.headers.get("location")).toContain("status=success");
      },
      // A loan that lasts an hour, and ends with the connection at the latest.
      async (day) => {
        const until = new Date(gateway.clock.now() + 3_600_000).toISOString();
        const body = { to: { account: lasting }, permissions: ["items.read"], name: `n${day}`, until };
        // Refused on a day without the connection.
        await call("POST", "/api/v1/integrations/acme/shares", body);
      },
      (day) => (day % 3 === 0 ? call("DELETE", "/api/v1/integrations/acme") : Promise.resolve()),
      // Events, delivered and published, and a webhook that nobody takes.
      (day) => sendInbound(gateway, { items: [{ kind: "changed", id: `${day}`, event_id: `d${day}`, user: "u1" }] }),
      () => publish(gateway, [eventOf(gateway, partner.userId)]),
      () => expectOk(call("PATCH", `/api/v1/webhook-endpoints/${endpoint}`, { enabled: true })),
      (day) => (day % 5 === 0 ? publish(gateway, [eventOf(gateway, partner.userId)]) : Promise.resolve()),
      // A panel that is opened, and left to its end.
      () => expectOk(call("POST", `/api/v1/accounts/${lasting}/panel-sessions`, redirect)),
      // An agent session that is ended, and one that is left to its end.
      async () => {
        const { id } = (await call("POST", "/api/v1/agent-sessions", {})).json.data;
        await expectOk(call("DELETE", `/api/v1/agent-sessions/${id}`));
        await expectOk(call("POST", "/api/v1/agent-sessions", { limits: { calls: 5 } }));
      },
      // A call that waits until it expires, and a yes for later calls that does.
      () => insertPendingApproval(gateway, partner.userId, { days: 1 }),
      () => insertStandingApproval(gateway, partner.userId, { days: 1 }),
      // A call that waits until it expires, with a link to decide on it.
      async () => {
        const id = await insertPendingApproval(gateway, partner.userId, { days: 1 });
        await expectOk(call("POST", `/api/v1/approvals/${id}/links`, {}));
      },
      // An account that comes and goes, a key, a token of the operator's, a user.
      async (day) => {
        const account = await gateway.account(partner.key, `account-${day}`);
        await expectOk(call("DELETE", `/api/v1/accounts/${account}`));
      },
      async () => {
        const { key_id, id = key_id } = (await gateway.admin("POST", "/keys", { user: partner.email })).json.data;
        await expectOk(gateway.admin("DELETE", `/keys/${id}`));
      },
      async (day) => {
        await expectOk(gateway.admin("POST", "/admin-tokens", { name: `token-${day}`, role: "viewer" }));
        await expectOk(gateway.admin("DELETE", `/admin-tokens/token-${day}`));
      },
      async (day) => {
        if (day % 4 > 0) return;
        const user = await gateway.user();
        await expectOk(gateway.call("GET", "/api/v1/integrations", { key: user.key }));
        await expectOk(gateway.admin("GET", `/users/${user.userId}/export`));
        await expectOk(gateway.admin("POST", "/revocation-runs", { user: user.userId, what: ["keys"] }));
        await expectOk(gateway.admin("DELETE", `/users/${user.userId}`));
      },
      // Strangers: a refused sign-in, a passkey that nobody presses, a client that nobody lets in.
      (day) =>
        day % 5 === 1
          ? newBrowser(gateway).submit("/sign-in", { email: `x${day}@example.com`, password: "wrong" })
          : Promise.resolve(),
      () => newBrowser(gateway).submit("/sign-in/passkey/options", {}, "/sign-in"),
      () => newClient(gateway),
      // A sign-in at the issuer that nobody finishes, and a logout that it sends.
      async (day) => {
        const { database, clock } = gateway.app.deps;
        const attempt = { purpose: "sign_in", personId: null, setupMac: null, next: null } as const;
        await insertAttempt(database, `attempt-${day}`, attempt, clock.now());
        await useLogoutToken(database, `logout-${day}`, clock.now() + HOUR_MS);
      },
      // A person signs in, and lets a client in.
      async (day) => {
        if (day % 4 > 0) return;
        person.cookies.clear();
        await person.submit("/sign-in", { email: person.email, password: PASSWORD });
        await granted(gateway, person, { fields: { days: "1" } });
      },
      async (day) => {
        if (day % 10 > 0) return;
        await gateway.admin("POST", `/people/${person.personId}/link`, {});
        const { userId, personId: by } = person;
        await gateway.app.deps.database.query(
          `insert into mails (id, cause, recipient, content, next_at, created_at)
          values (gen_random_uuid(), $1, $1, $1, $2::timestamptz, $2::timestamptz)`,
          [`mail-${day}`, new Date(gateway.clock.now()).toISOString()],
        );
        await gateway.app.deps.database.query(
          `insert into notification_events (kind, user_id, topic, occurrence, at)
          values ('quota', $1::text::uuid, 'day', $2, $3::timestamptz)`,
          [userId, `${day}`, new Date(gateway.clock.now()).toISOString()],
        );
        await invite(gateway.app.deps, { userId, email: `guest-${day}@example.com`, role: "viewer", by });
      },
    ];

    const runJobs = async () => {
      const { inboundWebhooks, sources, webhooks, erasures, revocationRuns, approvals } = gateway.app.deps;
      for (const queue of [inboundWebhooks, sources, webhooks, erasures, revocationRuns, approvals])
        await queue.drain();
      for (const { name, run } of scheduledJobs(gateway.app.deps, opened.database)) {
        if (name !== "checkpoint") await run(AbortSignal.timeout(60_000));
      }
    };
    const tablesOf = async () =>
      (
        await opened.database.query<{ name: string }>(
          `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
           and table_name not in (select inhrelid::regclass::text from pg_inherits) order by 1`,
        )
      ).map(({ name }) => name);
    const countsOf = async (tables: readonly string[]) => {
      const [counts] = await opened.database.query<Record<string, number>>(
        `select ${tables.map((table) => `(select count(*) from ${table})::int as ${table}`).join(", ")}`,
      );
      return counts as Record<string, number>;
    };

    test("R-48: every table of the schema has one bound, which a room declares", async () => {
      const declared = TABLES.map(({ table }) => table);
      expect([...declared].sort()).toEqual(await tablesOf());
      for (const { bound } of TABLES) expect(bound).toMatch(/^[A-Z].*\.$/);
    });

    test("R-48: no table grows past what its bound says, however long the load goes on", async () => {
      const tables = await tablesOf();
      const filled = new Set<string>();
      /** The most rows after a round, in each quarter of the time. */
      const most: Record<string, number>[] = [{}, {}, {}, {}];
      for (let day = 0; day < DAYS; day++) {
        for (const [index, act] of acts.entries())
          if ((day + index) % EVERY_DAYS === 0) await act(Math.floor(day / EVERY_DAYS));
        await opened.move(DAY_MS);
        if (day % EVERY_DAYS > 0) continue;
        for (const [table, rows] of Object.entries(await countsOf(tables))) if (rows > 0) filled.add(table);
        await runJobs();
        const counts = await countsOf(tables);
        const part = most[Math.floor(day / (DAYS / most.length))] as Record<string, number>;
        for (const table of tables) part[table] = Math.max(part[table] ?? 0, counts[table] as number);
      }
      const [, second = {}, , fourth = {}] = most;
      const grown = tables
        .filter((table) => !LONGER.includes(table) && (fourth[table] as number) > 1.15 * (second[table] as number) + 3)
        .map((table) => `${table}: ${second[table]}, then ${fourth[table]}`);
      expect(grown).toEqual([]);
      // A load that leaves a table empty proves nothing of it.
      const untouched = TABLES.filter(({ table, aged }) => aged && !filled.has(table) && !NEVER_FILLED.includes(table));
      expect(untouched.map(({ table }) => table)).toEqual([]);
    }, 180_000);

    test("R-48: years later nothing is left that was to go", async () => {
      await expectOk(call("PATCH", `/api/v1/webhook-endpoints/${endpoint}`, { enabled: false }));
      await opened.move(40 * 31 * DAY_MS);
      await runJobs();
      // What was due until now ended with that round.
      await opened.move(31 * DAY_MS);
      await runJobs();
      const now = opened.clock.now() - HOUR_MS;
      for (const { table, aged = [] } of TABLES) {
        for (const { since, stayMs, only = "true" } of aged) {
          const before = now - (typeof stayMs === "number" ? stayMs : stayMs(SETTINGS));
          const [left] = await opened.database.query<{ rows: number }>(
            `select count(*)::int as rows from ${table} where ${since} <= $1::text::timestamptz and (${only})`,
            [new Date(before).toISOString()],
          );
          expect([table, left?.rows]).toEqual([table, 0]);
        }
      }
      expect(await countsOf(["usage_entries", "usage_totals", "inbox_events", "webhook_messages", "erasures"])).toEqual(
        {
          usage_entries: 0,
          usage_totals: 0,
          inbox_events: 0,
          webhook_messages: 0,
          erasures: 0,
        },
      );
    });

    test("the endpoint of the load was there all along", async () => {
      expect((await call("GET", `/api/v1/webhook-endpoints/${endpoint}`)).status).toBe(200);
    });
  });
}
