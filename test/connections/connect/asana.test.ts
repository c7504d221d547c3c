// Asana over real HTTP against a strict stand-in: connecting, tasks, and the events of a watched project.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import asana from "../../../plugins/asana/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { ASANA_CLIENT, asanaStandIn, BLOCKED, PROJECT, WORKSPACE } from "../../support/asana.ts";
import { testClock } from "../../support/clock.ts";
import { HOOK_MS, land, start, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`Asana on ${lane}`, () => {
    const clock = testClock();
    clock.set(clock.now());
    const provider = asanaStandIn(() => clock.now());
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        clock,
        plugins: [asana as unknown as Provider],
        settings: { asana: ASANA_CLIENT },
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        fetch: provider.respond,
      });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const connected = async () => {
      const { key, userId } = await gateway.user();
      const { connectUrl } = await start(gateway, key, "asana");
      const { outcome } = await land(provider.consent(connectUrl));
      return { key, userId, outcome, scopes: connectUrl.searchParams.get("scope")?.split(" ") ?? [] };
    };
    const call = (key: string, method: string, path: string, body?: unknown) =>
      gateway.call(method, `/api/v1/asana${path}`, { key, ...(body !== undefined && { body }) });
    const create = (key: string, title: string) =>
      call(key, "POST", "/tasks", { title, project: PROJECT.gid, assignee: "me" });
    /** Works what was delivered and what is due. */
    const work = async () => {
      await gateway.app.deps.inboundWebhooks.drain();
      await gateway.app.deps.sources.drain();
      await gateway.app.deps.inboundWebhooks.drain();
    };
    const watched = async () => {
      const user = await connected();
      const body = { name: "project", resource: PROJECT.gid };
      const made = await gateway.call("POST", "/api/v1/sources/asana", { key: user.key, body });
      expect(made.status).toBe(200);
      await work();
      const hook = [...provider.hooks.values()].at(-1);
      if (!hook) throw new Error("The gateway made no webhook.");
      return { ...user, sourceId: made.json.data.id as string, hook };
    };
    const sourceOf = async (key: string, id: string) => {
      const { sources } = (await gateway.call("GET", "/api/v1/sources/asana", { key })).json.data;
      return sources.find((source: { id: string }) => source.id === id);
    };
    const events = async (userId: string) => {
      const rows = await gateway.database.database.query<{ type: string; title: string }>(
        "select type, title from inbox_events where user_id = $1::uuid and type not like 'integration.%' order by seq",
        [userId],
      );
      return rows.map(({ type, title }) => `${type}: ${title}`);
    };
    const ofProject = async (userId: string) =>
      (await events(userId)).filter((event) => !event.startsWith("tasks.assigned_"));

    test("somebody connects with single scopes and PKCE, and is who the token belongs to", async () => {
      const { key, outcome, scopes } = await connected();
      expect(outcome).toMatchObject({ status: "success", provider: "asana" });
      expect(scopes).toContain("tasks:read");
      expect(scopes).toContain("webhooks:write");
      const { integrations } = (await gateway.call("GET", "/api/v1/integrations", { key })).json.data;
      expect(JSON.stringify(integrations)).toContain("ada@example.com");
      expect((await call(key, "GET", "/me")).json.data.workspaces).toEqual([{ id: WORKSPACE.gid, name: "Acme" }]);
    });

    test("a task is created, listed page by page, and completed", async () => {
      provider.tasks.clear();
      const { key } = await connected();
      const titles = ["Read the plans", "Buy the wheel", "Cut the stones"];
      for (const title of titles) expect((await create(key, title)).json.data).toMatchObject({ title, state: "open" });
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof call>> = await call(
          key,
          "GET",
          `/tasks?project=${PROJECT.gid}&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        expect(page.status).toBe(200);
        seen.push(...page.json.data.tasks.map(({ title }: { title: string }) => title));
        cursor = page.json.data.next_cursor;
      }
      expect(seen).toEqual(titles);
      const [first] = provider.tasks.keys();
      const done = await call(key, "PATCH", `/tasks/${first}`, { is_completed: true });
      expect(done.json.data).toMatchObject({ title: "Read the plans", state: "completed", is_closed: true });
      const open = await call(key, "GET", `/tasks?assignee=me&workspace=${WORKSPACE.gid}&open_only=true`);
      expect(open.json.data.tasks).toHaveLength(2);
      expect(codeOf(await call(key, "GET", "/tasks?assignee=me"))).toStartWith("400");
      expect(codeOf(await call(key, "GET", "/tasks/999"))).toStartWith("404");
    });

    test("an access token lives an hour; the refresh token stays, though no response repeats it", async () => {
      const { key } = await connected();
      for (const _ of ["first", "second"]) {
        clock.move(HOUR_MS + 1_000);
        provider.log.length = 0;
        expect((await call(key, "GET", "/me")).status).toBe(200);
        expect(provider.log.filter((request) => request.endsWith("/oauth_token"))).toHaveLength(1);
      }
    });

    test("a watched project brings each new, completed and removed task once, with the handshake's secret", async () => {
      provider.tasks.clear();
      const { key, userId, sourceId, hook } = await watched();
      expect(await sourceOf(key, sourceId)).toMatchObject({ mode: "push", state: "active", error: null });
      expect(hook.target).toStartWith(`${gateway.url}/api/v1/webhooks/asana/${sourceId}.`);
      clock.move(10_000);
      const { id } = (await create(key, "Grind the corn")).json.data;
      // The heartbeat of the new webhook, and the task.
      expect(await provider.deliver()).toEqual([200, 200]);
      await work();
      expect(await ofProject(userId)).toEqual(["tasks.created: Grind the corn was created"]);
      clock.move(10_000);
      await call(key, "PATCH", `/tasks/${id}`, { is_completed: true });
      await provider.deliver();
      await work();
      clock.move(10_000);
      provider.emit({
        action: "removed",
        resource: { gid: id, resource_type: "task" },
        parent: { gid: PROJECT.gid, resource_type: "project" },
      });
      expect(await provider.deliver()).toEqual([200]);
      await work();
      // Whatever comes again, and what the slow poll finds, is known.
      clock.move(20 * 60_000);
      await work();
      expect(await ofProject(userId)).toEqual([
        "tasks.created: Grind the corn was created",
        "tasks.completed: Grind the corn was completed",
        "tasks.removed: Grind the corn was removed from a project",
      ]);
      const assigned = (await events(userId)).filter((event) => event.startsWith("tasks.assigned_completed"));
      expect(assigned).toEqual(["tasks.assigned_completed: Grind the corn was completed"]);
    });

    test("a comment comes with its text, and a delivery that is repeated is one event", async () => {
      provider.tasks.clear();
      const { key, userId, hook } = await watched();
      const { id } = (await create(key, "Mill the flour")).json.data;
      await provider.deliver();
      const task = provider.tasks.get(id);
      provider.stories.set("8001", {
        gid: "8001",
        text: "How fine?",
        created_by: { gid: "1002", name: "Bob" },
        target: task,
      });
      const event = {
        user: { gid: "1002" },
        created_at: new Date(clock.now()).toISOString(),
        action: "added",
        resource: { gid: "8001", resource_type: "story", resource_subtype: "comment_added" },
        parent: { gid: id, resource_type: "task" },
      };
      for (const text of [JSON.stringify({ events: [event] }), JSON.stringify({ events: [event, event] })])
        expect((await provider.post(hook, text)).status).toBe(200);
      await work();
      const comments = (await events(userId)).filter((title) => title.startsWith("comments."));
      expect(comments).toEqual(["comments.created: New comment on Mill the flour"]);
    });

    test("a later handshake and a forged signature are refused, and the secret stays", async () => {
      provider.tasks.clear();
      const { hook, userId } = await watched();
      const stranger = "0".repeat(32);
      const handshake = await fetch(hook.target, {
        method: "POST",
        headers: { "x-hook-secret": stranger },
        body: "{}",
      });
      expect([handshake.status, handshake.headers.get("x-hook-secret")]).toEqual([401, null]);
      const event = { action: "deleted", resource: { gid: "1", resource_type: "task" }, parent: null };
      const text = JSON.stringify({ events: [{ ...event, created_at: new Date(clock.now()).toISOString() }] });
      expect((await provider.post({ ...hook, secret: stranger }, text)).status).toBe(401);
      const unsigned = await fetch(hook.target, { method: "POST", body: text });
      expect(unsigned.status).toBe(401);
      // At the provider's own address nobody is expected.
      const atProvider = `${gateway.url}/api/v1/webhooks/asana`;
      const uninvited = await fetch(atProvider, { method: "POST", headers: { "x-hook-secret": stranger }, body: "{}" });
      expect(uninvited.status).toBe(401);
      await work();
      expect(await ofProject(userId)).toEqual([]);
      expect((await provider.post(hook, text)).status).toBe(200);
      await work();
      expect(await ofProject(userId)).toEqual(["tasks.deleted: A task was deleted"]);
    });

    test("a webhook that Asana has deleted is made anew, and what came meanwhile is found", async () => {
      provider.tasks.clear();
      const { key, userId, sourceId, hook } = await watched();
      provider.hooks.delete(hook.gid);
      clock.move(DAY_MS - 60_000);
      await create(key, "Sweep the floor");
      clock.move(60_000);
      await work();
      const anew = [...provider.hooks.values()].at(-1);
      expect(anew?.target).toBe(hook.target);
      expect(anew?.secret).not.toBe(hook.secret);
      expect(await sourceOf(key, sourceId)).toMatchObject({ state: "active" });
      expect(await ofProject(userId)).toEqual(["tasks.created: Sweep the floor was created"]);
      expect((await provider.post({ ...hook }, '{"events":[]}')).status).toBe(401);
    });

    test("a project that the person may not watch makes the source failed, and says why", async () => {
      const { key } = await connected();
      const body = { name: "project", resource: "3999" };
      const { id } = (await gateway.call("POST", "/api/v1/sources/asana", { key, body })).json.data;
      await work();
      expect(await sourceOf(key, id)).toMatchObject({ state: "failed", error: { code: "forbidden" } });
    });

    test("R-47: a workspace that has blocked the app ends nothing: the rest of the grant goes on, and a dead one is noticed", async () => {
      provider.blocked.length = 0;
      const { key } = await connected();
      const body = { name: "project", resource: BLOCKED };
      const { id } = (await gateway.call("POST", "/api/v1/sources/asana", { key, body })).json.data;
      for (let hour = 0; hour < 3; hour++) {
        await work();
        clock.move(HOUR_MS);
      }
      expect((await sourceOf(key, id)).state).not.toBe("active");
      expect(new Set(provider.blocked)).toEqual(new Set(["POST /api/1.0/webhooks", "GET /api/1.0/tasks"]));
      expect((await call(key, "GET", "/me")).status).toBe(200);
      const closed = await call(key, "GET", `/projects/${BLOCKED}`);
      expect([codeOf(closed), closed.json.details.status]).toEqual(["502 PROVIDER_ERROR", 401]);
      expect((await call(key, "GET", "/me")).status).toBe(200);
      // For a minute the token counts as good.
      clock.move(61_000);
      provider.refuseAll(true);
      const refused = await call(key, "GET", `/projects/${BLOCKED}`);
      provider.refuseAll(false);
      expect(codeOf(refused)).toBe("401 INTEGRATION_REVOKED");
    });

    test("a disconnect ends the webhook first, then the grant", async () => {
      await gateway.database.database.script("delete from integrations");
      const { key, hook } = await watched();
      provider.log.length = 0;
      expect((await gateway.call("DELETE", "/api/v1/integrations/asana", { key })).status).toBe(200);
      expect(provider.log).toEqual([`DELETE /api/1.0/webhooks/${hook.gid}`, "POST /-/oauth_revoke"]);
      expect(provider.hooks.has(hook.gid)).toBe(false);
    });
  });
}
