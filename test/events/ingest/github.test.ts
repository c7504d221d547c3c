// GitHub's events the whole way: a hook that the gateway adds to a repository, what it delivers, and its end.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHmac } from "node:crypto";
import type { EmulatedProvider } from "../../../emulators/emulators.ts";
import { testClock } from "../../support/clock.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startEmulated, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type Recorded, type Recorder, sendAgain, startRecorder } from "./recorder.ts";

setDefaultTimeout(HOOK_MS);
const REPOSITORY = "ada/engine";
const SOURCES = "/api/v1/sources/github";

interface Caller {
  key: string;
  headers?: Record<string, string>;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`GitHub's hooks on ${lane}`, () => {
    const clock = testClock();
    clock.set(clock.now());
    let gateway: TestGateway;
    let github: EmulatedProvider;
    let recorder: Recorder;
    let ada: Caller;
    let sourceId = "";
    beforeAll(async () => {
      recorder = startRecorder();
      gateway = await startTestGateway({
        lane,
        clock,
        baseUrl: recorder.url,
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        settings: async () => {
          const redirectUri = `${recorder.url}/api/v1/connect/callback`;
          github = await startEmulated("github", { redirectUri, now: () => clock.now() });
          return { github: github.settings };
        },
      });
      recorder.forwardTo(gateway.url);
      ada = await gateway.user();
      await gateway.connect(ada.key, "github");
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await recorder.close();
      await github.close();
    }, HOOK_MS);

    const work = async () => {
      await gateway.app.deps.sources.drain();
      await gateway.app.deps.inboundWebhooks.drain();
    };
    /** Watches the repository for a caller; returns the source's id. */
    const choose = async (caller: Caller): Promise<string> => {
      const body = { name: "repository", resource: REPOSITORY };
      const chosen = await gateway.call("POST", SOURCES, { ...caller, body });
      expect(chosen.status, chosen.text).toBe(200);
      await work();
      return chosen.json.data.id;
    };
    const hookRequests = (method: string) =>
      github.log.filter((request) => request.method === method && /\/hooks(\/\d+)?$/.test(request.path));
    /** What the gateway asked GitHub for, of the last hook. */
    const lastHook = () => JSON.parse(hookRequests("POST").at(-1)?.body ?? "{}");
    const nameOf = ({ headers }: Recorded) => headers.get("x-github-event");
    const is =
      (event: string, id = sourceId) =>
      (inbound: Recorded) =>
        nameOf(inbound) === event && inbound.path.includes(`/${id}.`);
    /** What GitHub delivered; the gateway's own events of the integration are left out. */
    const inbox = async (caller: Caller) => {
      const { json } = await gateway.call("GET", "/api/v1/inbox/events?provider=github", caller);
      const events: { type: string; title: string; service: string }[] = json.data.events;
      return events.filter(({ service }) => service !== "integration");
    };
    const typesOf = async (caller: Caller) => (await inbox(caller)).map(({ type }) => type).sort();
    const openIssue = async (title: string) => {
      const path = `/api/v1/github/repos/${REPOSITORY}/issues`;
      expect((await gateway.call("POST", path, { key: ada.key, body: { title, body: "It stops." } })).status).toBe(200);
    };
    const signed = (body: string, secret: string): Headers =>
      new Headers({
        "content-type": "application/json",
        "x-github-event": "issues",
        "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
      });

    test("choosing a repository adds a hook with an address and a secret of its own, and its ping is accepted", async () => {
      sourceId = await choose(ada);
      const { config, events, active } = lastHook();
      expect(config).toEqual({
        url: expect.stringMatching(new RegExp(`^${recorder.url}/api/v1/webhooks/github/${sourceId}\\.[\\w-]{22}$`)),
        content_type: "json",
        insecure_ssl: "0",
        secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      });
      expect([active, events]).toEqual([true, expect.arrayContaining(["issues", "push", "pull_request"])]);
      expect((await recorder.awaited(is("ping"))).status).toBe(200);
      const { sources } = (await gateway.call("GET", SOURCES, ada)).json.data;
      expect(sources).toContainEqual(
        expect.objectContaining({ id: sourceId, resource: REPOSITORY, mode: "push", state: "active", error: null }),
      );
      await work();
      expect(await inbox(ada)).toEqual([]);
      await choose(ada);
      expect(hookRequests("POST")).toHaveLength(1);
    });

    test("an issue and a push made through the gateway come to the inbox, once however often they are delivered", async () => {
      await openIssue("The mill stops");
      const path = `/api/v1/github/repos/${REPOSITORY}/contents`;
      const file = { path: "notes/mill.md", content: "Seven.\n", message: "Note the mill" };
      expect((await gateway.call("PUT", path, { key: ada.key, body: file })).status).toBe(200);
      const inboundWebhooks = [await recorder.awaited(is("issues")), await recorder.awaited(is("push"))];
      expect(inboundWebhooks.map(({ status }) => status)).toEqual([200, 200]);
      await work();
      const again = inboundWebhooks.flatMap((inbound) => Array.from({ length: 4 }, () => sendAgain(recorder, inbound)));
      expect(await Promise.all(again)).toEqual(Array(8).fill(200));
      await work();
      expect((await inbox(ada)).map(({ type, title }) => [type, title]).sort()).toEqual([
        ["issues.opened", expect.stringContaining("The mill stops")],
        ["repos.pushed", `1 commit pushed to main of ${REPOSITORY}`],
      ]);
    });

    test("a hook's event is only its integration's, also where another is connected as the same person", async () => {
      const [same, grace] = [await gateway.user(), await gateway.user()];
      await gateway.connect(same.key, "github");
      await gateway.connect(grace.key, "github", { person: "grace" });
      await openIssue("Only mine");
      await recorder.awaited((inbound) => is("issues")(inbound) && inbound.body.includes("Only mine"));
      await work();
      expect(await typesOf(ada)).toEqual(["issues.opened", "issues.opened", "repos.pushed"]);
      expect([await inbox(same), await inbox(grace)]).toEqual([[], []]);
    });

    test("S-85, S-89: a changed byte, another secret and another hook's address are refused, and bring nothing", async () => {
      const other = await gateway.user();
      await gateway.connect(other.key, "github");
      const { secret } = lastHook().config;
      const otherId = await choose(other);
      expect(lastHook().config.secret).not.toBe(secret);
      const [issue, before] = [await recorder.awaited(is("issues")), await typesOf(ada)];
      const fresh = JSON.stringify({ ...JSON.parse(issue.body), changed: true });
      const refused: [string, Partial<Recorded>][] = [
        ["a changed byte", { body: issue.body.replace("stops", "stopt") }],
        ["a byte more", { body: `${issue.body} ` }],
        ["another secret", { body: fresh, headers: signed(fresh, "another") }],
        ["another hook's secret", { body: fresh, headers: signed(fresh, lastHook().config.secret) }],
        [
          "another hook's address",
          { body: fresh, headers: signed(fresh, secret), path: issue.path.replace(sourceId, otherId) },
        ],
        ["the provider's address", { body: fresh, headers: signed(fresh, secret), path: "/api/v1/webhooks/github" }],
        ["no signature", { headers: new Headers({ "x-github-event": "issues" }) }],
      ];
      for (const [name, changes] of refused) expect(await sendAgain(recorder, issue, changes), name).toBe(401);
      const unknown = { path: issue.path.replace(sourceId, crypto.randomUUID()) };
      expect(await sendAgain(recorder, issue, unknown)).toBe(404);
      await work();
      expect(await typesOf(ada)).toEqual(before);
      expect(await sendAgain(recorder, issue, { body: fresh, headers: signed(fresh, secret) })).toBe(200);
      await work();
      expect(await typesOf(ada)).toHaveLength(before.length + 1);
      expect(await inbox(other)).toEqual([]);
    });

    test("an account's hook brings its events to that account, with its external id, and not to its partner", async () => {
      const partner = await gateway.partner();
      const [accountId, siblingId] = [
        await gateway.account(partner.key, "customer-1"),
        await gateway.account(partner.key, "customer-2"),
      ];
      await gateway.connect(partner.key, "github", { accountId });
      await gateway.connect(partner.key, "github", { accountId: siblingId });
      const account = { key: partner.key, headers: { "x-account-id": "customer-1" } };
      const id = await choose(account);
      const from = recorder.inboundWebhooks.length;
      await openIssue("The customer's");
      await recorder.awaited(is("issues", id), from);
      await work();
      expect(await inbox(account)).toEqual([
        expect.objectContaining({ type: "issues.opened", account_id: accountId, external_id: "customer-1" }),
      ]);
      expect(await inbox({ key: partner.key })).toEqual([]);
      expect(await inbox({ key: partner.key, headers: { "x-account-id": "customer-2" } })).toEqual([]);
      const stranger = await gateway.partner();
      const theirs = await gateway.call("GET", "/api/v1/inbox/events", { ...account, key: stranger.key });
      expect(theirs.status).toBe(404);
    });

    test("the end of the integration deletes the hook before the grant is revoked, and its address is gone", async () => {
      const issue = await recorder.awaited(is("issues"));
      const from = github.log.length;
      expect((await gateway.call("DELETE", "/api/v1/integrations/github", { key: ada.key })).status).toBe(200);
      await work();
      const after = github.log.slice(from).map(({ method, path, status }) => `${method} ${path} ${status}`);
      expect(after.filter((line) => /hooks/.test(line))).toEqual([
        expect.stringMatching(/^DELETE \/repos\/ada\/engine\/hooks\/\d+ 204$/),
      ]);
      expect(after.findIndex((line) => /hooks/.test(line))).toBeLessThan(
        after.findIndex((line) => line.startsWith("DELETE /applications/")),
      );
      expect(await sendAgain(recorder, issue)).toBe(404);
    });
  });
}
