// What replicas tell of their settings: enough to see that they differ, and nothing of a value.
import { describe, expect, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Environment, inspectConfig } from "../../../src/foundation/config/config.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { comparedParts, fingerprintsOf, KEY_ITSELF } from "../../../src/operations/cluster/fingerprints.ts";
import { newFolder } from "../../support/gateway-process.ts";

const ringOf = (...keys: [id: string, fill: number][]) =>
  createVault(
    parseKeyRing(keys.map(([id, fill]) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`).join()) as KeyRing,
  );
const OLD = ringOf(["k1", 1]);
const BOTH = ringOf(["k2", 2], ["k1", 1]);
const OTHER_BYTES = ringOf(["k1", 3]);
const NONE = new Map<string, string>();
const partsOf = (env: Environment, providers = [{ id: "github" }], added: ReadonlyMap<string, string> = NONE) =>
  comparedParts({ config: inspectConfig(env).config, providers, added });
const ofOld = (env: Environment) => fingerprintsOf(OLD, partsOf(env)).k1 ?? {};

/** Settings that each process may have for itself. */
const OWN = [
  ...["PORT", "HOST", "ADMIN_PORT", "ADMIN_HOST", "DATA_DIR", "DATABASE_URL", "TLS_CERT_FILE", "TLS_KEY_FILE"],
  ...["LOG_LEVEL", "LOG_FILE", "LOG_FILE_MAX_BYTES", "LOG_FILE_KEEP", "ACTIVITY_LOG_FILE", "ACTIVITY_LOG_MAX_MB"],
  ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_SDK_DISABLED"],
  ...["GATEWAY_SECRET_KEYS", "GATEWAY_PROVIDERS_FILE", "GATEWAY_PLUGINS_DIR", "GATEWAY_OPERATOR_TOKEN"],
  ...["GATEWAY_RELEASES_FROM", "GATEWAY_MIGRATION_WAIT_SECONDS"],
];

describe("fingerprints of replicas", () => {
  test("every setting is compared, but those that each process may have for itself", () => {
    // Without a collector nobody reads whether it is switched off.
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
    const { settings } = inspectConfig(env).config;
    const compared = [...partsOf(env).keys()].filter((name) => !name.startsWith("provider "));
    expect([...compared].sort()).toEqual(settings.filter((name) => !OWN.includes(name)).sort());
    for (const name of OWN) expect(settings).toContain(name);
    expect(compared).toEqual(expect.arrayContaining(["BASE_URL", "GATEWAY_ADMIN_TOKEN", "SMTP_URL", "TRUST_PROXY"]));
  });

  test("I-7: no setting's value, plain or hashed without the ring, is in them", () => {
    const { settings } = inspectConfig({}).config;
    const canaryOf = (name: string) => `canary-${name.toLowerCase()}-0123456789abcdef`;
    const env = Object.fromEntries(
      [...settings, "GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"]
        .filter((name) => name !== "GATEWAY_PROVIDERS_FILE")
        .map((name) => [name, canaryOf(name)]),
    );
    const prints = fingerprintsOf(BOTH, partsOf(env));
    expect(Object.keys(prints)).toEqual(["k1", "k2"]);
    const text = JSON.stringify(prints);
    for (const value of Object.values(env)) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(createHash("sha256").update(value).digest("hex").slice(0, 16));
    }
    for (const byName of Object.values(prints))
      for (const print of Object.values(byName)) if (print !== null) expect(print).toMatch(/^[0-9a-f]{32}$/);
  });

  test("a short value cannot be found by trying all, without the ring's key", () => {
    const print = ofOld({ GATEWAY_INBOX_DAYS: "30" }).GATEWAY_INBOX_DAYS as string;
    const text = (days: number) => JSON.stringify(["replica", "GATEWAY_INBOX_DAYS", String(days)]);
    const guesses = Array.from({ length: 400 }, (_, days) => text(days));
    for (const guess of guesses) {
      expect(createHash("sha256").update(guess).digest("hex")).not.toStartWith(print);
      expect(createHmac("sha256", "k1").update(guess).digest("hex")).not.toStartWith(print);
    }
    // Whoever has the ring can compute it, as the replicas do.
    expect(guesses.flatMap((guess) => OLD.macs(guess)).filter((mac) => mac.startsWith(`k1.${print}`))).toHaveLength(1);
  });

  test("rings that share a key compare by it, and other bytes under the same id show", () => {
    const env = { GATEWAY_INBOX_DAYS: "30" };
    const [old, both, other] = [OLD, BOTH, OTHER_BYTES].map((vault) => fingerprintsOf(vault, partsOf(env)));
    expect(both?.k1).toEqual(old?.k1 ?? {});
    expect(other?.k1?.[KEY_ITSELF]).not.toBe(old?.k1?.[KEY_ITSELF]);
    expect(both?.k1?.GATEWAY_INBOX_DAYS).not.toBe(both?.k2?.GATEWAY_INBOX_DAYS);
    expect(old?.k1?.SMTP_URL).toBeNull();
  });

  test("one value has another fingerprint at each setting", () => {
    const prints = ofOld({ GATEWAY_INBOX_DAYS: "30", GATEWAY_AUDIT_DAYS: "30" });
    expect(prints.GATEWAY_INBOX_DAYS).not.toBe(prints.GATEWAY_AUDIT_DAYS);
  });

  test("a provider's settings are compared as a whole, wherever they come from", () => {
    const file = join(newFolder(), "providers.json");
    writeFileSync(file, JSON.stringify({ github: { clientSecret: "s", clientId: "i" } }));
    const byFile = ofOld({ GATEWAY_PROVIDERS_FILE: file });
    const byEnvironment = ofOld({ GITHUB_CLIENT_ID: "i", GITHUB_CLIENT_SECRET: "s" });
    expect(byFile["provider github"]).toBe(byEnvironment["provider github"] as string);
    expect(byFile["provider github"]).toMatch(/^[0-9a-f]{32}$/);
    expect(ofOld({ GITHUB_CLIENT_ID: "i", GITHUB_CLIENT_SECRET: "t" })["provider github"]).not.toBe(
      byFile["provider github"] as string,
    );
    expect(ofOld({})["provider github"]).toBeNull();
  });
});
