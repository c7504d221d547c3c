// The activity log has each finished call once, as the usage log has it, and each entry of the audit log.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { activityTargets } from "../../../src/server/activity-targets.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type OtlpReceiver, otlpReceiver } from "../../support/otlp-receiver.ts";

setDefaultTimeout(60_000);
const REPO = "/api/v1/github/repos/ada/engine";
const SECRET = "ghp_N0tT0BeSt0redaaaaaaaaaaaaaaaaaaaaaa";

for (const lane of LANES) {
  describe(`the activity log on ${lane}`, () => {
    let folder: string;
    let receiver: OtlpReceiver;
    let gateway: TestGateway;
    let path: string;
    const atCollector = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
      process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url;
      process.env.OTEL_EXPORTER_OTLP_TIMEOUT = "300";
      try {
        return await work();
      } finally {
        delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
        delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
      }
    };
    const settings = { activityFileMaxBytes: 1e9, hasActivityOtlp: true };
    const started = (url: string, activityFile: string) =>
      atCollector(url, async () =>
        startTestGateway({
          lane,
          emulate: ["github"],
          activity: await activityTargets({ ...settings, activityFile }),
        }),
      );
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "activity-"));
      path = join(folder, "activity.jsonl");
      receiver = await otlpReceiver();
      gateway = await started(receiver.url, path);
    });
    afterAll(async () => {
      await receiver.close();
      rmSync(folder, { recursive: true });
    });

    test("file and collector have every call once, with the fields of its entry, and every entry of the audit log", async () => {
      const { key, userId } = await gateway.partner();
      await gateway.account(key, "customer");
      await gateway.connect(key, "github");
      const calls = [
        () => gateway.call("GET", `${REPO}/issues?limit=1`, { key }),
        () => gateway.call("POST", `${REPO}/issues`, { key, body: { title: SECRET } }),
        () => gateway.call("POST", `${REPO}/issues`, { key, body: {} }),
        () => gateway.call("GET", "/api/v1/github/repos/ada/nothing-here", { key }),
        () => gateway.call("GET", "/api/v1/slack/channels", { key }),
        () => gateway.call("GET", "/api/v1/tools", { key, headers: { "x-account-id": "customer" } }),
      ];
      const [order] = fc.sample(
        fc.array(fc.integer({ min: 0, max: calls.length - 1 }), { minLength: 30, maxLength: 40 }),
        1,
      );
      await Promise.all((order ?? []).map((at) => calls[at]?.()));
      // With a row of its own, before the others are read.
      const { entries } = (await gateway.call("GET", "/api/v1/usage?limit=100", { key })).json.data;
      const audit = (await gateway.admin("GET", `/audit?user=${userId}&limit=100`)).json.data.entries;
      await gateway.close();
      const events = readFileSync(path, "utf8")
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
      const byId = new Map(events.map((event) => [event.id, event]));
      expect(byId.size).toBe(events.length);
      expect(entries.length).toBeGreaterThan(30);
      for (const entry of entries)
        expect(byId.get(entry.id)).toEqual({ time: entry.timestamp, kind: "call", ...entry, user_id: userId });
      expect(audit.length).toBeGreaterThan(2);
      for (const entry of audit) expect(byId.get(entry.id)).toEqual({ time: entry.timestamp, kind: "audit", ...entry });
      expect(JSON.stringify(events)).not.toContain(SECRET);
      expect(JSON.stringify(events)).not.toContain(key);
      const received = receiver.received("logs");
      for (const { id } of [...entries, ...audit]) expect([id, received.split(id).length - 1]).toEqual([id, 1]);
      expect(received).toContain("gateway.call");
      expect(received).not.toContain(SECRET);
    });

    test("calls go on without collector and disk, and what is dropped is counted", async () => {
      const without = await started("http://127.0.0.1:9", join(folder, "no-such-folder", "activity.jsonl"));
      const { key } = await without.user();
      await without.connect(key, "github");
      for (let i = 0; i < 5; i++) expect((await without.call("GET", `${REPO}/issues`, { key })).status).toBe(200);
      await without.app.deps.activity.close();
      const metrics = await without.call("GET", "/metrics", {
        headers: { authorization: "Bearer admin-token-for-tests" },
      });
      const dropped = (target: string) =>
        Number(
          new RegExp(`gateway_activity_events_total\\{target="${target}",outcome="dropped"\\} (\\d+)`).exec(
            metrics.text,
          )?.[1],
        );
      expect(dropped("file")).toBeGreaterThanOrEqual(5);
      expect(dropped("otlp")).toBeGreaterThanOrEqual(5);
      expect(metrics.text).not.toContain('outcome="written"');
      const lines = without.logLines
        .map((line) => JSON.parse(line))
        .filter(({ event }) => event === "activity_events_dropped");
      expect([...new Set(lines.map(({ target }) => target))].sort()).toEqual(["file", "otlp"]);
      expect(lines.find(({ target }) => target === "file").reason).toBe("ENOENT");
      await without.close();
    });
  });
}
