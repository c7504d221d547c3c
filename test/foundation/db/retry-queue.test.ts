// The retry queue: what can be written is written once and in order, whatever else is refused and however long the database is silent.
import { describe, expect, test } from "bun:test";
import { createRetryQueue } from "../../../src/foundation/db/retry-queue.ts";
import { databaseUnavailable } from "../../../src/foundation/db/timeouts.ts";
import { rejection } from "../../support/rejection.ts";

interface Item {
  id: number;
  key: string;
  kind: "good" | "poisoned" | "bad data";
}

const coded = (code: string) => Object.assign(new Error(`The database says ${code}.`), { code });
/** What the database answers for one item each time: not its data, and not an outage. */
const REFUSALS = [coded("XX000"), databaseUnavailable(coded("54000")), new TypeError("a bug"), coded("53100")];
const SILENCES = [
  databaseUnavailable(coded("ECONNRESET")),
  databaseUnavailable(new Error("The database did not respond in time.")),
  coded("CONNECTION_CLOSED"),
  databaseUnavailable(coded("08006")),
];
const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T;

/** A queue over a database that can fall silent, whose next round comes when the test says so. */
function stage(maxBytes = 1_000) {
  const state = { isSilent: false, tries: 0 };
  const written: Item[] = [];
  const lost: Item[] = [];
  const refused: Item[][] = [];
  const told: string[] = [];
  const retries: (() => void)[] = [];
  const queue = createRetryQueue<Item>(
    {
      async write(item) {
        state.tries++;
        await Promise.resolve();
        if (state.isSilent) throw pick(SILENCES, state.tries);
        if (item.kind === "bad data") throw coded("22021");
        if (item.kind === "poisoned") throw pick(REFUSALS, item.id);
        written.push(item);
      },
      keyOf: ({ key }) => key,
      sizeOf: () => 1,
      maxBytes,
      onBehind: () => told.push("behind"),
      onCaughtUp: () => told.push("caught up"),
      onRefused: (items) => refused.push([...items]),
      onLost: (items) => lost.push(...items),
    },
    (work) => void retries.push(work),
  );
  const settled = async () => {
    for (let i = 0; i < 400; i++) await Promise.resolve();
  };
  const round = async () => {
    for (const work of retries.splice(0)) work();
    await settled();
  };
  let ids = 0;
  const add = (kind: Item["kind"], key = `own ${ids}`, error: unknown = SILENCES[0]): Item => {
    const item = { id: ids++, key, kind };
    queue.enqueue(item, error);
    return item;
  };
  return { queue, state, written, lost, refused, told, retries, round, settled, add };
}

/** The same numbers for the same seed, from 0 to 1 (mulberry32). */
function randomOf(seed: number) {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("R-06: the retry queue", () => {
  test("over random sequences writes each good item once, in order for each key, and no refused one keeps another", async () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = randomOf(seed);
      const { queue, state, written, lost, retries, round, settled, add } = stage();
      const added: Item[] = [];
      for (let step = 0; step < 60; step++) {
        const at = random();
        if (at < 0.5) {
          const kind = pick(["good", "good", "good", "poisoned", "bad data"] as const, Math.floor(random() * 5));
          // Refused ones have keys of their own: items of one key are written in order, and would wait for them.
          const key = kind === "poisoned" ? undefined : `key ${Math.floor(random() * 6)}`;
          added.push(add(kind, key));
        } else if (at < 0.65) state.isSilent = !state.isSilent;
        else if (at < 0.85) await round();
        else {
          const flushed = queue.flush(pick(added, Math.floor(random() * 60))?.key ?? "none");
          // Beside it another round and further items.
          if (random() < 0.5) void round();
          await flushed.catch(() => {});
        }
      }
      await settled();
      state.isSilent = false;
      if (queue.size > 0) expect([seed, retries.length]).toEqual([seed, 1]);
      await round();
      const of = (kind: Item["kind"]) => added.filter((item) => item.kind === kind);
      const byKey = (items: readonly Item[]) => Object.groupBy(items, ({ key }) => key);
      expect([seed, byKey(written)]).toEqual([seed, byKey(of("good"))]);
      expect([seed, lost.length, queue.size]).toEqual([seed, of("bad data").length, of("poisoned").length]);
      await queue.drain();
      expect([seed, lost.length]).toEqual([seed, of("bad data").length + of("poisoned").length]);
    }
  });

  test("a silent database is asked once a round, and another key each time", async () => {
    const { state, written, round, add } = stage();
    state.isSilent = true;
    for (let i = 0; i < 50; i++) add("good");
    for (let i = 1; i <= 5; i++) {
      await round();
      expect(state.tries).toBe(i);
    }
    state.isSilent = false;
    await round();
    expect(written).toHaveLength(50);
    expect(written[0]?.id).toBe(5);
  });

  test("the flush of a refused item fails for its key, and for no other", async () => {
    const { queue, written, add } = stage();
    const poisoned = add("poisoned", "ada");
    const good = add("good", "grace");
    expect(await rejection(queue.flush("ada"))).toBe(pick(REFUSALS, poisoned.id));
    await queue.flush("grace");
    await queue.flush("nobody");
    expect([written, queue.has("ada"), queue.has("grace")]).toEqual([[good], true, false]);
  });

  test("refused items are told once for all rounds of a minute, and the queue is not taken for silent", async () => {
    const { queue, refused, told, round, add } = stage();
    const poisoned = [add("poisoned"), add("poisoned")];
    for (let i = 0; i < 10; i++) await round();
    expect([refused, told, queue.isSilent]).toEqual([[poisoned], ["behind"], false]);
  });

  test("at the bound refused items give way to a new one; where none is refused, the new one is lost", async () => {
    const { queue, lost, round, add } = stage(3);
    const poisoned = add("poisoned");
    await round();
    add("good", "a");
    add("good", "b");
    add("good", "c");
    expect([lost, queue.size]).toEqual([[poisoned], 3]);
    const last = add("good", "d");
    expect([lost, queue.size]).toEqual([[poisoned, last], 3]);
  });
});
