// Starts that cannot succeed: each names its cause and what to do, in a sentence, and none is "Unexpected".
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { makeCertificates } from "../../support/certificates.ts";
import {
  asOtherUser,
  endProcesses,
  FROM_SOURCE,
  giveToOtherUser,
  migratedDataDir,
  newDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  type Variables,
} from "../../support/gateway-process.ts";

setDefaultTimeout(3 * START_MS);

const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) server.close();
  await endProcesses();
});

const file = (name: string, text: string) => {
  const path = join(newFolder(), name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};
const takenPort = async () => {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return String((server.address() as { port: number }).port);
};
const withFile = (name: string, text: string) => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, name), text, { mode: 0o600 });
  return dataDir;
};
const SECRETS = {
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
};

interface Failure {
  env: () => Variables | Promise<Variables>;
  says: RegExp;
}

const FAILURES: Record<string, Failure> = {
  "a port that another program has": {
    env: async () => ({ PORT: await takenPort() }),
    says: /^Port \d+ of 127\.0\.0\.1 is taken; set PORT \(0 picks a free one\)\.$/,
  },
  "an admin port that another program has": {
    env: async () => ({ ADMIN_PORT: await takenPort() }),
    says: /^Port \d+ of 127\.0\.0\.1 is taken; set ADMIN_PORT/,
  },
  "an address of another machine": {
    env: () => ({ HOST: "192.0.2.1", PORT: "3000" }),
    says: /^The gateway cannot listen at 192\.0\.2\.1, port 3000 \(EADDRNOTAVAIL\); set HOST or PORT\.$/,
  },
  "a host name that nobody has": {
    env: () => ({ HOST: "no-such-host.invalid", PORT: "3000" }),
    says: /^The gateway cannot listen at no-such-host\.invalid, port 3000 \(\w+\); set HOST or PORT\.$/,
  },
  "a data folder where a file is": {
    env: () => ({ DATA_DIR: join(file("file", ""), "data") }),
    says: /^The data folder .* must be writable \(ENOTDIR\): its path leads through a file: set DATA_DIR\.$/,
  },
  "a data folder that is a file": {
    env: () => ({ DATA_DIR: file("data", "") }),
    says: /^The data folder .* must be a folder/,
  },
  "a data folder on a read-only file system": {
    env: () => ({ DATA_DIR: "/proc/gateway" }),
    says: /^The data folder \/proc\/gateway must be writable \(\w+\): .* DATA_DIR\b/,
  },
  "secrets that are no JSON": {
    env: () => ({ DATA_DIR: withFile("secrets.json", "{") }),
    says: /secrets\.json cannot be read as secrets.*put your own copy of the file at .* --with-secrets\.$/,
  },
  "a folder in place of the secrets": {
    env: () => {
      const dataDir = newFolder();
      mkdirSync(join(dataDir, "secrets.json"));
      return { DATA_DIR: dataDir };
    },
    says: /secrets\.json cannot be read as secrets/,
  },
  "a database folder that is a file": {
    env: () => ({ DATA_DIR: withFile("pglite", "") }),
    says: /^The embedded database's folder .*pglite cannot be used \(\w+\)/,
  },
  "a database whose files are damaged": {
    env: async () => {
      const dataDir = await migratedDataDir();
      writeFileSync(join(dataDir, "pglite", "global", "pg_control"), "damaged");
      return { DATA_DIR: dataDir };
    },
    says: /^The embedded database in .* does not open \(.*\): its files are damaged.*Restore the last backup/,
  },
  "a database of a newer Postgres": {
    env: async () => {
      const dataDir = await migratedDataDir();
      writeFileSync(join(dataDir, "pglite", "PG_VERSION"), "99\n");
      return { DATA_DIR: dataDir };
    },
    says: /^The embedded database in .* does not open/,
  },
  "a providers file that is no JSON": {
    env: () => ({ GATEWAY_PROVIDERS_FILE: file("providers.json", "{ google:") }),
    says: /^GATEWAY_PROVIDERS_FILE is not JSON from line 1, column /,
  },
  "a providers file that is not there": {
    env: () => ({ GATEWAY_PROVIDERS_FILE: join(newFolder(), "none.json") }),
    says: /^GATEWAY_PROVIDERS_FILE cannot be read \(ENOENT\): /,
  },
  "a providers file with a URL that is none": {
    env: () => ({
      GATEWAY_PROVIDERS_FILE: file("providers.json", JSON.stringify({ github: { tokenUrl: "github.example" } })),
    }),
    says: /^GATEWAY_PROVIDERS_FILE: github\.tokenUrl must be an https URL/,
  },
  "a plugin folder that is a file": {
    env: () => ({ GATEWAY_PLUGINS_DIR: file("plugins", "") }),
    says: /^GATEWAY_PLUGINS_DIR is not a folder: /,
  },
  "a link in the plugin folder that leads nowhere": {
    env: () => {
      const folder = newFolder();
      symlinkSync(join(folder, "gone"), join(folder, "acme.ts"));
      return { GATEWAY_PLUGINS_DIR: folder, GATEWAY_STRICT_PLUGINS: "true" };
    },
    says: /acme\.ts/,
  },
  "a log file in a folder that is not there": {
    env: () => ({ LOG_FILE: join(newFolder(), "logs", "gateway.log") }),
    says: /^LOG_FILE .* cannot be written \(ENOENT\): its folder does not exist: create that, or set LOG_FILE\.$/,
  },
  "a certificate that is none": {
    env: () => ({ TLS_CERT_FILE: file("cert.pem", "x"), TLS_KEY_FILE: file("key.pem", "x") }),
    says: /^TLS_CERT_FILE .*cert\.pem/,
  },
  "a base URL without a scheme": {
    env: () => ({ BASE_URL: "gateway.example.com" }),
    says: /^BASE_URL must be a URL that starts with http:\/\/ or https:\/\/\.$/,
  },
  "a base URL with the path of the API": {
    env: () => ({ BASE_URL: "https://gateway.example.com/api/v1" }),
    says: /^BASE_URL must end before \/api\/v1, which the gateway adds itself/,
  },
  "a database URL of another kind": {
    env: () => ({ ...SECRETS, DATABASE_URL: "mysql://127.0.0.1/gateway" }),
    says: /^DATABASE_URL must be a URL that starts with postgres:\/\/ or postgresql:\/\/, with commas between several hosts/,
  },
  "a Postgres that is not there": {
    env: () => ({ ...SECRETS, DATABASE_URL: "postgres://gateway@127.0.0.1:1/gateway" }),
    says: /^The database at 127\.0\.0\.1:1 cannot be used: /,
  },
};

