// A machine for the operator's guide: its commands run in a folder that stands for the root, with a gateway for systemd's.
import { spawnSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import about from "../../package.json" with { type: "json" };
import { filesBeside } from "../../scripts/release-contents.ts";
import {
  FROM_SOURCE,
  type GatewayProcess,
  newFolder,
  run,
  START_MS,
  startProcess,
} from "../support/gateway-process.ts";
import { systemBinaries } from "../support/postgres-binaries.ts";
import { ROOT } from "../support/sources.ts";
import { until } from "../support/until.ts";

/** Folders of the machine that the guide names. */
const FOLDERS = ["/usr/local/bin", "/etc", "/var/lib/gateway", "/var/backups"];
const UNIT = "/etc/systemd/system/gateway.service";
const SETTINGS = "/etc/gateway/gateway.env";

export interface Ran {
  code: number | null;
  output: string;
}

export interface Machine {
  /** The public address. */
  url: string;
  adminUrl: string;
  /** Variables of the operator's shell. */
  variables: Record<string, string>;
  run(line: string): Promise<Ran>;
  /** Calls the admin API. */
  admin(method: string, path: string, body?: object): Promise<Response>;
}

export async function guideMachine(databaseUrl: string | null): Promise<Machine> {
  const root = newFolder();
  const home = join(root, "home");
  for (const folder of [...FOLDERS, "/home", "/etc/systemd/system", "/etc/caddy"])
    mkdirSync(join(root, folder), { recursive: true });
  const [port, adminPort] = [await freePort(), await freePort()];
  const [url, adminUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`];
  symlinkSync(process.execPath, join(root, "usr/local/bin/bun"));
  placeRelease(home);
  let server: GatewayProcess | null = null;
  const variables: Record<string, string> = {};

  /** The line as this machine means it: below its root, at its own ports. */
  const here = (line: string): string => {
    let text = line;
    for (const folder of FOLDERS) text = text.replaceAll(folder, `${root}${folder}`);
    return text
      .replaceAll("https://gateway.example.com", url)
      .replaceAll("http://127.0.0.1:3000/admin", `${adminUrl}/admin`)
      .replaceAll("http://127.0.0.1:3000", url)
      .replace("ADMIN_PORT='3001'", `ADMIN_PORT='${adminPort}'`)
      .replace("postgres://gateway:password@db.example.com/gateway", databaseUrl ?? "");
  };
  const settings = (): Record<string, string> =>
    Object.fromEntries(
      readFileSync(join(root, SETTINGS), "utf8")
        .split("\n")
        .filter((line) => line.includes("="))
        .map((line): [string, string] => [
          line.slice(0, line.indexOf("=")),
          unquoted(line.slice(line.indexOf("=") + 1)),
        ]),
    );
  const environment = () => ({
    ...(existsSync(join(root, SETTINGS)) && settings()),
    PORT: String(port),
    DATA_DIR: join(root, "/var/lib/gateway"),
    ...variables,
  });
  const serverFile = join(root, "/var/lib/gateway/server.json");
  const adminToken = () => {
    if (!existsSync(serverFile)) return {};
    const { admin_token } = JSON.parse(readFileSync(serverFile, "utf8")) as { admin_token: string };
    return { GATEWAY_ADMIN_TOKEN: admin_token };
  };
  const inShell = (line: string): Ran => {
    const path = [join(root, "usr/local/bin"), systemBinaries()[0], process.env.PATH];
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", here(line)], {
      cwd: home,
      env: { HOME: home, TMPDIR: home, ...adminToken(), ...environment(), PATH: path.join(":") },
      timeout: 60_000,
      encoding: "utf8",
    });
    return { code: status, output: stdout + stderr };
  };
  const stop = async () => {
    server?.kill("SIGTERM");
    await server?.ended;
    server = null;
  };
  const start = async () => {
    if (server) return;
    const program = readFileSync(join(root, UNIT), "utf8").match(/^ExecStart=(.+)$/m)?.[1];
    if (program !== "/usr/local/bin/gateway serve") throw new Error(`The unit starts ${program}.`);
    server = startProcess(["serve"], { ...environment(), LOG_LEVEL: "warn" });
    await until(() => server?.written.stdout.includes("Gateway at") === true, START_MS);
  };
  const systemctl = async (words: readonly string[]): Promise<Ran> => {
    const [verb, ...names] = words.filter((word) => !word.startsWith("--"));
    if (verb !== "daemon-reload" && names.join() !== "gateway") throw new Error(`systemctl ${words.join(" ")}?`);
    if (verb === "restart" || verb === "stop") await stop();
    if (verb === "restart" || verb === "start" || verb === "enable") await start();
    return { code: 0, output: "" };
  };
  // The binary's page begins where the archive is unpacked.
  const unpack = "tar --extract --gzip --file gateway-*-linux-x64.tar.gz";
  if (inShell(unpack).code !== 0) throw new Error("The release cannot be unpacked.");
  return {
    url,
    adminUrl,
    variables,
    async run(line) {
      const [word, ...words] = line.split(/\s+/);
      // The shell function of the page on systemd.
      const first = word === "gateway-run" ? "gateway" : word;
      const named = line.match(/^export (\w+)=(\S+)$/);
      if (named) {
        variables[named[1] as string] = here(named[2] as string);
        return { code: 0, output: "" };
      }
      if (first === "systemctl") return systemctl(words);
      if (first !== "gateway" || /["'$|<>;&*]/.test(line)) return inShell(line.replace(/^gateway-run /, "gateway "));
      // In this process, which saves the start of another.
      const inFolder = words.map((word) => (/^[\w-]+\.(?:jsonl?|backup)$/.test(word) ? join(home, word) : here(word)));
      const { code, stdout, stderr } = await run(inFolder, environment());
      return { code, output: stdout + stderr };
    },
    async admin(method, path, body) {
      const headers = {
        authorization: `Bearer ${adminToken().GATEWAY_ADMIN_TOKEN}`,
        "content-type": "application/json",
      };
      return fetch(`${adminUrl}/admin/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    },
  };
}

/** A signed release, whose binary is the program from source. */
function placeRelease(folder: string): void {
  const stage = join(folder, "stage");
  mkdirSync(stage);
  writeFileSync(join(stage, "gateway"), `#!/bin/sh\nexec ${FROM_SOURCE.map((word) => `"${word}"`).join(" ")} "$@"\n`);
  chmodSync(join(stage, "gateway"), 0o755);
  for (const path of filesBeside("linux-x64")) copyFileSync(join(ROOT, path), join(stage, basename(path)));
  const name = `gateway-${about.version}-linux-x64.tar.gz`;
  const pack = `tar -C stage -czf ${name} . && sha256sum ${name} > SHA256SUMS && rm -r stage`;
  const { status, stderr } = spawnSync("sh", ["-c", pack], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`The release cannot be packed: ${stderr}`);
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(join(folder, "release.pem"), publicKey.export({ type: "spki", format: "pem" }));
  const signature = sign(null, readFileSync(join(folder, "SHA256SUMS")), privateKey);
  writeFileSync(join(folder, "SHA256SUMS.sig"), `${signature.toString("base64")}\n`);
}

/** As systemd reads a value. */
const unquoted = (value: string) => value.replace(/^'(.*)'$/, "$1");

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
