// The places of the activity log: a file, the collector of log lines, both or none.
import { resolve } from "node:path";
import type { SettingValue } from "./config.ts";

export interface ActivitySettings {
  /** The file of JSON lines; null for none. */
  activityFile: string | null;
  activityFileMaxBytes: number;
  /** Whether events go over OTLP too. */
  hasActivityOtlp: boolean;
}

const MAX_MB = 1_024;

export function readActivity(value: SettingValue, hasTelemetry: boolean, errors: string[]): ActivitySettings {
  const file = value("ACTIVITY_LOG_FILE", "process");
  const most = value("ACTIVITY_LOG_MAX_MB", "process");
  const otlp = value("ACTIVITY_LOG_OTLP");
  const megabytes = most === undefined ? MAX_MB : /^\d{1,7}$/.test(most) ? Number(most) : 0;
  if (megabytes < 1) errors.push("ACTIVITY_LOG_MAX_MB must be a whole number of megabytes, 1 or more.");
  if (otlp !== undefined && otlp !== "true" && otlp !== "false")
    errors.push("ACTIVITY_LOG_OTLP must be true or false.");
  if (otlp === "true" && !hasTelemetry)
    errors.push("ACTIVITY_LOG_OTLP needs a collector: set OTEL_EXPORTER_OTLP_ENDPOINT, or remove it.");
  return {
    activityFile: file === undefined ? null : resolve(file),
    activityFileMaxBytes: megabytes * 1024 * 1024,
    hasActivityOtlp: otlp === "true",
  };
}
