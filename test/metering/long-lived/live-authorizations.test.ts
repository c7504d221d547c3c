// Rights: checked at every notice that may concern them, ended once where they are lost, kept while the database is gone.
import { describe, expect, test } from "bun:test";
import {
  createLiveAuthorizations,
  type LiveAuthorization,
} from "../../../src/metering/long-lived/live-authorizations.ts";
import { testClock } from "../../support/clock.ts";
import { until } from "../../support/until.ts";

/** Long enough for everything that is queued, without a timer. */
const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

function stage() {
  const watchers: { tables: readonly string[]; onChange: (id: string | null) => void }[] = [];
  const clock = testClock();
  const rights = createLiveAuthorizations(
    { watch: (tables, onChange) => void watchers.push({ tables, onChange }) },
    clock,
  );
  const notice = (table: string, id: string | null) => {
    for (const { tables, onChange } of watchers) if (tables.includes(table)) onChange(id);
  };
  const watched = (more: Partial<LiveAuthorization> = {}) => {
    const state = { isValid: true as boolean | "gone", checks: 0, ends: 0 };
    const stop = rights.watch({
      userId: "user",
      expiresAt: null,
      async isValid() {
        state.checks++;
        if (state.isValid === "gone") throw new Error("The database is gone.");
        return state.isValid;
      },
      end: () => void state.ends++,
      ...more,
    });
    return { state, stop };
  };
  return { clock, rights, notice, watched };
}

describe("rights", () => {
  test("S-39: a lost right ends what lives under it, once, and is watched no more", async () => {
    const { rights, notice, watched } = stage();
    const { state } = watched();
    state.isValid = false;
    notice("api_keys", "user");
    notice("users", "user");
    await settled();
    expect([state.ends, rights.count()]).toEqual([1, 0]);
    notice("api_keys", null);
    await settled();
    expect(state.ends).toBe(1);
  });

  test("a notice about others costs no check; one for everybody, or about the person, costs one", async () => {
    const { notice, watched } = stage();
    const { state } = watched({ personId: "person" });
    notice("api_keys", "other");
    notice("people_sessions", "other");
    notice("integrations", "user");
    await settled();
    expect(state.checks).toBe(0);
    notice("people", "person");
    await settled();
    notice("partners", null);
    await settled();
    expect([state.checks, state.ends]).toEqual([2, 0]);
  });

  test("S-39: a notice that comes during a check is followed by another check", async () => {
    const { notice, watched } = stage();
    const first = Promise.withResolvers<boolean>();
    const answers: (boolean | Promise<boolean>)[] = [first.promise, false];
    let ends = 0;
    watched({ isValid: async () => answers.shift() as boolean, end: () => void ends++ });
    notice("api_keys", "user");
    await settled();
    notice("api_keys", "user");
    first.resolve(true);
    await settled();
    expect(ends).toBe(1);
  });

  test("a right stays while the database cannot tell, and ends when it can", async () => {
    const { notice, watched } = stage();
    const { state } = watched();
    state.isValid = "gone";
    notice("api_keys", null);
    await settled();
    expect(state.ends).toBe(0);
    state.isValid = false;
    notice("api_keys", null);
    await settled();
    expect(state.ends).toBe(1);
  });

  test("a right with an end ends by the clock, without a notice or a check", async () => {
    const { clock, watched } = stage();
    const { state } = watched({ expiresAt: clock.now() + 3_600_000 });
    clock.move(3_600_000);
    await until(() => state.ends === 1, 10_000);
    expect(state.checks).toBe(0);
  });

  test("what is released is not ended, and a thousand at once are checked a few at a time", async () => {
    const { rights, notice, watched } = stage();
    let running = 0;
    let most = 0;
    const all = Array.from({ length: 1_000 }, () =>
      watched({
        async isValid() {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          return true;
        },
      }),
    );
    notice("tiers", null);
    notice("users", null);
    await until(() => running === 0, 10_000);
    expect(most).toBeLessThanOrEqual(16);
    for (const { stop } of all) stop();
    expect(rights.count()).toBe(0);
  });
});
