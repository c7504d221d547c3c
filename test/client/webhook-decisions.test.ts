// The example of docs/api/webhook-decisions.md: a handler that decides on calls by its signed response, as it stands there.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createEndpoint, drain, ENV } from "../events/webhooks/hooks.ts";
import { type Receiver, startReceiver } from "../events/webhooks/receiver.ts";
import { acme } from "../support/acme.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ROOT } from "../support/sources.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";

setDefaultTimeout(HOOK_MS);
const RIGHTS = ["*", "gateway:partner.manage", "gateway:approvals.decide"];

for (const lane of laneOf(import.meta.file)) {
  describe(`the example of webhooks that decide on ${lane}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "gateway-decisions-"));
    const upstream = recordingProvider(() => Response.json({ id: 7 }));
    const secretBefore = process.env.WEBHOOK_SECRET;
    let gateway: TestGateway;
    let receiver: Receiver;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch, env: ENV });
      receiver = await startReceiver();
    });
    afterAll(async () => {
      await Promise.all([gateway.close(), receiver.close()]);
      if (secretBefore === undefined) delete process.env.WEBHOOK_SECRET;
      else process.env.WEBHOOK_SECRET = secretBefore;
      rmSync(folder, { recursive: true });
    });

    /** The example as a module; `tool` is the one that it approves. */
    async function exampleFor(tool: string): Promise<(request: Request) => Promise<Response>> {
      const page = readFileSync(join(ROOT, "docs/api/webhook-decisions.md"), "utf8");
      const [, example = ""] = /^```ts\n([\s\S]*?)^```/m.exec(page) ?? [];
      const client = pathToFileURL(join(ROOT, "client/src/webhooks.ts")).href;
      const file = join(folder, `${tool}.ts`);
      const replaced = example
        .replace("@integration-gateway/client/webhooks", client)
        .replace("github_create_comment", tool);
      writeFileSync(file, replaced);
      return ((await import(file)) as { POST(request: Request): Promise<Response> }).POST;
    }

    test("approves and denies by the tool, and leaves other events alone", async () => {
      const user = await gateway.user({ permissions: RIGHTS });
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      const asker = (await gateway.admin("POST", "/keys", { user: user.email, confirm_destructive: true })).json.data;
      const types = { event_types: ["approval.*"], decides: true };
      const { secret } = await createEndpoint(gateway, user.key, { url: receiver.url, ...types });
      process.env.WEBHOOK_SECRET = secret;
      for (const [tool, status] of [
        ["acme_delete_item", "approved"],
        ["acme_other", "denied"],
      ] as const) {
        const handle = await exampleFor(tool);
        receiver.respondWith(async ({ headers, body }, response) => {
          const answer = await handle(new Request("https://app.example.com/decide", { method: "POST", headers, body }));
          response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
        });
        const key = { key: asker.key, headers: { "idempotency-key": tool } };
        const waits = await gateway.call("DELETE", "/api/v1/acme/items/7", key);
        await drain(gateway);
        const read = await gateway.call("GET", `/api/v1/approvals/${waits.json.approval.id}`, { key: user.key });
        expect(read.json.data).toMatchObject({ status, note: "By our rules.", decided_by: { kind: "webhook" } });
      }
      const sent = receiver.received.map(({ body }) => JSON.parse(body).type);
      expect(sent).toContain("approval.decided");
    });
  });
}
