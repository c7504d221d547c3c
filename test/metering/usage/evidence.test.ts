// Evidence of calls: recorded where a key or a partner has switched it on, for whoever may see the request, and only for days.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { evidenceOf, TABLES } from "../../../src/metering/usage/evidence.ts";
import { sweepAll } from "../../../src/server/retention.ts";
import { mcpSender } from "../../agents/mcp/message.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant } from "../../support/test-partners.ts";

const REPO = "/api/v1/github/repos/ada/engine";
const DAY_MS = 86_400_000;
const GITHUB_TOKEN = "ghp_N0tT0BeSt0redaaaaaaaaaaaaaaaaaaaaaa";

for (const lane of LANES) {
  describe(`evidence of calls on ${lane}`, () => {
    let gateway: TestGateway;
    let failing = false;
    let uploaded = "";
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        emulate: ["github"],
        settings: { google: { clientId: "client", clientSecret: "secret" } },
        fetch: async (url, init) => {
          if (String(url).includes("/upload/drive/")) {
            if (!String(url).includes("upload_id"))
              return new Response(null, { headers: { location: `${url}&upload_id=1` } });
            uploaded = await new Response(init.body).text();
            return Response.json({ id: "file-1", name: "a.txt", mimeType: "text/plain" });
          }
          return failing && String(url).includes("/repos/")
            ? Response.json({ message: `Bad token ${GITHUB_TOKEN}` }, { status: 422 })
            : fetch(url, init);
        },
      });
    }, 60_000);
    afterAll(() => gateway.close());

    const rows = (userId: string) =>
      gateway.database.database.query<{ id: string; content: string; account_id: string | null }>(
        "select id, content, account_id from call_evidence where user_id = $1",
        [userId],
      );
    const recording = async (options?: { permissions: string[] }) => {
      const user = await gateway.user(options);
      await gateway.connect(user.key, "github");
      const changed = await gateway.admin("PATCH", `/keys/${user.keyId}`, { record_evidence: true });
      expect(changed.json.data).toMatchObject({ record_evidence: true, confirm_destructive: false });
      await gateway.heard();
      return user;
    };
    const callOf = async (key: string, response: Pick<Response, "headers">) => {
      const path = `/api/v1/requests/${response.headers.get("x-request-id")}`;
      return (await gateway.call("GET", path, { key })).json.data.calls[0];
    };

    test("is off unless somebody switches it on", async () => {
      const { key, userId } = await gateway.user();
      await gateway.connect(key, "github");
      const response = await gateway.call("GET", `${REPO}/issues?state=closed`, { key });
      expect((await callOf(key, response)).evidence).toBeNull();
      expect(await rows(userId)).toEqual([]);
    });

    test("has a call's arguments and its response, sealed, and none of a call to the gateway itself", async () => {
      const { key, userId } = await recording();
      const body = { title: "It breaks", body: `With ${GITHUB_TOKEN} in it` };
      const response = await gateway.call("POST", `${REPO}/issues`, { key, body });
      const { evidence, id, timestamp } = await callOf(key, response);
      expect(evidence).toMatchObject({
        request: {
          params: { owner: "ada", repo: "engine" },
          body: { title: "It breaks", body: "With [redacted] in it" },
          file: null,
        },
        response: { status: 200, body: { title: "It breaks" }, file: null },
        truncated: false,
      });
      expect(Date.parse(evidence.expires_at)).toBe(Date.parse(timestamp) + 7 * DAY_MS);
      const one = await gateway.call("GET", `/api/v1/usage/entries/${timestamp}/${id}`, { key });
      expect(one.json.data.evidence).toEqual(evidence);
      const list = await gateway.call("GET", "/api/v1/usage", { key });
      expect(list.text).not.toContain("It breaks");
      const stored = await rows(userId);
      expect(stored.map((row) => row.id)).toEqual([id]);
      expect(gateway.app.deps.vault.isSealed(stored[0]?.content ?? "")).toBe(true);
    });

    test("has the error of a call that failed, without what the provider repeats of a token", async () => {
      const { key } = await recording();
      failing = true;
      const response = await gateway.call("POST", `${REPO}/issues`, { key, body: { title: "x" } });
      failing = false;
      const { evidence } = await callOf(key, response);
      expect(evidence.response).toMatchObject({ status: response.status, body: { code: response.json.code } });
      expect(JSON.stringify(evidence)).not.toContain("N0tT0BeSt0red");
    });

    test("is seen by whoever may see the request, and by nobody else", async () => {
      const { key } = await recording();
      const response = await gateway.call("GET", `${REPO}/issues`, { key });
      const { id, timestamp } = await callOf(key, response);
      const { key: stranger } = await gateway.user();
      const paths = [
        `/api/v1/requests/${response.headers.get("x-request-id")}`,
        `/api/v1/usage/entries/${timestamp}/${id}`,
      ];
      for (const path of paths) expect((await gateway.call("GET", path, { key: stranger })).status).toBe(404);
      const unrelated = await gateway.admin("POST", "/keys", {
        user: (await gateway.user()).email,
        permissions: ["github.*"],
      });
      for (const path of paths)
        expect((await gateway.call("GET", path, { key: unrelated.json.data.key })).status).toBe(403);
    });

    test("is not read by its id for another user, whatever ids somebody passes", async () => {
      const { key, userId } = await recording();
      const response = await gateway.call("GET", `${REPO}/issues`, { key });
      const { id } = await callOf(key, response);
      const other = await gateway.user();
      const { deps } = gateway.app;
      expect([...(await evidenceOf(deps, userId, [id])).keys()]).toEqual([id]);
      expect((await evidenceOf(deps, other.userId, [id])).size).toBe(0);
    });

    test("has of a file that is sent only its type and size", async () => {
      const { key, userId } = await recording();
      await insertGrant(gateway, { userId, accountId: null }, "google");
      const response = await fetch(`${gateway.url}/api/v1/google/drive/files?name=a.txt&mime_type=text/plain`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "text/plain" },
        body: "what the file says",
      });
      expect([response.status, uploaded.includes("what the file says")]).toEqual([200, true]);
      const { evidence } = await callOf(key, response);
      expect(evidence.request).toMatchObject({ body: { name: "a.txt" }, file: { type: "text/plain", size: 18 } });
      expect(JSON.stringify(evidence)).not.toContain("what the file says");
      const body = { name: "a.txt", mime_type: "text/plain", content: "what the file says" };
      const inJson = await gateway.call("POST", "/api/v1/google/drive/files", { key, body });
      expect((await callOf(key, inJson)).evidence.request).toMatchObject({
        body: { name: "a.txt", content: "[file, 18 characters]" },
        file: null,
      });
    });

    test("has of a raw request its path, and of both bodies only type and size", async () => {
      const { key } = await recording({ permissions: ["*", "github:proxy.use", "gateway:*"] });
      const response = await fetch(
        `${gateway.url}/api/v1/github/proxy/repos/ada/engine/issues?access_token=abc&page=1`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ title: "a raw title" }),
        },
      );
      const { evidence } = await callOf(key, response);
      expect(evidence).toMatchObject({
        request: { file: { type: "application/json", size: 23 } },
        response: { status: 201, body: null, file: { type: "application/json" } },
      });
      expect(JSON.stringify(evidence)).not.toContain("a raw title");
      expect(JSON.stringify(evidence)).not.toContain("abc");
    });

    test("is that of a call over MCP too", async () => {
      const { key } = await recording();
      const call = { name: "github_list_issues", arguments: { owner: "ada", repo: "engine", limit: 2 } };
      const response = await mcpSender(gateway, { key })("tools/call", call);
      expect(response.json.result.isError ?? false).toBe(false);
      const { evidence } = await callOf(key, response);
      expect(evidence).toMatchObject({
        request: { params: { owner: "ada", repo: "engine" }, query: { limit: 2 }, file: null },
        response: { status: 200 },
      });
    });

    test("of a partner is that of its accounts' calls too, by its own setting and by the operator's", async () => {
      const { key, userId, email } = await gateway.partner();
      const setting = (body?: object) =>
        gateway.call(body ? "PATCH" : "GET", "/api/v1/evidence-setting", { key, body });
      expect((await setting()).json.data).toEqual({ record_evidence: false, days: 7 });
      const accountId = await gateway.account(key, "customer-42");
      await gateway.connect(key, "github", { accountId });
      expect((await setting({ record_evidence: true })).json.data).toEqual({ record_evidence: true, days: 7 });
      await setting({ record_evidence: true });
      await gateway.heard();
      const headers = { "x-account-id": "customer-42" };
      const response = await gateway.call("GET", `${REPO}/issues?limit=1`, { key, headers });
      expect((await callOf(key, response)).evidence.request.query).toEqual({ limit: 1 });
      expect((await rows(userId)).map((row) => row.account_id)).toEqual([accountId]);
      const changed = await gateway.admin("PATCH", `/partners/${email}`, { record_evidence: false });
      expect(changed.json.data).toMatchObject({ record_evidence: false });
      await gateway.heard();
      await gateway.call("GET", `${REPO}/issues?limit=1`, { key, headers });
      expect(await rows(userId)).toHaveLength(1);
      const entries = await gateway.database.database.query<{ details: { record_evidence: boolean } }>(
        "select details from audit_entries where user_id = $1 and event = 'partner_changed' order by at",
        [userId],
      );
      expect(entries.map(({ details }) => details.record_evidence)).toEqual([true, false]);
    });

    test("goes after its days, swept or not, and with its account and user", async () => {
      const { key, userId } = await recording();
      const response = await gateway.call("GET", `${REPO}/issues`, { key });
      const { timestamp } = await callOf(key, response);
      const at = (time: number) => ({ ...gateway.app.deps, clock: { ...gateway.clock, now: () => time } });
      await sweepAll(at(Date.parse(timestamp) + 7 * DAY_MS - 1_000), new AbortController().signal);
      expect(await rows(userId)).toHaveLength(1);
      gateway.clock.move(7 * DAY_MS + 1_000);
      expect((await callOf(key, response)).evidence).toBeNull();
      await sweepAll(gateway.app.deps, new AbortController().signal);
      expect(await rows(userId)).toEqual([]);
      const other = await recording();
      await gateway.call("GET", `${REPO}/issues`, { key: other.key });
      expect(await rows(other.userId)).toHaveLength(1);
      await gateway.database.database.query("delete from users where id = $1", [other.userId]);
      expect(await rows(other.userId)).toEqual([]);
    });

    test("of an erased account goes, and that of the others stays", async () => {
      const { key, userId } = await gateway.partner();
      await gateway.call("PATCH", "/api/v1/evidence-setting", { key, body: { record_evidence: true } });
      await gateway.heard();
      const ids = [await gateway.account(key, "gone"), await gateway.account(key, "stays")];
      for (const accountId of ids) await gateway.connect(key, "github", { accountId });
      for (const name of ["gone", "stays"])
        await gateway.call("GET", `${REPO}/issues`, { key, headers: { "x-account-id": name } });
      expect((await rows(userId)).map((row) => row.account_id).sort()).toEqual([...ids].sort());
      const erasure = TABLES.find(({ table }) => table === "call_evidence")?.erasure?.account;
      const erase = async (accountId: string) =>
        (
          await gateway.database.database.query<{ n: number }>(
            `with ${(erasure as { sql: string }).sql} select count(*)::int as n from changed`,
            [userId, accountId],
          )
        )[0]?.n;
      const stranger = await gateway.account((await gateway.partner()).key, "gone");
      expect([await erase(stranger), await erase(ids[0] as string), await erase(ids[0] as string)]).toEqual([0, 1, 0]);
      expect((await rows(userId)).map((row) => row.account_id)).toEqual([ids[1] ?? null]);
    });
  });
}
