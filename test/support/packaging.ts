// What the packages of docs/ and compose.yaml are held against: every setting of the program.
import { readConfig } from "../../src/foundation/config/config.ts";

/** The further names are read only where the first is set. */
const program = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" });

/** Every setting of the program, a provider's as well, and what the runtime and the SDK of traces read themselves. */
export const SETTINGS: readonly string[] = [
  ...program.settings,
  "GOOGLE_CLIENT_ID",
  "SLACK_CLIENT_SECRET",
  "GITHUB_WEBHOOK_SECRET",
  "DISCORD_BOT_TOKEN",
  "GOOGLE_EVENTS",
  "OTEL_SERVICE_NAME",
  "HTTPS_PROXY",
  "NODE_EXTRA_CA_CERTS",
];

/** A text that is no package's own value. */
export const GIVEN = "given by the operator";
