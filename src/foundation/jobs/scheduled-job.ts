// A job that runs at fixed minutes, once in the cluster.

export interface ScheduledJob {
  /** The name of its queue, also in the log. */
  name: string;
  /** The queue's name in the version before, whose runs this version still works. */
  previousName?: string;
  /** Its runs begin at minutes of the hour that this divides. */
  everyMinutes: 1 | 2 | 5 | 10 | 15 | 30 | 60;
  /** Afterwards the run counts as failed, and another may begin. */
  timeoutSeconds: number;
  /** Repeatable: a run whose process dies is run again. `signal` ends with the time-out and when the process stops. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** The schedule in cron's words. */
export function cronOf({ everyMinutes }: Pick<ScheduledJob, "everyMinutes">): string {
  if (everyMinutes === 60) return "0 * * * *";
  return everyMinutes === 1 ? "* * * * *" : `*/${everyMinutes} * * * *`;
}
