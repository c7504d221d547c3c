// What doctor says of the collector of traces: nothing without one, and whether it answers.
import { expect, test } from "bun:test";
import { readConfig } from "../../../src/foundation/config/config.ts";
import { checkTelemetry } from "../../../src/operations/doctor/telemetry-check.ts";
import { otlpReceiver } from "../../support/otlp-receiver.ts";

const linesOf = async (env: Record<string, string>) =>
  (await checkTelemetry(readConfig(env), env)).map(
    ({ warning, message }) => `${warning ? "warning" : "ok"} ${message}`,
  );

test("doctor asks the collector, and warns of one that is away or refuses", async () => {
  const receiver = await otlpReceiver();
  const { host } = new URL(receiver.url);
  expect(await linesOf({})).toEqual([]);
  expect(await linesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SDK_DISABLED: "true" })).toEqual([]);
  expect(await linesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/` })).toEqual([
    `ok the collector at ${host} responds`,
  ]);
  await receiver.close();
  const [line] = await linesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  expect(line).toMatch(
    /^warning the collector at 127\.0\.0\.1:\d+ does not respond \(.*\): traces and log lines are lost/,
  );
});
