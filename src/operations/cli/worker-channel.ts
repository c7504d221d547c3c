// What a worker of `gateway serve --workers` and its supervisor tell each other, over the channel that they share.
import type { RunningGateway } from "../../server/start.ts";

/** Sent once, by a worker that serves. */
export interface Ready extends Pick<RunningGateway, "url" | "listening" | "adminListening" | "database"> {
  /** The link with which the first owner of the dashboard signs up; null if there is already a person. */
  /** Set while the dashboard has nobody: the first owner's link, or null where a command prints it. */
  owner: { link: string | null } | null;
}

export interface WorkerOptions {
  number: number;
  /** Whether others listen at its addresses already. */
  joins: boolean;
}

/** The words of a worker's command line; `workerOptions` reads them. */
export function workerWords({ number, joins }: WorkerOptions): string[] {
  return ["--worker", String(number), ...(joins ? ["--joins"] : [])];
}

/** Null in a process that is no worker. */
export function workerOptions(options: Record<string, unknown>): WorkerOptions | null {
  return options.worker === undefined ? null : { number: Number(options.worker), joins: options.joins === true };
}

export function reportReady(ready: Ready): void {
  process.send?.(ready);
}

/** Resolves when the supervisor is gone, however it died: a worker without one would serve for ever. */
export function supervisorGone(): Promise<void> {
  return new Promise((resolve) => void process.once("disconnect", () => resolve()));
}
