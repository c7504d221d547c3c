// The signal of new events: at once in the process that published them, and soon on every other replica.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

for (const lane of LANES) {
  describe(`the signal of new events, ${lane}`, () => {
    let gateway: TestGateway;
    let replica: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      replica = await startTestGateway({ lane, database: gateway.database });
    });
    afterAll(async () => {
      await replica.close();
      await gateway.close();
    });

    test("names the user here at once, there within a moment, and all users where there are many", async () => {
      const here: (string | null)[] = [];
      const there: (string | null)[] = [];
      const stops = [
        gateway.app.deps.events.subscribe((user) => here.push(user)),
        replica.app.deps.events.subscribe((user) => there.push(user)),
      ];
      const user = crypto.randomUUID();
      gateway.app.deps.events.published(new Set([user]));
      expect(here).toEqual([user]);
      await until(() => there.includes(user), 5_000);
      gateway.app.deps.events.published(new Set(Array.from({ length: 101 }, () => crypto.randomUUID())));
      await until(() => there.includes(null), 5_000);
      for (const stop of stops) stop();
      const [before] = [here.length];
      gateway.app.deps.events.published(new Set([user]));
      expect(here).toHaveLength(before);
      expect(gateway.logLines.join("\n")).not.toContain("event_signal_failed");
    });
  });
}
