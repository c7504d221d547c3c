// How long a gateway on this thread lets others wait while it does something with a request from another thread.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Sent } from "./sender.worker.ts";

export type { Sent };

/** Milliseconds between two looks; the event loop's own turns are shorter. */
const EVERY_MS = 1;

export interface Silence {
  /** The longest time between two turns of the event loop, in milliseconds. */
  wall: number;
  /** The most of this thread's own time between two turns, to which other processes add nothing. */
  cpu: number;
  status: number;
  text: string;
}

export interface Sender {
  /** Sends the request, and watches this thread until its response has come; garbage of what was before may be collected first. */
  send(request: Sent, collects?: boolean): Promise<Silence>;
  close(): Promise<unknown>;
}

export function startSender(): Sender {
  const worker = new Worker(new URL("./sender.worker.ts", import.meta.url));
  return {
    async send(request, collects = false) {
      worker.postMessage(request, [request.body.buffer]);
      await once(worker, "message");
      // What made the body may else be collected while somebody waits.
      if (collects) Bun.gc(true);
      const stop = watch();
      worker.postMessage("send");
      const [response] = (await once(worker, "message")) as [Pick<Silence, "status" | "text">];
      return { ...stop(), ...response };
    },
    close: () => worker.terminate(),
  };
}

function watch(): () => Pick<Silence, "wall" | "cpu"> {
  const longest = { wall: 0, cpu: 0 };
  let last = { wall: performance.now(), cpu: ownTime() };
  const look = () => {
    const now = { wall: performance.now(), cpu: ownTime() };
    longest.wall = Math.max(longest.wall, now.wall - last.wall);
    longest.cpu = Math.max(longest.cpu, now.cpu - last.cpu);
    last = now;
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

/** This thread's CPU time in milliseconds. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
