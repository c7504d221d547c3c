// docs/operate/settings.md has the program's own names, defaults and bounds, and cluster.md which settings are a process's own.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type Environment, inspectConfig } from "../../src/foundation/config/config.ts";
import { PROVIDER_SETTINGS } from "../../src/foundation/config/provider-settings.ts";

const page = (name: string) => readFileSync(new URL(`../../docs/operate/${name}.md`, import.meta.url), "utf8");

/** What other settings need, so that all are read. */
const COMPLETE: Environment = {
  OIDC_ISSUERS: "staff",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
  LOG_FILE: "/tmp/gateway.log",
};
/** Read for more than one place: the issuer of a name has the settings of the first one. */
const isOfNamedIssuer = (name: string) => name.startsWith("OIDC_STAFF_");

const ROWS = page("settings")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
  .map(([names = "", defaults = "", , refused = ""]) => ({
    names: codes(names),
    defaults: codes(defaults),
    isLiteral: /^(?:`[^`]+`(?:, )?)+$/.test(defaults),
    refused,
  }));

function codes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}

const NAMES = ROWS.flatMap(({ names }) => names);
const isOfProvider = (name: string) => name.startsWith("<ID>_");

/** The configuration without what only repeats the environment. */
function configOf(env: Environment): object {
  const { settings: _, sharedSettings: __, provider: ___, placeOf: ____, ...config } = inspectConfig(env).config;
  return config;
}

const errorsOf = (env: Environment) => inspectConfig(env).errors;

describe("docs/operate/settings.md", () => {
  test("names every setting that the program reads, and no other", () => {
    const { config } = inspectConfig(COMPLETE);
    const read = config.settings.filter((name) => !isOfNamedIssuer(name));
    expect(read.length).toBeGreaterThan(60);
    expect(read.filter((name) => !NAMES.includes(name))).toEqual([]);
    const elsewhere = new Set(["OTEL_SDK_DISABLED", "OTEL_EXPORTER_OTLP_PROTOCOL"]);
    const unknown = NAMES.filter((name) => !isOfProvider(name) && !read.includes(name) && !elsewhere.has(name));
    expect(unknown).toEqual([]);
    const ofProviders = PROVIDER_SETTINGS.map((setting) => `<ID>_${setting}`);
    expect(NAMES.filter(isOfProvider).sort()).toEqual([...ofProviders, "<ID>_<NAME>"].sort());
  });

  /** Those with a value for each name. */
  const literal = ROWS.filter(({ names, defaults, isLiteral }) => isLiteral && defaults.length === names.length);
  test.each(literal.map(({ names, defaults }) => [names.join(), names, defaults] as const))(
    "has the default of %s",
    (_title, names, defaults) => {
      // With a place for backups and a log file, whose own settings count for nothing without.
      const place = { GATEWAY_BACKUP_DIR: "/backups", LOG_FILE: "/tmp/gateway.log" };
      const given = Object.fromEntries(names.map((name, i) => [name, defaults[i]]));
      expect(errorsOf({ ...place, ...given })).toEqual(errorsOf(place));
      expect(configOf({ ...place, ...given })).toEqual(configOf(place));
    },
  );

  const bounded = ROWS.flatMap(({ names: [name = ""], refused }) => {
    const [, least, most] = /from (\d+) to (\d+)/.exec(refused) ?? [];
    return least === undefined ? [] : [[name, Number(least), Number(most)] as const];
  });
  test.each(bounded)("has the least and the greatest value of %s: %i to %i", (name, least, most) => {
    const before = errorsOf({}).length;
    const isRefused = (value: number) => errorsOf({ [name]: String(value) }).length > before;
    expect([least - 1, least, most, most + 1].map(isRefused)).toEqual([true, false, false, true]);
  });

  test("has defaults and bounds at all", () => {
    expect(literal.length).toBeGreaterThan(20);
    expect(bounded.length).toBeGreaterThan(8);
  });
});

/** In the text of cluster.md: "and its bounds", "the collector's address" and such. */
const DESCRIBED = [
  ...["LOG_FILE_MAX_BYTES", "LOG_FILE_KEEP", "ACTIVITY_LOG_MAX_MB", "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ...["OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_SDK_DISABLED", "GATEWAY_PROVIDERS_FILE", "GATEWAY_PLUGINS_DIR"],
  // The ring is compared apart from the settings.
  "GATEWAY_SECRET_KEYS",
];

test("docs/operate/cluster.md names the settings that a process may have for itself, and no other", () => {
  const { config } = inspectConfig(COMPLETE);
  const own = config.settings.filter((name) => !config.sharedSettings.has(name));
  const [paragraph = ""] = page("cluster")
    .split("\n\n")
    .filter((text) => text.startsWith("Not compared is"));
  expect([...codes(paragraph), ...DESCRIBED].sort()).toEqual([...own].sort());
});
