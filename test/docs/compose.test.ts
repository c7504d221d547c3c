// compose.yaml: every setting of the program reaches it, nothing but the public port is published, and its notes are true.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/foundation/config/config.ts";
import { configWarnings } from "../../src/foundation/config/config-warnings.ts";
import { COMPOSE_TEXT, composeWith, environmentOf, interpolated } from "../support/compose.ts";
import { GIVEN, SETTINGS } from "../support/packaging.ts";
import { ROOT } from "../support/sources.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const NEEDED = {
  BASE_URL: "https://gateway.example.com",
  GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, "key of a test").toString("base64")}`,
  POSTGRES_PASSWORD: "a-password",
};
/** What the file decides itself, and why. */
const FIXED: Record<string, string> = {
  DATABASE_URL: "the Postgres of the file",
  HOST: "the port is published on this machine's loopback address only",
  PORT: "the published port leads to it",
  ADMIN_PORT: "the admin API is not on the published port",
  DATA_DIR: "the one folder that can be written",
};
const serviceWith = (env: Record<string, string>) => {
  const { gateway } = composeWith(env).services;
  if (!gateway) throw new Error("There is no service gateway.");
  return gateway;
};
const environmentWith = (env: Record<string, string>) => environmentOf(serviceWith(env), { ".env": env });
const imageVariables = Object.fromEntries(
  [...read("Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = ""]) =>
    pairs.split(" ").map((pair) => pair.split("=") as [string, string]),
  ),
);

describe("the settings", () => {
  for (const name of SETTINGS) {
    const reason = FIXED[name];
    test(`${name} ${reason ? `is fixed: ${reason}` : "passes through"}`, () => {
      const given = environmentWith({ ...NEEDED, [name]: GIVEN })[name];
      expect(given === GIVEN).toBe(reason === undefined);
      expect(given).toBeDefined();
    });
  }

  test("that are needed are required, each by its name", () => {
    for (const name of Object.keys(NEEDED)) {
      const { [name as keyof typeof NEEDED]: _, ...others } = NEEDED;
      expect(() => composeWith(others)).toThrow(`${name} is required.`);
    }
  });

  test("are valid for the program, which warns of no name among them", () => {
    const env = { ...imageVariables, ...environmentWith({ ...NEEDED, IMAGE: "gateway:0.4.0", MEMORY_LIMIT: "2g" }) };
    const config = readConfig(env);
    expect(config).toMatchObject({ port: 3000, host: "0.0.0.0", adminPort: 3001, adminHost: "127.0.0.1" });
    expect(config.trustedProxies).toEqual({ hops: 1 });
    const codes = configWarnings(config, env, ["google"]).map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith("variable_"))).toEqual([]);
  });

  test("TRUST_PROXY can be another number, or nobody", () => {
    expect(environmentWith({ ...NEEDED, TRUST_PROXY: "2" }).TRUST_PROXY).toBe("2");
    expect(environmentWith({ ...NEEDED, TRUST_PROXY: "" }).TRUST_PROXY).toBe("");
  });
});

describe("the services", () => {
  test("publish the public port, on loopback, and never the admin port", () => {
    const { services } = composeWith(NEEDED);
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(["127.0.0.1:3000:3000"]);
  });

  test("have what the image needs: a read-only root, a folder to write, a limit and time to stop", () => {
    expect(serviceWith(NEEDED)).toMatchObject({
      image: "gateway",
      read_only: true,
      cap_drop: ["ALL"],
      mem_limit: "1g",
      stop_grace_period: "30s",
    });
    expect(String(serviceWith(NEEDED).tmpfs)).toStartWith(`${imageVariables.DATA_DIR}:uid=65532,gid=65532,mode=0700`);
    expect(serviceWith({ ...NEEDED, IMAGE: "gateway:0.4.0" }).image).toBe("gateway:0.4.0");
    expect(serviceWith({ ...NEEDED, MEMORY_LIMIT: "4g" }).mem_limit).toBe("4g");
  });

  test("wait for each other's health, which both report", () => {
    const { services, volumes } = composeWith(NEEDED);
    for (const [name, { condition }] of Object.entries(services.gateway?.depends_on ?? {})) {
      expect([name, condition]).toEqual(["postgres", "service_healthy"]);
      expect(services[name]?.healthcheck?.test[0]).toBe("CMD-SHELL");
    }
    expect(read("Dockerfile")).toContain('CMD ["/usr/local/bin/gateway", "health"]');
    const named = Object.values(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(":")[0] ?? "");
    expect(named.filter((name) => /^\w/.test(name))).toEqual(Object.keys(volumes));
  });
});

test("each variable of the file is named at its head and in docs/operate/container.md", () => {
  const head = COMPOSE_TEXT.slice(0, COMPOSE_TEXT.indexOf("services:"));
  expect(interpolated().length).toBeGreaterThan(6);
  expect(interpolated().filter((name) => !new RegExp(`^# {3}${name}=`, "m").test(head))).toEqual([]);
  const page = read("docs/operate/container.md");
  expect(interpolated().filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("the head has the settings of backups, in a folder and in a bucket, and the volume that both need", () => {
  const head = COMPOSE_TEXT.slice(0, COMPOSE_TEXT.indexOf("services:"));
  const named = Object.fromEntries(
    [...head.matchAll(/^# {3}((?:GATEWAY_BACKUP_|TMPDIR)\w*)=(\S*)/gm)].map(([, name = "", value]) => [name, value]),
  );
  expect(Object.keys(named).filter((name) => name !== "TMPDIR" && !SETTINGS.includes(name))).toEqual([]);
  const { GATEWAY_BACKUP_DIR: folder, TMPDIR, ...inBucket } = named;
  const given = { ...inBucket, GATEWAY_BACKUP_S3_BUCKET: "my-backups" };
  const keys = { GATEWAY_BACKUP_S3_ACCESS_KEY: GIVEN, GATEWAY_BACKUP_S3_SECRET_KEY: GIVEN };
  expect(Object.keys(inBucket)).toEqual(expect.arrayContaining(Object.keys({ ...given, ...keys })));
  expect(readConfig({ ...given, ...keys }).backups).toMatchObject({ keep: { backups: 7 }, everyMs: 86_400_000 });
  expect(TMPDIR).toBe(folder as string);
  expect(COMPOSE_TEXT).toContain(`# - ./backups:${folder}\n`);
});
