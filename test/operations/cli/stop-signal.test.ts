// Which signals stop a process, which are ignored, and which end it at once.
import { describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { KEY_PRESS_MS, STUCK_MS, stopSignal } from "../../../src/foundation/platform/stop-signal.ts";

/** A process with a manual clock. */
function signalled({
  isInteractive = false,
  onHangUp = null,
}: {
  isInteractive?: boolean;
  onHangUp?: (() => void) | null;
} = {}) {
  const signals = new EventEmitter();
  const exits: number[] = [];
  const timers: { at: number; work: () => void }[] = [];
  let now = 0;
  let isStopping = false;
  const stopped = stopSignal(
    {
      on: (signal, listener) => signals.on(signal, listener),
      exit: (code) => void exits.push(code),
      after: (ms, work) => void timers.push({ at: now + ms, work }),
      isInteractive,
    },
    onHangUp,
  );
  stopped.then(() => {
    isStopping = true;
  });
  return {
    exits,
    stopped,
    isStopping: () => isStopping,
    send: (...names: string[]) => {
      for (const name of names) signals.emit(name);
    },
    pass: (ms: number) => {
      now += ms;
      for (const { work } of timers.filter(({ at }) => at <= now)) work();
    },
  };
}

describe("R-44: a stop signal", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s resolves it, and nothing before", async (signal) => {
    const { isStopping, stopped, exits, send } = signalled();
    await Promise.resolve();
    expect(isStopping()).toBe(false);
    send(signal);
    await stopped;
    expect(exits).toEqual([]);
  });

  test("further SIGTERMs and SIGHUPs, the first SIGINT after them, and repeats of the same key press change nothing", () => {
    const { exits, pass, send } = signalled();
    send("SIGTERM", "SIGTERM", "SIGHUP");
    pass(KEY_PRESS_MS);
    send("SIGTERM", "SIGHUP", "SIGINT", "SIGINT");
    pass(KEY_PRESS_MS - 1);
    send("SIGINT", "SIGTERM");
    expect(exits).toEqual([]);
  });

  test("the next key press exits at once with 130", () => {
    const { exits, pass, send } = signalled();
    send("SIGINT");
    pass(KEY_PRESS_MS);
    send("SIGTERM");
    expect(exits).toEqual([]);
    send("SIGINT");
    expect(exits).toEqual([130]);
  });

  test("after the limit any signal exits", () => {
    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGHUP", 129],
      ["SIGINT", 130],
    ] as const) {
      const { exits, pass, send } = signalled();
      send("SIGTERM");
      pass(STUCK_MS);
      send(signal);
      expect(exits).toEqual([code]);
    }
  });

  test("SIGHUP stops nothing where a service says what it does instead, however often, and SIGTERM still stops", async () => {
    let hangUps = 0;
    const { isStopping, stopped, exits, pass, send } = signalled({ onHangUp: () => void hangUps++ });
    send("SIGHUP", "SIGHUP");
    await Promise.resolve();
    expect([isStopping(), hangUps]).toEqual([false, 2]);
    send("SIGTERM");
    await stopped;
    pass(STUCK_MS);
    send("SIGHUP");
    expect([hangUps, exits]).toEqual([3, []]);
  });

  test("SIGHUP of a terminal that hangs up stops a service too", async () => {
    let hangUps = 0;
    const { stopped, send } = signalled({ isInteractive: true, onHangUp: () => void hangUps++ });
    send("SIGHUP");
    await stopped;
    expect(hangUps).toBe(0);
  });
});
