// A gateway in a process of its own that is ended and started anew when its files change; callers wait meanwhile at the front.
import type { ChildProcess } from "node:child_process";
import { clearTimeout, setTimeout } from "node:timers";
import type { Front } from "./dev-front.ts";

/** An editor writes a file in several steps, and several files at once. */
const SETTLE_MS = 150;
/** A gateway that stops for longer is ended. */
const KILL_MS = 5_000;

export interface RestartingProcess {
  start(): void;
  /** Starts anew once the files have come to rest. */
  request(): void;
  /** Ends it for good. */
  stop(): Promise<void>;
}

export interface RestartingOptions {
  spawn(): ChildProcess;
  /** Is given each new process, and lets the front follow it once it listens. */
  begin(own: ChildProcess): void;
  front: Pick<Front, "wait" | "follow">;
  say(text: string): void;
}

export function restartingProcess({ spawn, begin, front, say }: RestartingOptions): RestartingProcess {
  let child: ChildProcess | null = null;
  let isRestarting = false;
  let isRequested = false;
  let isStopping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const start = () => {
    const own = spawn();
    child = own;
    begin(own);
    own.once("exit", (code) => {
      if (own !== child || isRestarting || isStopping) return;
      say(`The gateway ended with ${code}. Waiting for a change.`);
      front.wait();
      front.follow(null);
    });
  };
  // In order: the embedded database takes one process at a time.
  const end = async () => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((done) => ending.once("exit", done));
    const killing = setTimeout(() => ending.kill("SIGKILL"), KILL_MS);
    ending.kill("SIGTERM");
    await ended;
    clearTimeout(killing);
  };
  const restart = async (): Promise<void> => {
    if (isStopping) return;
    isRequested = isRestarting;
    if (isRestarting) return;
    isRestarting = true;
    front.wait();
    await end();
    isRestarting = false;
    if (isRequested) return restart();
    if (!isStopping) start();
  };
  return {
    start,
    request() {
      clearTimeout(timer);
      timer = setTimeout(() => void restart(), SETTLE_MS);
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await end();
    },
  };
}
