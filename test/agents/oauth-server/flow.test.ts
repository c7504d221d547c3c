// Sign-in of MCP clients from the first request to the last: consent, code, tokens, rotation, revocation.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { scheduledJobs } from "../../../src/server/scheduled-jobs.ts";
import { type SignedIn, signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import {
  authorizePath,
  callAsClient,
  codeForm,
  consentTo,
  exchange,
  granted,
  newClient,
  pkce,
  post,
  refreshForm,
  resourceAt,
} from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);
const TOKEN = /^mcp_at_[0-9A-Za-z]{49}$/;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

for (const lane of laneOf(import.meta.file)) {
  describe(`sign-in of MCP clients on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      person = await signedIn(gateway);
    }, 60_000);
    afterAll(() => gateway.close());
    const works = async (access: string) => (await callAsClient(gateway.app, access, "list_integrations")).status;
    const query = <Row>(text: string, parameters: string[] = []) =>
      gateway.database.database.query<Row>(text, parameters);
    const sweep = async () => {
      for (const { name, run } of scheduledJobs(gateway.app.deps, gateway.database.database)) {
        if (name === "mcp_grants" || name === "retention") await run(AbortSignal.timeout(10_000));
      }
    };

    test("a person lets a client in, and its token is a caller's", async () => {
      const { access, refresh } = await granted(gateway, person);
      expect(access).toMatch(TOKEN);
      const response = await callAsClient(gateway.app, access, "list_integrations");
      expect([response.status, response.headers.get("x-ratelimit-limit")]).toEqual([200, "1000"]);
      const log = gateway.logLines.join("");
      expect(log).not.toContain(access);
      expect(log).not.toContain(refresh);
      const rows = await query<{ key_id: string }>(
        "select key_id from usage_entries where user_id = $1 and endpoint = '/api/v1/integrations'",
        [person.userId],
      );
      const [grant] = await query<{ id: string }>("select id from mcp_grants where user_id = $1", [person.userId]);
      expect(rows).toEqual([{ key_id: grant?.id as string }]);
    });

    test("neither code nor token stands in the database", async () => {
      const { access, refresh, form } = await granted(gateway, person);
      await exchange(gateway, refreshForm(gateway, form.client_id as string, refresh));
      for (const table of ["mcp_grants", "mcp_tokens", "mcp_clients"]) {
        const rows = JSON.stringify(await query(`select row_to_json(t) from ${table} as t`));
        for (const secret of [access, refresh, form.code, form.code_verifier])
          expect(rows).not.toContain(secret as string);
      }
    });

    test("a token is for /mcp alone: the API refuses it as any unknown key", async () => {
      const { access, refresh } = await granted(gateway, person);
      const unknown = await gateway.call("GET", "/api/v1/tools", { key: `sk_live_${"0".repeat(49)}` });
      for (const key of [access, refresh]) {
        const response = await gateway.call("GET", "/api/v1/tools", { key });
        expect([response.status, response.text]).toEqual([401, unknown.text]);
      }
      expect(await works(access)).toBe(200);
      expect(await works(refresh)).toBe(401);
    });

    test("a code works once; a second use ends what the first one gave", async () => {
      const { access, refresh, form, clientId } = await granted(gateway, person);
      const again = await exchange(gateway, form);
      expect([again.status, again.json.error]).toEqual([400, "invalid_grant"]);
      expect(await works(access)).toBe(401);
      const refreshed = await exchange(gateway, refreshForm(gateway, clientId, refresh));
      expect(refreshed.json.error).toBe("invalid_grant");
      expect(gateway.logLines.join("")).toContain("code_reused");
    });

    test("many exchanges of one code at once give tokens once", async () => {
      const clientId = await newClient(gateway);
      const { verifier, challenge } = pkce();
      const back = await consentTo(person, authorizePath(gateway, clientId, challenge));
      const form = codeForm(gateway, clientId, back, verifier);
      const all = await Promise.all(Array.from({ length: 12 }, () => exchange(gateway, form)));
      const given = all.filter(({ status }) => status === 200);
      expect(given).toHaveLength(1);
      expect(await works(given[0]?.json.access_token)).toBe(401);
    });

    test("a code is bound to client, redirect URI, resource and verifier, and lives for a minute", async () => {
      const clientId = await newClient(gateway);
      const { verifier, challenge } = pkce();
      const back = await consentTo(person, authorizePath(gateway, clientId, challenge));
      const form = codeForm(gateway, clientId, back, verifier);
      const wrong: [Record<string, string>, string][] = [
        [{ client_id: await newClient(gateway) }, "invalid_grant"],
        [{ redirect_uri: "http://127.0.0.1/callbacK" }, "invalid_grant"],
        [{ redirect_uri: "http://127.0.0.1:1/callback" }, "invalid_grant"],
        [{ resource: `${resourceAt(gateway)}x` }, "invalid_target"],
        [{ resource: "https://other.example.com/mcp" }, "invalid_target"],
        [{ code_verifier: pkce().verifier }, "invalid_grant"],
        [{ code_verifier: challenge }, "invalid_grant"],
        [{ code_verifier: "" }, "invalid_request"],
        [{ code: form.code.replace(/.$/, (last) => (last === "0" ? "1" : "0")) }, "invalid_grant"],
      ];
      for (const [change, error] of wrong) {
        const { status, json, headers } = await exchange(gateway, { ...form, ...change });
        expect([change, status, json.error]).toEqual([change, 400, error]);
        expect(headers.get("cache-control")).toBe("no-store");
      }
      gateway.clock.move(61 * SECOND_MS);
      expect((await exchange(gateway, form)).json.error).toBe("invalid_grant");
    });

    test("a refresh token is replaced: the same response for 30 seconds, and the grant's end after that", async () => {
      const { access, refresh, clientId } = await granted(gateway, person);
      const form = refreshForm(gateway, clientId, refresh);
      const first = await exchange(gateway, form);
      expect(first.status).toBe(200);
      expect([first.json.access_token, first.json.refresh_token]).not.toContain(access);
      expect(first.json.refresh_token).not.toBe(refresh);
      gateway.clock.move(25 * SECOND_MS);
      expect((await exchange(gateway, form)).json).toEqual(first.json);
      expect([await works(access), await works(first.json.access_token)]).toEqual([200, 200]);
      gateway.clock.move(6 * SECOND_MS);
      expect((await exchange(gateway, form)).json.error).toBe("invalid_grant");
      expect([await works(access), await works(first.json.access_token)]).toEqual([401, 401]);
      const next = await exchange(gateway, refreshForm(gateway, clientId, first.json.refresh_token));
      expect(next.json.error).toBe("invalid_grant");
    });

    test("refreshes at once get one response, and the token that it gives goes on", async () => {
      const { refresh, clientId } = await granted(gateway, person);
      const all = await Promise.all(
        Array.from({ length: 16 }, () => exchange(gateway, refreshForm(gateway, clientId, refresh))),
      );
      expect(new Set(all.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      const next = await exchange(gateway, refreshForm(gateway, clientId, all[0]?.json.refresh_token));
      expect([next.status, await works(next.json.access_token)]).toEqual([200, 200]);
    });

    test("another client's refresh token is refused, and stays good", async () => {
      const { refresh, clientId } = await granted(gateway, person);
      const other = await newClient(gateway);
      expect((await exchange(gateway, refreshForm(gateway, other, refresh))).json.error).toBe("invalid_grant");
      const elsewhere = { ...refreshForm(gateway, clientId, refresh), resource: "https://other.example.com/mcp" };
      expect((await exchange(gateway, elsewhere)).json.error).toBe("invalid_target");
      expect((await exchange(gateway, refreshForm(gateway, clientId, refresh))).status).toBe(200);
    });

    test("an access token lives for an hour, and a grant as long as the person said", async () => {
      const { access, refresh, clientId } = await granted(gateway, person, { fields: { days: "1" } });
      gateway.clock.move(HOUR_MS);
      expect(await works(access)).toBe(401);
      gateway.clock.move(DAY_MS - HOUR_MS - 600 * SECOND_MS);
      const late = await exchange(gateway, refreshForm(gateway, clientId, refresh));
      expect(late.status).toBe(200);
      expect(late.json.expires_in).toBeWithin(500, 601);
      gateway.clock.move(600 * SECOND_MS);
      const over = await exchange(gateway, refreshForm(gateway, clientId, late.json.refresh_token));
      expect([over.json.error, await works(late.json.access_token)]).toEqual(["invalid_grant", 401]);
      person = await signedIn(gateway);
    });

    test("a client gives its access back by either token; an unknown or another's changes nothing", async () => {
      for (const kind of ["access", "refresh"] as const) {
        const given = await granted(gateway, person);
        const revoke = (client_id: string, token: string) => post(gateway, "/oauth/revoke", { client_id, token });
        expect((await revoke(await newClient(gateway), given[kind])).status).toBe(200);
        expect((await revoke(given.clientId, "unknown")).status).toBe(200);
        expect(await works(given.access)).toBe(200);
        expect((await revoke(given.clientId, given[kind])).status).toBe(200);
        expect(await works(given.access)).toBe(401);
        const refreshed = await exchange(gateway, refreshForm(gateway, given.clientId, given.refresh));
        expect(refreshed.json.error).toBe("invalid_grant");
      }
    });

    test("what nobody can use any more is swept, with clients that nobody has let in within a day", async () => {
      const unused = await newClient(gateway);
      const { verifier, challenge } = pkce();
      const clientId = await newClient(gateway);
      const back = await consentTo(person, authorizePath(gateway, clientId, challenge));
      const given = await granted(gateway, person);
      await exchange(gateway, refreshForm(gateway, given.clientId, given.refresh));
      gateway.clock.move(61 * SECOND_MS);
      await sweep();
      const replies = "select 1 from mcp_tokens where reply is not null";
      expect(await query(replies)).toEqual([]);
      expect((await exchange(gateway, codeForm(gateway, clientId, back, verifier))).json.error).toBe("invalid_grant");
      expect(await query("select 1 from mcp_grants where client_id = $1", [clientId])).toEqual([]);
      gateway.clock.move(DAY_MS);
      await sweep();
      const ids = (await query<{ client_id: string }>("select client_id from mcp_clients")).map((row) => row.client_id);
      expect([ids.includes(unused), ids.includes(given.clientId)]).toEqual([false, true]);
      person = await signedIn(gateway);
    });
  });
}
