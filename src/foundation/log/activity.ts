// The activity log: each finished call and each entry of the audit log as an event of its own, for systems that watch over security.
import type { Metrics } from "../metrics/metrics.ts";
import type { Log, LogFields } from "./log.ts";
import { onceAMinute } from "./once-a-minute.ts";

export interface ActivityEvent {
  kind: "call" | "audit";
  /** Unix milliseconds. */
  at: number;
  /** As the API has it, without secrets. */
  fields: LogFields;
}

/** A place that events go to; it never makes anybody wait. */
export interface ActivityTarget {
  write(event: ActivityEvent): void;
  /** Sends what is queued, within two seconds. */
  close(): Promise<void>;
}

export interface ActivityReport {
  written(events: number): void;
  /** `reason` is a code, never a message. */
  dropped(events: number, reason: string): void;
}

export interface ActivityTargetOption {
  name: "file" | "otlp";
  open(report: ActivityReport): ActivityTarget;
}

export interface Activity extends Pick<ActivityTarget, "close"> {
  /** `make` is called only where there is a target. */
  write(make: () => ActivityEvent): void;
}

/** To all of the targets; what one of them drops is counted, and named in the log once a minute. */
export function createActivity(
  options: readonly ActivityTargetOption[],
  { log, metrics }: { log: Log; metrics: Pick<Metrics, "activityEvents"> },
): Activity {
  const targets = options.map(({ name, open }) => {
    let unreported = 0;
    const line = (reason: string) => {
      log.warn("activity_events_dropped", { target: name, events: unreported, reason });
      unreported = 0;
    };
    const lineOnceAMinute = onceAMinute(line);
    const target = open({
      written: (events) => metrics.activityEvents(name, "written", events),
      dropped(events, reason) {
        metrics.activityEvents(name, "dropped", events);
        unreported += events;
        lineOnceAMinute(reason);
      },
    });
    return {
      write: target.write,
      async close() {
        await target.close();
        if (unreported > 0) line("closed");
      },
    };
  });
  return {
    write(make) {
      if (targets.length === 0) return;
      const event = make();
      for (const target of targets) target.write(event);
    },
    async close() {
      await Promise.all(targets.map((target) => target.close()));
    },
  };
}

export const CLOSE_MS = 2_000;
/** Resolves with `work`, or when the process must not wait any longer. */
export async function withinClose(work: Promise<unknown>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([work, late]);
}
