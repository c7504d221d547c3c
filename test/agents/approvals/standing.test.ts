// Standing approvals: a yes for later calls that ask the same question, and for no others.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { defineProvider, endpoint, type one, type Provider, path, t } from "../../../src/plugin/index.ts";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { type ApiResponse, BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { random } from "../../support/random.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { mcpSender } from "../mcp/message.ts";

// Some tests make hundreds of calls.
setDefaultTimeout(5 * TEST_MS);

const DAY_S = 86_400;
/** Of the comparison with a model. */
const CALLS = 150;
const item = (acme.endpoints.get_item as { returns: unknown }).returns as ReturnType<typeof one>;
const writing = (name: string, more: object) =>
  endpoint({
    method: "POST",
    path: `/items/{id}/${name}`,
    permission: "items.write",
    description: `Do ${name}.`,
    params: { id: "The item's id." },
    upstream: ({ params, body }: { params: { id: string }; body: unknown }) => ({
      path: path`/items/${params.id}`,
      json: body,
    }),
    returns: item,
    ...more,
  } as never);
const text = (description: string) => t.Optional(t.String({ description }));
const provider = defineProvider({
  ...acme,
  endpoints: {
    ...acme.endpoints,
    rename_item: writing("rename", {
      reaches: false,
      body: t.Object({ title: text("Title."), label: text("Label.") }),
    }),
    send_item: writing("send", {
      reaches: true,
      recipients: ["to", "cc"],
      body: t.Object({ to: t.String({ description: "To." }), cc: text("Copy."), words: text("Words.") }),
    }),
    share_item: writing("share", {
      reaches: { when: ["public"] },
      body: t.Object({ public: t.Optional(t.Boolean({ description: "All." })), words: text("Words.") }),
    }),
    post_item: writing("post", { reaches: true, body: t.Object({ words: text("Words.") }) }),
    refund_item: writing("refund", {
      reaches: false,
      spends: true,
      body: t.Object({ amount: text("How much."), words: text("Words.") }),
    }),
  },
} as never) as unknown as Provider;

const ask = (reason: string, when: object) => ({ outcome: "ask", reason, when });
const CHANGES = ask("Changes need a person.", { effect: ["writes", "destroys"] });

