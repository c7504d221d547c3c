// Secrets that a gateway on the embedded database generates: once, and readable by its user alone.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { loadOrMakeSecrets } from "../../../src/foundation/vault/secrets-file.ts";

const NOTHING = { keyRing: null, adminToken: null };
const keyRing = parseKeyRing(`mine:${Buffer.alloc(32, 5).toString("base64")}`) as KeyRing;
const adminToken = "an-admin-token-of-mine";

describe("secrets file", () => {
  let parent: string;
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "gateway-secrets-"));
    dataDir = join(parent, "new", "data");
    file = join(dataDir, "secrets.json");
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  test("S-53: missing secrets are generated once, readable by the owner alone, and read at the next start", () => {
    const made = loadOrMakeSecrets(dataDir, NOTHING);
    expect(made.keyRing.map((key) => key.id)).toEqual(["k1"]);
    expect(made.adminToken).toMatch(/^adm_[\w-]{43}$/);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe("700");
    const text = readFileSync(file, "utf8");
    expect(loadOrMakeSecrets(dataDir, NOTHING)).toEqual(made);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("a process that dies while it writes leaves no file, and the next start generates one", () => {
    const module = JSON.stringify(
      fileURLToPath(new URL("../../../src/foundation/vault/secrets-file.ts", import.meta.url)),
    );
    const program = `import { loadOrMakeSecrets } from ${module};
      console.log("loaded");
      loadOrMakeSecrets(${JSON.stringify(dataDir)}, { keyRing: null, adminToken: null });`;
    // The system ends or refuses every write to a file.
    const killed = spawnSync("sh", ["-c", 'ulimit -f 0; exec "$@"', "sh", process.execPath, "-e", program], {
      encoding: "utf8",
    });
    expect([killed.stdout, killed.status === 0]).toEqual(["loaded\n", false]);
    expect(existsSync(file)).toBe(false);
    const made = loadOrMakeSecrets(dataDir, NOTHING);
    expect(loadOrMakeSecrets(dataDir, NOTHING)).toEqual(made);
    expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
  });

  test("an unfinished file is not used, and its mode does not stay", () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, '{"secret_keys": "k1:', { mode: 0o644 });
    loadOrMakeSecrets(dataDir, NOTHING);
    expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  });

  test("two gateways generate different secrets", () => {
    const made = [join(parent, "a"), join(parent, "b")].map((folder) => loadOrMakeSecrets(folder, NOTHING));
    expect(new Set(made.map((secrets) => secrets.adminToken)).size).toBe(2);
    expect(new Set(made.map((secrets) => secrets.keyRing[0].sealingKey.toString("hex"))).size).toBe(2);
  });

  test("configured secrets are used, and no file is written", () => {
    // No other setting may be returned: the start spreads the result over values that it has computed.
    const config = { keyRing, adminToken, baseUrl: null };
    expect(loadOrMakeSecrets(dataDir, config)).toEqual({ keyRing, adminToken });
    expect(existsSync(dataDir)).toBe(false);
  });

  test("a configured secret overrides the file's; the other comes from the file", () => {
    const made = loadOrMakeSecrets(dataDir, NOTHING);
    expect(loadOrMakeSecrets(dataDir, { keyRing, adminToken: null })).toEqual({ keyRing, adminToken: made.adminToken });
    expect(loadOrMakeSecrets(dataDir, { keyRing: null, adminToken })).toEqual({ keyRing: made.keyRing, adminToken });
  });

  test.each<[what: string, text: string]>([
    ["empty", ""],
    ["cut short", '{"secret_keys": "k1:'],
    ["not an object", '"k1"'],
    ["null", "null"],
    ["without the key ring", JSON.stringify({ admin_token: adminToken })],
    ["without the admin token", JSON.stringify({ secret_keys: `k1:${"A".repeat(43)}` })],
    ["of other types", JSON.stringify({ secret_keys: ["k1"], admin_token: 5 })],
    ["with a key ring that is none", JSON.stringify({ secret_keys: "k1:short", admin_token: adminToken })],
  ])("S-54: a file that is %s is refused by name and left unchanged", (_what, text) => {
    loadOrMakeSecrets(dataDir, NOTHING);
    writeFileSync(file, text);
    expect(() => loadOrMakeSecrets(dataDir, NOTHING)).toThrow(file);
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});