describe("a start", () => {
  for (const [name, { env, says }] of Object.entries(FAILURES)) {
    test(`with ${name} names it`, async () => {
      const variables = { DATA_DIR: newDataDir(), ...(await env()) };
      const { code, stdout, stderr } = await run(["serve"], variables);
      expect(stderr.trimEnd()).toMatch(says);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).not.toMatch(/Unexpected|\n {4}at /);
    });
  }

  test("with several of them names all at once, and makes nothing", async () => {
    const dataDir = newDataDir();
    const port = await takenPort();
    const { code, stderr } = await run(["serve"], {
      DATA_DIR: dataDir,
      PORT: port,
      LOG_LEVEL: "loud",
      BASE_URL: "gateway.example.com",
      GATEWAY_PROVIDERS_FILE: file("providers.json", JSON.stringify({ github: { settings: { colour: "red" } } })),
      LOG_FILE: join(newFolder(), "logs", "gateway.log"),
    });
    expect([code, stderr.trimEnd().split("\n")]).toEqual([
      1,
      [
        expect.stringContaining("BASE_URL must be a URL"),
        expect.stringContaining("LOG_LEVEL must be one of"),
        expect.stringContaining("LOG_FILE"),
        expect.stringContaining(`Port ${port} of 127.0.0.1 is taken`),
        expect.stringContaining("settings.colour is not a setting of its plugin"),
      ],
    ]);
    expect(readdirSync(join(dataDir, ".."))).toEqual([]);
  });

  test("with too few open files names the limit", async () => {
    const [program, ...words] = FROM_SOURCE;
    const limited = ["ulimit -n 40", `exec "$0" "$@"`].join(" && ");
    const shell = spawn("sh", ["-c", limited, program, ...words, "serve"], {
      env: { PATH: process.env.PATH, HOME: newFolder(), DATA_DIR: await migratedDataDir(), PORT: "0" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let text = "";
    shell.stderr.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await new Promise((resolve) => shell.once("close", resolve));
    expect(text).toMatch(
      /^This process may not open more files \(EMFILE, limit 40\): raise its limit \(ulimit -n, LimitNOFILE\)\.$/m,
    );
  });
});

describe("a start by a user whom file modes bind", () => {
  /** A folder of that user's. */
  const ownFolder = () => {
    const folder = newFolder();
    giveToOtherUser(folder);
    return folder;
  };
  const closedFolder = () => {
    const folder = newFolder();
    chmodSync(folder, 0o555);
    return folder;
  };
  const refusal = async (env: Variables) => {
    const { code, stdout, stderr } = await run(["serve"], env, ownFolder(), asOtherUser());
    expect([code, stdout]).toEqual([1, ""]);
    return stderr.trimEnd();
  };
  const right = (step: string) => String.raw`the gateway's user \(uid \d+\) has no right there: ${step}`;
  const give = (path: string) => right(String.raw`as root run chown \d+ ${path}`);

  test("a data folder that its user may not write is named, and so is one above it", async () => {
    const dataDir = closedFolder();
    const missing = join(dataDir, "data");
    const make = right(String.raw`as root run mkdir -p ${missing} && chown \d+ ${missing}`);
    for (const [path, step] of [
      [dataDir, give(dataDir)],
      [missing, make],
    ] as const) {
      const says = new RegExp(`^The data folder ${path} must be writable \\(EACCES\\): ${step}, or set DATA_DIR\\.$`);
      expect(await refusal({ DATA_DIR: path })).toMatch(says);
    }
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("no command gives away a folder that other programs use, and one gives back all files of a gateway", async () => {
    const [others, own] = [newFolder(), newFolder()];
    writeFileSync(join(others, "passwd"), "");
    writeFileSync(join(own, "server.json"), "{}");
    for (const folder of [others, own]) chmodSync(folder, 0o555);
    expect(await refusal({ DATA_DIR: others })).toMatch(
      new RegExp(`${right("set DATA_DIR to a folder of that user's own")}\\.$`),
    );
    expect(await refusal({ DATA_DIR: own })).toMatch(
      new RegExp(right(String.raw`as root run chown -R \d+ ${own}, or`)),
    );
    const log = join(others, "gateway.log");
    const says = right("set LOG_FILE to a file in a folder of that user's own");
    expect(await refusal({ DATA_DIR: ownFolder(), LOG_FILE: log })).toMatch(new RegExp(`${says}\\.$`));
  });

  // Only root makes a folder that the other user may not read.
  test.skipIf(process.getuid?.() !== 0)("a data folder that root has made is named without a command", async () => {
    const folder = newFolder();
    chmodSync(folder, 0o700);
    expect(await refusal({ DATA_DIR: folder })).toMatch(
      new RegExp(`${right("let that user use the folder, if only the gateway does, or set DATA_DIR")}\\.$`),
    );
  });

  // Only root makes a folder that the other user may not read.
  test.skipIf(process.getuid?.() !== 0)(
    "a database of root, or a file of root in the folder's place, is named by serve and by doctor",
    async () => {
      const folder = ownFolder();
      const database = join(folder, "pglite");
      mkdirSync(database, { mode: 0o700 });
      writeFileSync(join(database, "PG_VERSION"), "17");
      const place = join(ownFolder(), "data");
      writeFileSync(place, "", { mode: 0o600 });
      for (const [dataDir, says] of [
        [folder, `The database's folder ${database} must be writable (EACCES)`],
        [place, `The data folder ${place} must be a folder, and a file is there: set DATA_DIR.`],
      ] as const) {
        expect(await refusal({ DATA_DIR: dataDir })).toStartWith(says);
        const { json } = await runJson(["doctor"], { DATA_DIR: dataDir }, ownFolder(), asOtherUser());
        const failed = (json.checks as { ok: boolean; check: string; message: string }[]).filter(({ ok }) => !ok);
        expect(failed.map(({ check }) => check)).toEqual(["data folder"]);
        expect(failed[0]?.message).toStartWith(says);
        expect(json.checks.map(({ check }: { check: string }) => check)).not.toContain("database");
      }
    },
  );

  // Only root makes a file that the other user may not read.
  test.skipIf(process.getuid?.() !== 0)(
    "a TLS key that its user may not read is named with what gives the right",
    async () => {
      const { right: pair } = makeCertificates();
      const folder = newFolder();
      const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
      writeFileSync(certFile, pair.cert);
      writeFileSync(keyFile, pair.key, { mode: 0o600 });
      chmodSync(folder, 0o755);
      const env = { DATA_DIR: ownFolder(), TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
      const { json } = await runJson(["doctor"], env, ownFolder(), asOtherUser());
      expect(json.checks).toContainEqual({
        ...{ check: "certificate", ok: false, message: `TLS_KEY_FILE ${keyFile} cannot be read (EACCES).` },
        next_step: expect.stringMatching(
          new RegExp(`^let the gateway's user \\(uid \\d+\\) read ${keyFile} and enter`),
        ),
      });
    },
  );

  // Only root makes a folder that the other user may not read.
  test.skipIf(process.getuid?.() !== 0)(
    "a folder of plugins that its user may not read is named, by doctor too",
    async () => {
      const plugins = newFolder();
      chmodSync(plugins, 0o700);
      const env = { DATA_DIR: ownFolder(), GATEWAY_PLUGINS_DIR: plugins };
      const says = `${plugins} cannot be read (EACCES): let the gateway's user read ${plugins} and all that is in it.`;
      expect(await refusal(env)).toBe(says);
      const { json } = await runJson(["doctor"], env, ownFolder(), asOtherUser());
      expect(json.checks).toContainEqual({
        ...{ check: "plugins", ok: false, message: says },
        next_step: `let the gateway's user read ${plugins} and all that is in it`,
      });
    },
  );

  // Only root can give a file to another user.
  test.skipIf(process.getuid?.() !== 0)(
    "secrets of another user are named by doctor with what gives them to its user, and without a backup",
    async () => {
      const folder = ownFolder();
      writeFileSync(join(folder, "secrets.json"), "{}", { mode: 0o600 });
      chownSync(join(folder, "secrets.json"), 0, 0);
      const { json } = await runJson(["doctor"], { DATA_DIR: folder }, ownFolder(), asOtherUser());
      const file = join(folder, "secrets.json");
      expect(json.checks).toContainEqual({
        ...{ check: "secrets.json", ok: false, message: expect.stringContaining("belongs to another user") },
        next_step: `run chown <the gateway's user> ${file}, then chmod 600 ${file}`,
      });
    },
  );

  test("a log file in such a folder is named, and so is a log file of another user", async () => {
    const [folder, own] = [closedFolder(), ownFolder()];
    const closed = join(own, "gateway.log");
    writeFileSync(closed, "", { mode: 0o400 });
    for (const [path, step] of [
      [join(folder, "gateway.log"), give(folder)],
      [closed, right("let that user write the file")],
    ] as const) {
      const says = new RegExp(`^LOG_FILE ${path} cannot be written \\(EACCES\\): ${step}, or set LOG_FILE\\.$`);
      expect(await refusal({ DATA_DIR: join(own, "data"), LOG_FILE: path })).toMatch(says);
    }
  });

  test("a database that belongs to another user, as after a restore by root, and secrets with a mode that bars their owner are named", async () => {
    const dataDir = await migratedDataDir();
    const [database, secrets] = [join(dataDir, "pglite"), join(dataDir, "secrets.json")];
    writeFileSync(secrets, JSON.stringify({ secret_keys: SECRETS.GATEWAY_SECRET_KEYS, admin_token: "t" }));
    giveToOtherUser(join(dataDir, ".."));
    chmodSync(secrets, 0);
    expect(await refusal({ DATA_DIR: dataDir })).toBe(
      `${secrets} cannot be read (EACCES): its mode 000 keeps its owner out. Set it to 600 (chmod).`,
    );
    chmodSync(secrets, 0o600);
    chmodSync(database, 0);
    try {
      expect(await refusal({ DATA_DIR: dataDir })).toMatch(
        /^The database's folder \S+ must be writable \(EACCES\): .* as root run chown -R \d+ \S+, or set DATA_DIR\.$/,
      );
    } finally {
      chmodSync(database, 0o700);
    }
  });
});

/** A file system of its own; null where it cannot be mounted: only root can, and not in every container. */
function mounted(options: string): string | null {
  const folder = newFolder();
  if (process.platform !== "linux") return null;
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  return status === 0 ? folder : null;
}
const readOnly = mounted("ro,mode=777");
const full = mounted("size=1m,mode=777");

describe.skipIf(!readOnly || !full)("a start on a file system that takes nothing", () => {
  const start = (env: Variables) => run(["serve"], env);
  beforeAll(() => {
    try {
      writeFileSync(join(full ?? "", "filler"), Buffer.alloc(2_000_000));
    } catch {
      // It takes what there is room for.
    }
  });
  afterAll(() => {
    for (const folder of [readOnly, full]) spawnSync("umount", ["--lazy", folder ?? ""]);
  });

  test("a read-only one is named for the data folder and for the log file", async () => {
    const advice = "its file system is read-only: mount one there that can be written, or set";
    for (const dataDir of [readOnly ?? "", join(readOnly ?? "", "data")])
      expect(await start({ DATA_DIR: dataDir })).toMatchObject({
        code: 1,
        stderr: `The data folder ${dataDir} must be writable (EROFS): ${advice} DATA_DIR.\n`,
      });
    const log = join(readOnly ?? "", "gateway.log");
    expect(await start({ DATA_DIR: newDataDir(), LOG_FILE: log })).toMatchObject({
      code: 1,
      stderr: `LOG_FILE ${log} cannot be written (EROFS): ${advice} LOG_FILE.\n`,
    });
  });

  test("a full one is named for the data folder", async () => {
    const { code, stderr } = await start({ DATA_DIR: join(full ?? "", "data") });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The disk of .* is full \(ENOSPC, .*enlarge the disk\./),
    ]);
  });
});
