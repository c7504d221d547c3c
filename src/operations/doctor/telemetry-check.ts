// Whether the collector of traces and log lines answers.
import type { Config, Environment } from "../../foundation/config/config.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { type Check, passed, warned } from "./check.ts";

const TIMEOUT_MS = 3_000;
const CHECK = "telemetry";

/** Sends no spans: an empty body is an empty request, which collectors accept. Any status below 500 is an answer. */
export async function checkTelemetry(
  { hasTelemetry }: Pick<Config, "hasTelemetry">,
  env: Environment,
): Promise<Check[]> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  if (!hasTelemetry || !endpoint) return [];
  const { host } = new URL(endpoint);
  const remedy = "traces and log lines are lost until then; calls still work";
  try {
    const { status } = await fetch(`${endpoint.replace(/(?<!\/)\/+$/, "")}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status < 500 && status !== 404) return [passed(CHECK, `the collector at ${host} responds`)];
    return [warned(CHECK, `the collector at ${host} does not accept traces (status ${status}): ${remedy}`)];
  } catch (error) {
    const why = sqlStateOf(error) ?? (error as Error).name;
    return [warned(CHECK, `the collector at ${host} does not respond (${why}): ${remedy}`)];
  }
}