for (const lane of LANES) {
  describe(`standing approvals on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [...BUILT_IN, provider],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(async () => {
      gateway.clock.nextMinute();
      await run();
      upstream.requests.length = 0;
    });

    const keyOf = async (user: string, body: object = {}) =>
      (await gateway.admin("POST", "/keys", { user, ...body })).json.data as { id: string; key: string };
    /** A user with acme and these rules, a key that calls and one that decides. */
    const owner = async (rules: object[] = [CHANGES]) => {
      const user = await gateway.user({ permissions: ["*", "gateway:policies.*"] });
      await gateway.admin("PATCH", `/users/${user.email}`, { overrides: { minute: 1_000_000, day: 10_000_000 } });
      const grantId = await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      const caller = await keyOf(user.email);
      const decider = await keyOf(user.email, { permissions: ["*", "gateway:approvals.decide"] });
      const put = (version: number, all: object[]) =>
        gateway.call("PUT", "/api/v1/policies/user", { key: user.key, body: { version, rules: all } });
      expect((await put(0, rules)).status).toBe(200);
      return { ...user, grantId, caller: caller.key, callerId: caller.id, decider: decider.key, put };
    };
    type Who = Awaited<ReturnType<typeof owner>>;
    const call = (key: string, tool: string, args: object, headers: Record<string, string> = {}) =>
      gateway.call("POST", `/api/v1/tools/acme_${tool}/execute`, { key, body: { arguments: args }, headers });
    const idOf = (response: ApiResponse): string => {
      expect([response.status, response.json.code]).toEqual([202, "APPROVAL_REQUIRED"]);
      return response.json.approval.id;
    };
    const decide = (who: Who, id: string, body: object = {}) =>
      gateway.call("POST", `/api/v1/approvals/${id}/decide`, {
        key: who.decider,
        body: { decision: "approve", remember: {}, ...body },
      });
    const run = () => gateway.app.deps.approvals.drain();
    /** Makes the call wait, and approves it for later ones too; gives the standing approval's id. */
    const always = async (who: Who, tool: string, args: object, remember: object = {}, key = who.caller) => {
      const decided = await decide(who, idOf(await call(key, tool, args)), { remember });
      expect([decided.status, decided.json]).toMatchObject([200, { data: { status: "approved" } }]);
      await run();
      return decided.json.data.standing_approval_id as string;
    };
    const list = async ({ decider }: Who, query = "") =>
      (await gateway.call("GET", `/api/v1/standing-approvals${query}`, { key: decider })).json.data.standing_approvals;
    const passes = async (key: string, tool: string, args: object, ids: string[]) => {
      const response = await call(key, tool, args);
      expect([response.status, response.headers.get("x-standing-approval")]).toEqual([200, ids.join(", ")]);
    };
    const waits = async (who: Who, key: string, tool: string, args: object) => {
      const id = idOf(await call(key, tool, args));
      expect((await decide(who, id, { decision: "deny", remember: undefined })).status).toBe(200);
    };

    test("the same call passes by name, by path and at /mcp, and says by what; another call waits", async () => {
      const who = await owner();
      const id = await always(who, "rename_item", { id: "1", title: "secret-a" });
      await passes(who.caller, "rename_item", { title: "secret-a", id: "1" }, [id]);
      const byPath = await gateway.call("POST", "/api/v1/acme/items/1/rename", {
        key: who.caller,
        body: { title: "secret-a" },
      });
      expect([byPath.status, byPath.headers.get("x-standing-approval")]).toEqual([200, id]);
      const params = { name: "acme_rename_item", arguments: { id: "1", title: "secret-a" } };
      const atMcp = (await mcpSender(gateway, { key: who.caller })("tools/call", params)).json.result;
      expect(atMcp.structuredContent).toEqual({ id: "7", title: "Seven" });
      const inForm = await mcpSender(gateway, { key: who.caller })("tools/call", params, { elicitation: { form: {} } });
      expect(inForm.json.result.structuredContent).toEqual({ id: "7", title: "Seven" });
      expect(upstream.requests).toHaveLength(5);
      for (const other of [{ id: "2", title: "secret-a" }, { id: "1", title: "b" }, { id: "1" }])
        await waits(who, who.caller, "rename_item", other);
      await waits(who, who.caller, "rename_item", { id: "1", title: "secret-a", label: "x" });
      await waits(who, who.caller, "post_item", { id: "1" });
      // Another key of the same user has not been approved.
      await waits(who, who.key, "rename_item", { id: "1", title: "secret-a" });
      expect(upstream.requests).toHaveLength(5);
      const [standing] = await list(who);
      expect(standing).toMatchObject({
        id,
        status: "in_force",
        title: "Rename item (Acme)",
        for: { kind: "key", id: who.callerId, agent: null },
        rule: { rule: "1", scope: "user" },
        arguments: { id: "1", title: "secret-a" },
        may_differ: [],
        created_by: { kind: "key" },
        used: 4,
        expires_at: new Date(gateway.clock.now() + 30 * DAY_S * 1_000).toISOString(),
      });
      expect(standing.last_used_at).toBeString();
      await gateway.app.deps.audit.storeCounted(true);
      const { entries } = (await gateway.call("GET", "/api/v1/audit?limit=50", { key: who.decider })).json.data;
      const events = entries.map((entry: { event: string }) => entry.event);
      for (const event of ["standing_approval_created", "standing_approval_used"]) expect(events).toContain(event);
      const stored = JSON.stringify([
        await gateway.database.database.query("select * from standing_approvals"),
        await gateway.database.database.query("select * from audit_entries"),
      ]);
      expect(`${stored}${gateway.logLines.join("")}`).not.toContain("secret-a");
    });

    test("a connected account's is its own, also where two borrow one connection", async () => {
      const partner = await gateway.partner({
        permissions: ["*", "gateway:policies.*", "gateway:approvals.decide", "gateway:shares.manage"],
      });
      const { key: caller } = await keyOf(partner.email);
      const put = await gateway.call("PUT", "/api/v1/policies/partner", {
        key: partner.key,
        body: { version: 0, rules: [CHANGES] },
      });
      expect(put.status).toBe(200);
      const headers: Record<string, string>[] = [];
      await insertGrant(gateway, { userId: partner.userId, accountId: null }, "acme");
      for (const externalId of ["standing-1", "standing-2"]) {
        await gateway.account(partner.key, externalId);
        const lent = await gateway.call("POST", "/api/v1/integrations/acme/shares", {
          key: partner.key,
          body: { to: { account: `external:${externalId}` }, permissions: ["*"], name: "loan" },
        });
        expect(lent.status).toBe(200);
        headers.push({ "x-account-id": externalId, "x-connection": "shared:loan" });
      }
      const [one, two] = headers as [Record<string, string>, Record<string, string>];
      const asked = await call(caller, "rename_item", { id: "1" }, one);
      const body = { decision: "approve", remember: {} };
      await gateway.call("POST", `/api/v1/approvals/${idOf(asked)}/decide`, { key: partner.key, body });
      await run();
      expect((await call(caller, "rename_item", { id: "1" }, one)).status).toBe(200);
      expect((await call(caller, "rename_item", { id: "1" }, two)).status).toBe(202);
      const listed = await gateway.call("GET", "/api/v1/standing-approvals", { key: partner.key });
      expect(listed.json.data.standing_approvals).toMatchObject([{ status: "in_force", used: 1 }]);
      const of = async (account: string) =>
        (await gateway.call("GET", `/api/v1/standing-approvals?account_id=external:${account}`, { key: partner.key }))
          .json.data.standing_approvals.length;
      expect([await of("standing-1"), await of("standing-2")]).toEqual([1, 0]);
    });

    test("arguments may differ where the person says so, and never those that decide who is reached or what is spent", async () => {
      const who = await owner();
      const refused = async (tool: string, args: object, remember: object) => {
        const id = idOf(await call(who.caller, tool, args));
        const response = await decide(who, id, { remember });
        expect([response.status, response.json.code]).toEqual([400, "VALIDATION_ERROR"]);
        expect((await gateway.call("GET", `/api/v1/approvals/${id}`, { key: who.decider })).json.data.status).toBe(
          "pending",
        );
        await decide(who, id, { decision: "deny", remember: undefined });
        return response.json.details.errors[0].message as string;
      };
      const mail = { id: "1", to: "a@x.example", words: "Hi" };
      expect(await refused("send_item", mail, { arguments: ["id"] })).toStartWith('"to" must be the same');
      expect(await refused("send_item", mail, { arguments: ["to", "subject"] })).toContain('the call has no "subject"');
      expect(await refused("delete_item", { id: "1" }, { arguments: [] })).toStartWith('"id" must be the same');
      expect(
        await refused("refund_item", { id: "1", amount: "5", words: "x" }, { arguments: ["id", "amount"] }),
      ).toStartWith('"words" must');
      expect(await refused("post_item", { id: "1", words: "x" }, { arguments: ["id"] })).toStartWith('"words" must');
      expect(await refused("share_item", { id: "1", public: false, words: "x" }, { arguments: ["id"] })).toStartWith(
        '"public" must',
      );
      expect(await refused("rename_item", { id: "1", title: "x".repeat(9_000) }, {})).toContain("too long");
      expect(await refused("rename_item", { id: "1" }, { expires_in: 91 * DAY_S })).toContain("7776000");
      const id = idOf(await call(who.caller, "rename_item", { id: "9" }));
      expect((await decide(who, id, { decision: "deny" })).status).toBe(400);
      await decide(who, id, { decision: "deny", remember: undefined });
      expect(upstream.requests).toEqual([]);

      const standing = await always(who, "send_item", mail, { arguments: ["id", "to"] });
      await passes(who.caller, "send_item", { ...mail, words: "Other" }, [standing]);
      await passes(who.caller, "send_item", { id: "1", to: "a@x.example" }, [standing]);
      await waits(who, who.caller, "send_item", { ...mail, to: "b@x.example" });
      // The person has never seen a copy.
      await waits(who, who.caller, "send_item", { ...mail, cc: "b@x.example" });
      const shared = await always(who, "share_item", { id: "1", words: "x" }, { arguments: ["id"] });
      await passes(who.caller, "share_item", { id: "1", words: "y" }, [shared]);
      await waits(who, who.caller, "share_item", { id: "1", words: "y", public: true });
      expect((await list(who)).map(({ may_differ }: { may_differ: string[] }) => may_differ)).toEqual([
        ["words"],
        ["words"],
      ]);
    });

    test("every rule that asks needs its own, as the caller's setting does, and a denial stands", async () => {
      const second = ask("Item 1 is special.", { arguments: { id: { equals: "1" } } });
      const who = await owner([CHANGES, second]);
      await gateway.admin("PATCH", `/keys/${who.callerId}`, { confirm_destructive: true });
      await gateway.heard();
      const remove = async () => {
        const asked = await call(who.caller, "delete_item", { id: "1" });
        const read = await gateway.call("GET", `/api/v1/approvals/${idOf(asked)}`, { key: who.decider });
        const decided = await decide(who, idOf(asked));
        await run();
        return [read.json.data.reason, decided.json.data.standing_approval_id];
      };
      const [first, firstId] = await remove();
      expect(first).toContain("Changes need a person.");
      const [next, nextId] = await remove();
      expect(next).toContain("Item 1 is special.");
      const [last, lastId] = await remove();
      expect(last).toContain("The caller's own setting");
      await passes(who.caller, "delete_item", { id: "1" }, [firstId, nextId, lastId]);
      // A rule that has changed asks another question.
      await who.put(1, [{ ...CHANGES, reason: "Changes need two persons." }, second]);
      await waits(who, who.caller, "delete_item", { id: "1" });
      await who.put(2, [second, CHANGES]);
      await passes(who.caller, "delete_item", { id: "1" }, [nextId, firstId, lastId]);
      await who.put(3, [second, CHANGES, { outcome: "deny", reason: "No.", when: { effect: "destroys" } }]);
      expect((await call(who.caller, "delete_item", { id: "1" })).status).toBe(403);
    });

    test("sessions of the same agent and key have it, those of another agent and those below a session do not", async () => {
      const who = await owner();
      const sessionOf = async (key: string, agent: string | undefined, path = "") =>
        (await gateway.call("POST", `/api/v1/agent-sessions${path}`, { key, body: { name: "s", agent } })).json
          .data as {
          id: string;
          token: string;
        };
      const first = await sessionOf(who.caller, "triage");
      const id = await always(who, "delete_item", { id: "3" }, {}, first.token);
      // The safeguard asks as well as the rule.
      const safeguard = await always(who, "delete_item", { id: "3" }, {}, first.token);
      const later = await sessionOf(who.caller, "triage");
      await passes(later.token, "delete_item", { id: "3" }, [id, safeguard]);
      await waits(who, (await sessionOf(who.caller, "other")).token, "delete_item", { id: "3" });
      await waits(who, (await sessionOf(who.caller, undefined)).token, "delete_item", { id: "3" });
      await waits(who, (await sessionOf(who.key, "triage")).token, "delete_item", { id: "3" });
      await waits(who, who.caller, "delete_item", { id: "3" });
      const other = await sessionOf(who.caller, "maker");
      const below = await sessionOf(other.token, "triage", `/${other.id}/sessions`);
      const asked = idOf(await call(below.token, "delete_item", { id: "3" }));
      const refused = await decide(who, asked);
      expect([refused.status, refused.json.error]).toEqual([409, expect.stringContaining("below another")]);
      expect((await list(who)).map((one: { for: object }) => one.for)).toEqual(
        Array(2).fill({ kind: "agent_session", id: who.callerId, name: null, agent: "triage" }),
      );
    });

    test("a call that an approval stands for is not made again by the yes for later ones", async () => {
      const who = await owner();
      const headers = { "idempotency-key": "once" };
      const args = { id: "1", title: "a" };
      const asked = idOf(await call(who.caller, "rename_item", args, headers));
      const open = idOf(await call(who.caller, "rename_item", args));
      await decide(who, asked);
      expect(idOf(await call(who.caller, "rename_item", args))).toBe(open);
      expect(idOf(await call(who.caller, "rename_item", args, headers))).toBe(asked);
      await run();
      const repeated = await call(who.caller, "rename_item", args, headers);
      expect([repeated.status, repeated.headers.get("x-standing-approval")]).toEqual([200, null]);
      expect(upstream.requests).toHaveLength(1);
      await decide(who, open, { decision: "deny", remember: undefined });
      expect((await call(who.caller, "rename_item", args)).status).toBe(200);
      expect(upstream.requests).toHaveLength(2);
    });

    test("a call that was made by one is not made again once it has ended, for the same Idempotency-Key", async () => {
      const who = await owner();
      const args = { id: "1", title: "a" };
      const headers = { "idempotency-key": "again" };
      const id = await always(who, "rename_item", args);
      const made = await call(who.caller, "rename_item", args, headers);
      await gateway.call("DELETE", `/api/v1/standing-approvals/${id}`, { key: who.decider });
      const repeated = await call(who.caller, "rename_item", args, headers);
      expect([repeated.status, repeated.json]).toEqual([200, made.json]);
      expect((await call(who.caller, "rename_item", { id: "2" }, headers)).status).toBe(422);
      idOf(await call(who.caller, "rename_item", args));
      expect(upstream.requests).toHaveLength(2);
    });

    test("what a person has just refused in a form is not allowed by an earlier yes", async () => {
      const who = await owner();
      const args = { id: "1", title: "a" };
      const send = mcpSender(gateway, { key: who.caller });
      const params = { name: "acme_rename_item", arguments: args };
      const forms = { elicitation: { form: {} } };
      const asked = (await send("tools/call", params, forms)).json.result;
      expect(asked.resultType).toBe("input_required");
      await always(who, "rename_item", args);
      const inputResponses = { confirm: { action: "accept", content: { confirm: false } } };
      const round = { ...params, requestState: asked.requestState, inputResponses };
      const refused = (await send("tools/call", round, forms)).json.result;
      expect([refused.isError, refused.content[0].text]).toEqual([true, expect.stringContaining("did not confirm")]);
      // What the form has is read at the provider.
      expect(upstream.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    });

    test("it ends by hand, by time, and with its key, connection's identity and tool", async () => {
      const { query } = gateway.database.database;
      const args = { id: "1", title: "a" };
      const ended = async (end: (who: Who, id: string) => Promise<unknown>) => {
        const who = await owner();
        const id = await always(who, "rename_item", args);
        await passes(who.caller, "rename_item", args, [id]);
        await end(who, id);
        const after = await call(who.caller, "rename_item", args);
        const left = (await list(who)).map(({ status }: { status: string }) => status);
        return [after.status, ...left];
      };
      const at = (id: string) => `/api/v1/standing-approvals/${id}`;
      expect(
        await ended(async (who, id) => {
          const stranger = await owner();
          expect((await gateway.call("DELETE", at(id), { key: stranger.decider })).status).toBe(404);
          expect((await gateway.call("DELETE", at(id), { key: who.caller })).status).toBe(403);
          expect((await gateway.call("DELETE", at("none"), { key: who.decider })).status).toBe(404);
          expect((await gateway.call("DELETE", at(id), { key: who.decider })).json.data).toEqual({ ended: true });
        }),
      ).toEqual([202]);
      expect(
        await ended(async ({ userId }) => {
          await query("update connections set identity_id = 'somebody else' where user_id = $1::text::uuid", [userId]);
          await gateway.heard();
        }),
      ).toEqual([202, "connection_changed"]);
      expect(
        await ended(({ userId }) =>
          query("update standing_approvals set tool_version = 'other' where user_id = $1::text::uuid", [userId]),
        ),
      ).toEqual([202, "tool_changed"]);
      expect(await ended(({ callerId }) => gateway.admin("DELETE", `/keys/${callerId}`))).toEqual([
        401,
        "caller_ended",
      ]);
      expect(await ended(async () => gateway.clock.move(30 * DAY_S * 1_000))).toEqual([202, "expired"]);
    });

    test("a newer one for the same calls replaces the earlier, and an owner has a thousand at most", async () => {
      const who = await owner();
      const [one, two] = [{ "idempotency-key": "1" }, { "idempotency-key": "2" }];
      const ids = [];
      for (const headers of [one, two]) ids.push(idOf(await call(who.caller, "rename_item", { id: "1" }, headers)));
      for (const id of ids) expect((await decide(who, id)).status).toBe(200);
      expect(await list(who)).toHaveLength(1);
      await gateway.database.database.query(
        `insert into standing_approvals (id, user_id, caller_kind, caller_id, connection_id, connection, identity_id, identity,
           provider, tool, tool_version, question, reason, input, may_differ, created_at, created_by, expires_at)
         select gen_random_uuid(), s.user_id, s.caller_kind, s.caller_id, s.connection_id, s.connection, s.identity_id,
           s.identity, s.provider, s.tool, n::text, s.question, s.reason, s.input, s.may_differ, s.created_at, s.created_by,
           s.expires_at
         from standing_approvals s, generate_series(1, 999) n where s.user_id = $1::text::uuid`,
        [who.userId],
      );
      const id = idOf(await call(who.caller, "rename_item", { id: "2" }));
      const beyond = await decide(who, id);
      expect([beyond.status, beyond.json.details.next_step]).toEqual([409, expect.stringContaining("End some")]);
      expect((await gateway.call("GET", `/api/v1/approvals/${id}`, { key: who.decider })).json.data.status).toBe(
        "pending",
      );
    });

    test("against a plain model: a call passes if and only if each of its rules is answered for what it sends", async () => {
      const chance = random(20_261_131);
      const rules = [
        ask("Changes.", { effect: "writes" }),
        ask("Item 1.", { arguments: { id: { equals: "1" } } }),
        ask("Label b.", { arguments: { label: { equals: "b" } } }),
      ];
      const applies = [() => true, (args: Args) => args.id === "1", (args: Args) => args.label === "b"];
      type Args = { id: string; title?: string; label?: string };
      const who = await owner(rules);
      const callers = [who.caller, who.key];
      const standing: { key: string; rule: number; args: Args; fixed: string[] }[] = [];
      const some = (from: readonly (string | undefined)[]) => chance.oneOf(from);
      const answers = (one: (typeof standing)[number], key: string, rule: number, args: Args) => {
        const names = new Set([...Object.keys(one.args), ...Object.keys(args)]) as Set<keyof Args>;
        const isFree = (name: keyof Args) => name in one.args && !one.fixed.includes(name);
        return (
          one.key === key &&
          one.rule === rule &&
          [...names].every((name) => isFree(name) || one.args[name] === args[name])
        );
      };
      const seen = { passed: 0, waited: 0 };
      for (let n = 0; n < CALLS; n++) {
        const key = chance.oneOf(callers) as string;
        const given = {
          id: chance.oneOf(["1", "2"]),
          title: some(["a", "b", undefined]),
          label: some(["a", "b", undefined]),
        };
        const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Args;
        const asking = applies.flatMap((holds, rule) => (holds(args) ? [rule] : []));
        const open = asking.find((rule) => !standing.some((one) => answers(one, key, rule, args)));
        const response = await call(key, "rename_item", args);
        expect([n, response.status]).toEqual([n, open === undefined ? 200 : 202]);
        if (open === undefined) {
          seen.passed++;
          continue;
        }
        seen.waited++;
        const fixed = Object.keys(args).filter(() => chance.below(3) > 0);
        const decided = await decide(who, idOf(response), { remember: { arguments: fixed } });
        expect(decided.status).toBe(200);
        standing.push({ key, rule: open, args, fixed });
        await run();
      }
      expect(Math.min(seen.passed, seen.waited)).toBeGreaterThan(20);
      expect(upstream.requests).toHaveLength(CALLS);
    });
  });
}
