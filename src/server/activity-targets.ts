// The places of the activity log that the operator has set.

import type { Config } from "../foundation/config/config.ts";
import type { ActivityTargetOption } from "../foundation/log/activity.ts";
import { openActivityFile } from "../foundation/log/activity-file.ts";

type Settings = Pick<Config, "activityFile" | "activityFileMaxBytes" | "hasActivityOtlp">;

/** Loads OpenTelemetry only where it is used. */
export async function activityTargets(settings: Settings): Promise<ActivityTargetOption[]> {
  const { activityFile: path, activityFileMaxBytes: maxBytes, hasActivityOtlp } = settings;
  const targets: ActivityTargetOption[] = [];
  if (path !== null) targets.push({ name: "file", open: (report) => openActivityFile({ path, maxBytes }, report) });
  if (hasActivityOtlp) {
    const { openOtelActivity } = await import("../foundation/tracing/otel-activity.ts");
    targets.push({ name: "otlp", open: openOtelActivity });
  }
  return targets;
}
