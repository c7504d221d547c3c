// Work that takes much of the machine: a few pieces at once, and those that wait in turn by whose they are, so that a flood of
// one network's delays nobody else's by more than a piece.
import { AppError } from "../../foundation/errors.ts";

export interface FairQueue {
  /** Runs the work in turn; throws `RATE_LIMITED` where too many wait. */
  run<T>(whose: string, work: () => Promise<T>): Promise<T>;
}

export interface FairQueueOptions {
  /** What is being done, for the sentence that refuses: "passwords are being checked". */
  doing: string;
  atOnce: number;
  /** Pieces that wait: of one, and in all. */
  mostOfOne: number;
  most: number;
  retryAfterSeconds: number;
}

export function createFairQueue({ doing, atOnce, mostOfOne, most, retryAfterSeconds }: FairQueueOptions): FairQueue {
  /** In the order of their turns: an owner who has had one goes to the end. */
  const queued = new Map<string, (() => void)[]>();
  let count = 0;
  let running = 0;
  const enqueue = (whose: string) => {
    const own = queued.get(whose) ?? [];
    if (count >= most || own.length >= mostOfOne) {
      const text = `Too many ${doing} at the same time. Try again in ${retryAfterSeconds} seconds.`;
      throw new AppError("RATE_LIMITED", text, { reason: "gateway_busy" }, retryAfterSeconds);
    }
    count++;
    queued.set(whose, own);
    return new Promise<void>((resolve) => void own.push(resolve));
  };
  /** Hands the slot on, so that nobody who comes just then takes it. */
  const leave = () => {
    const [next] = queued;
    if (!next) {
      running--;
      return;
    }
    const [whose, own] = next;
    const resume = own.shift() as () => void;
    count--;
    queued.delete(whose);
    if (own.length > 0) queued.set(whose, own);
    resume();
  };
  return {
    async run(whose, work) {
      if (running < atOnce) running++;
      else await enqueue(whose);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
