// Look-ups of unknown credentials: none that somebody has is refused, and a flood costs a bounded number of statements.
import { describe, expect, test } from "bun:test";
import { createLookUps } from "../../../src/metering/limits/look-ups.ts";
import { createStrangers } from "../../../src/metering/limits/strangers.ts";

const FLOOD = "192.0.2.1";

function stage() {
  let now = 0;
  const strangers = createStrangers(() => now);
  const stored = new Set<string>();
  const counted = { single: 0, together: 0 };
  const rows = (macs: readonly string[]) => macs.filter((mac) => stored.has(mac)).map((mac) => ({ mac }));
  const lookUps = createLookUps<{ mac: string }>({
    strangers,
    work: "refused_key",
    now: () => now,
    async find(macs) {
      counted.single++;
      return rows(macs)[0] ?? null;
    },
    async findAll(macs) {
      counted.together++;
      return rows(macs);
    },
    macOf: ({ mac }) => mac,
  });
  /** As the pipeline does: a look-up that finds nothing is a refusal. */
  const ask = async (mac: string, address: string | null = FLOOD) => {
    const found = await lookUps.of([mac, `old ${mac}`], address);
    if (!found) strangers.count("refused_key", address);
    return found;
  };
  const move = (ms: number) => {
    now += ms;
  };
  return { ask, counted, stored, move, lookUps };
}

describe("look-ups of credentials", () => {
  test("S-105: past the limit 2,000 wrong ones cost a few statements, and every right one between is found", async () => {
    const { ask, counted, stored } = stage();
    for (let i = 0; i < 60; i++) await ask(`first ${i}`);
    expect(counted).toEqual({ single: 60, together: 0 });
    for (let i = 0; i < 100; i++) stored.add(i % 2 ? `good ${i}` : `old good ${i}`);
    let found = 0;
    for (let wave = 0; wave < 10; wave++) {
      const asked = Array.from({ length: 200 }, (_, i) => ask(`bad ${wave} ${i}`));
      for (let i = 0; i < 10; i++) asked.push(ask(`good ${wave * 10 + i}`));
      found += (await Promise.all(asked)).filter((row) => row !== null).length;
    }
    expect(found).toBe(100);
    expect(counted.single).toBe(60);
    expect(counted.together).toBeLessThanOrEqual(10);
  });

  test("S-105: at once they are no more than refusals are left; the others wait and are looked up together", async () => {
    const { ask, counted } = stage();
    await Promise.all(Array.from({ length: 500 }, (_, i) => ask(`bad ${i}`)));
    expect(counted).toEqual({ single: 60, together: 1 });
  });

  test("what nobody has costs one look-up a minute, from any address", async () => {
    const { ask, counted, move } = stage();
    for (let i = 0; i < 10; i++) expect(await ask("bad", `192.0.2.${i}`)).toBeNull();
    expect(counted.single).toBe(1);
    move(60_000);
    await ask("bad");
    expect(counted.single).toBe(2);
  });

  test("of more than 20,000 that nobody has, the one unused for longest is forgotten, so that a flood fills no memory", async () => {
    const { counted, lookUps } = stage();
    for (let i = 0; i <= 20_000; i++) await lookUps.of([`bad ${i}`], FLOOD);
    expect(counted.single).toBe(20_001);
    await lookUps.of(["bad 1"], FLOOD);
    expect(counted.single).toBe(20_001);
    await lookUps.of(["bad 0"], FLOOD);
    expect(counted.single).toBe(20_002);
  });

  test("S-43: one address's flood fills its own queue: another's credential is looked up", async () => {
    const { ask, stored, lookUps } = stage();
    for (let i = 0; i < 60; i++) await ask(`first ${i}`);
    stored.add("good");
    const flood = Array.from({ length: 3_000 }, (_, i) => lookUps.of([`bad ${i}`], FLOOD).catch((error) => error.code));
    expect(await ask("good", "198.51.100.1")).not.toBeNull();
    const refused = (await Promise.all(flood)).filter((code) => code === "RATE_LIMITED");
    expect(refused.length).toBe(2_000);
  });
});
