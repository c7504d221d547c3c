// The operators' page that ends access: choices, a count, a typed word, how far the run is, and its report, all without a script.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(60_000);
const PATH = "/operator/revocations";

for (const lane of laneOf(import.meta.file)) {
  describe(`ending access at the dashboard on ${lane}`, () => {
    let gateway: TestGateway;
    let owner: SignedIn;
    let viewer: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
      [owner, viewer] = [await signedIn(gateway, { role: "owner" }), await signedIn(gateway, { role: "viewer" })];
    }, 60_000);
    afterAll(() => gateway.close());

    test("an owner counts, types the word and sees the run; its report is signed", async () => {
      const user = await gateway.user();
      await gateway.connect(user.key, "google");
      const chosen = `${PATH}?provider=google`;
      const counted = await owner.get(chosen);
      expect(counted.text).toContain("gateway revoke-all --provider &#x27;google&#x27; --dry-run");
      expect(counted.text).toMatch(/Connections: .*1/);
      const mistyped = await owner.submit(chosen, { typed: "yes" });
      expect([mistyped.status, mistyped.text.includes("Type revoke-all to continue.")]).toEqual([400, true]);
      expect((await gateway.admin("GET", "/revocation-runs")).json.data.revocation_runs).toEqual([]);
      const started = await owner.submit(chosen, { typed: "revoke-all" });
      expect(started.status).toBe(303);
      const run = started.headers.get("location")?.replace(/^\/u\/[^/]+/, "") as string;
      expect(run).toMatch(/^\/operator\/revocations\/[0-9a-f-]{36}$/);
      await gateway.app.deps.revocationRuns.drain();
      const shown = await viewer.get(run);
      expect([shown.status, shown.text.includes("Connections: ")]).toEqual([200, true]);
      const [row] = (await gateway.admin("GET", "/revocation-runs")).json.data.revocation_runs;
      expect(row).toMatchObject({ requested_by: { kind: "admin" }, ended: { connection: 1 } });
      const report = await viewer.get(`${run}/export.jsonl`);
      expect(report.headers.get("content-disposition")).toContain("attachment");
      expect(report.text.trim().split("\n").at(-1)).toContain('"kind":"signature"');
      expect((await viewer.get(PATH)).text).toContain(run);
    });

    test("choices that mean nothing are said at the form, and nobody but an owner starts a run", async () => {
      const refused = await owner.get(`${PATH}?provider=nowhere`);
      expect([refused.status, refused.text.includes("There is no provider")]).toEqual([400, true]);
      const future = new Date(gateway.clock.now() + 86_400_000).toISOString().slice(0, 16);
      expect((await owner.get(`${PATH}?before=${future}`)).text).toContain("The time is in the future");
      expect((await owner.get(`${PATH}?user=nobody@example.com`)).status).toBe(404);
      expect((await viewer.get(PATH)).text).not.toContain('name="everything"');
      expect((await viewer.submit(`${PATH}?everything=true`, { typed: "revoke-all" }, PATH)).status).toBe(403);
    });
  });
}
