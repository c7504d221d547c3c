// `gateway upgrade` against releases of a server of this machine: what it takes, what it refuses, and its way back.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { releaseFiles } from "../../../src/operations/upgrade/release-files.ts";
import { upgrade } from "../../../src/operations/upgrade/upgrade.ts";
import { UpgradeError } from "../../../src/operations/upgrade/upgrade-error.ts";
import { run } from "../../support/gateway-process.ts";
import {
  type Given,
  newKey,
  newPlace,
  type Place,
  programOf,
  type Release,
  releaseOf,
  requestOf,
  restartAt,
  signInto,
} from "./fake-release.ts";

const key = newKey();
const ARCHIVE = "gateway-1.1.0-linux-x64.tar.gz";
const FORMER = "gateway.before-1.0.0";

let place: Place;
let release: Release;
let server: Bun.Server<undefined>;
/** Ends the archive's response after so many bytes. */
let cutAfter: number | null = null;

beforeEach(async () => {
  place = newPlace();
  release = await releaseOf("1.1.0", key);
  cutAfter = null;
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
      const bytes = release.get(name);
      if (!bytes) return new Response("No such file.", { status: 404 });
      if (cutAfter === null || name !== ARCHIVE) return new Response(new Uint8Array(bytes));
      return new Response(new Uint8Array(bytes.subarray(0, cutAfter)));
    },
  });
});
afterEach(() => {
  server.stop(true);
  place.remove();
});

const attempt = (given: Partial<Given> = {}) =>
  upgrade(
    requestOf({ program: place.program, from: `http://127.0.0.1:${server.port}/`, keys: [key.publicKey], ...given }),
  );

/** The code with which an upgrade ends; the place is as it was. */
async function refusal(given: Partial<Given> = {}): Promise<string> {
  const error = await attempt(given).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UpgradeError);
  expect([place.text(), place.files()]).toEqual([programOf("1.0.0"), ["gateway"]]);
  return (error as UpgradeError).code;
}

describe("an upgrade", () => {
  test("puts the release's program in place, the former one beside it, and says both first", async () => {
    const said: string[] = [];
    const upgraded = await attempt({ say: (text) => said.push(text) });
    const former = join(place.folder, FORMER);
    expect(upgraded).toEqual({ from: "1.0.0", to: "1.1.0", program: place.program, former, restarted: false });
    expect([place.text(), place.files()]).toEqual([programOf("1.1.0"), ["gateway", FORMER]]);
    expect(said.join("\n")).toContain("No migration is pending.");
    expect(said.join("\n")).toContain(`1.1.0, verified by its signature, takes the place of 1.0.0 at ${place.program}`);
  });

  test("does so from a folder too, and from a place whose address has the version", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gateway-release-"));
    for (const [name, bytes] of release) writeFileSync(join(folder, name), bytes);
    expect((await attempt({ from: folder })).to).toBe("1.1.0");
    rmSync(folder, { recursive: true });
    const from = `http://127.0.0.1:${server.port}/v{version}`;
    expect((await attempt({ from, version: "1.1.0" })).to).toBe("1.1.0");
    expect(() => releaseFiles(from, null)).toThrow("needs a version");
  });

  test("to the present version changes nothing", async () => {
    release = await releaseOf("1.0.0", key);
    expect(await attempt()).toMatchObject({ to: "1.0.0", former: null });
    expect(place.files()).toEqual(["gateway"]);
  });

  test("to an older version is refused, unless it is meant", async () => {
    release = await releaseOf("0.9.0", key);
    expect(await refusal()).toBe("OLDER_VERSION");
    expect((await attempt({ allowsOlder: true })).to).toBe("0.9.0");
  });

  test("is refused without a confirmation", async () => {
    expect(await refusal({ confirm: async () => false })).toBe("NOT_CONFIRMED");
  });
});

describe("a release is not taken", () => {
  test("with an archive of another checksum", async () => {
    release.set(ARCHIVE, (await releaseOf("1.1.0", key, programOf("1.1.0", "evil"))).get(ARCHIVE) as Buffer);
    expect(await refusal()).toBe("RELEASE_DAMAGED");
  });

  test("with checksums that another key has signed, or that nobody has", async () => {
    const sums = String(release.get("SHA256SUMS"));
    signInto(release, newKey(), sums);
    expect(await refusal()).toBe("SIGNATURE_WRONG");
    release.set("SHA256SUMS.sig", Buffer.from("no signature\n"));
    expect(await refusal()).toBe("SIGNATURE_WRONG");
    release.delete("SHA256SUMS.sig");
    expect(await refusal()).toBe("SIGNATURE_MISSING");
  });

  test("with checksums that were changed after they were signed", async () => {
    release.set("SHA256SUMS", Buffer.from(`${release.get("SHA256SUMS")}${"1".repeat(64)}  another.tar.gz\n`));
    expect(await refusal()).toBe("SIGNATURE_WRONG");
  });

  test("by a build that knows no key, unless its checksums are to do", async () => {
    expect(await refusal({ keys: [] })).toBe("SIGNATURE_MISSING");
    expect((await attempt({ keys: [], isUnsigned: true })).to).toBe("1.1.0");
  });

  test("but is, where one of several keys has signed it", async () => {
    expect((await attempt({ keys: [newKey().publicKey, key.publicKey] })).to).toBe("1.1.0");
  });

  test("that is cut off, or is not there", async () => {
    for (const bytes of [0, 1, 100, (release.get(ARCHIVE)?.length ?? 0) - 1]) {
      cutAfter = bytes;
      expect(await refusal()).toBe("RELEASE_DAMAGED");
    }
    release.delete(ARCHIVE);
    expect(await refusal()).toBe("RELEASE_NOT_FOUND");
    release.clear();
    expect(await refusal()).toBe("RELEASE_NOT_FOUND");
  });

  test("for another platform, of another version, or over plain HTTP", async () => {
    expect(await refusal({ target: "linux-riscv64" })).toBe("RELEASE_NOT_FOUND");
    expect(await refusal({ version: "1.2.0" })).toBe("RELEASE_NOT_FOUND");
    expect(() => releaseFiles("http://releases.example.com/", null)).toThrow("over HTTPS only");
    expect(await refusal({ from: "https://me:secret@releases.example.com/" })).toBe("RELEASE_NOT_FOUND");
  });

  test("with checksums past their bound", async () => {
    signInto(release, key, "x".repeat(70_000));
    expect(await refusal()).toBe("RELEASE_DAMAGED");
  });
});

describe("the new program is not put in place", () => {
  test("if it is of another version than its archive, or does not run", async () => {
    release = await releaseOf("1.1.0", key, programOf("1.3.0"));
    expect(await refusal()).toBe("NEW_VERSION_REFUSES");
    release = await releaseOf("1.1.0", key, "no program");
    expect(await refusal()).toBe("NEW_VERSION_REFUSES");
  });

  test("if it refuses the settings or the database", async () => {
    release = await releaseOf("1.1.0", key, programOf("1.1.0", "ready", "echo The settings are wrong.; exit 1"));
    expect(await refusal()).toBe("NEW_VERSION_REFUSES");
    expect((await attempt({ database: "none" })).to).toBe("1.1.0");
  });

  test("if its doctor finds a wrong setting, while the embedded database is open", async () => {
    const checks = (ok: boolean) =>
      JSON.stringify({ checks: [{ check: "configuration", ok, message: "PORT is wrong." }] });
    const saying = (ok: boolean) => programOf("1.1.0").replace("esac", `  doctor) echo '${checks(ok)}' ;;\nesac`);
    release = await releaseOf("1.1.0", key, saying(false));
    expect(await refusal({ database: "busy" })).toBe("NEW_VERSION_REFUSES");
    release = await releaseOf("1.1.0", key, saying(true));
    expect((await attempt({ database: "busy" })).to).toBe("1.1.0");
  });
});

describe("with a restart", () => {
  const shell = (command: string) => Bun.spawnSync(["/bin/sh", "-c", command]);
  const restarting = (given: Partial<Given> = {}) => {
    shell(restartAt(place.program));
    return attempt({ restartCommand: restartAt(place.program), ...given }).catch(
      (error: unknown) => error as UpgradeError,
    );
  };

  test("a healthy new version stays", async () => {
    expect(await restarting()).toMatchObject({ to: "1.1.0", restarted: true });
    expect(place.text()).toBe(programOf("1.1.0"));
  });

  test("an unhealthy one gives way to the former, which is started again", async () => {
    release = await releaseOf("1.1.0", key, programOf("1.1.0", "unavailable"));
    const error = await restarting();
    expect([(error as UpgradeError).code, place.text()]).toEqual(["UPGRADE_UNDONE", programOf("1.0.0")]);
    expect((error as UpgradeError).message).toContain("so 1.0.0 is back in its place and ready");
    expect(place.files()).toEqual(["gateway", "gateway.running"]);
  });

  test("a command that fails, or starts no new process, gives way as well", async () => {
    const failing = await restarting({ restartCommand: "exit 7" });
    expect([(failing as UpgradeError).code, place.text()]).toEqual(["UPGRADE_UNDONE", programOf("1.0.0")]);
    expect((failing as UpgradeError).message).toContain("ended with 7");
    const idle = await restarting({ restartCommand: "true" });
    expect([(idle as UpgradeError).code, place.text()]).toEqual(["UPGRADE_UNDONE", programOf("1.0.0")]);
    expect((idle as UpgradeError).message).toContain("the process before was still running");
  });

  test("neither version ready is said as such, with the former in place", async () => {
    release = await releaseOf("1.1.0", key, programOf("1.1.0", "unavailable"));
    const once = `${restartAt(place.program)}; printf gone > '${place.program}.running'`;
    const error = await restarting({ restartCommand: once });
    expect([(error as UpgradeError).code, place.text()]).toEqual(["NOT_READY", programOf("1.0.0")]);
  });

  test("is refused where no gateway runs that could be judged", async () => {
    expect(await refusal({ restartCommand: restartAt(place.program) })).toBe("NOT_READY");
  });
});

/** Runs an upgrade in a process of its own. */
function inProcess(given: Partial<Given>): Promise<{ code: number | null; output: string }> {
  const request = { program: place.program, from: `http://127.0.0.1:${server.port}/`, keys: [key.publicKey], ...given };
  const script = join(import.meta.dir, "run-upgrade.ts");
  const child = spawn(process.execPath, ["--no-install", script, JSON.stringify(request)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output: output.trim() })));
}

describe("killed in the middle", () => {
  const KILL = "kill -9 $PPID";
  /** Each program that is there is a whole one. */
  const works = async (version: string) => {
    expect(Bun.spawnSync([place.program, "--version"]).stdout.toString()).toBe(`${version}\n`);
    // The next upgrade goes through and clears what the killed one left.
    release = await releaseOf("1.2.0", key);
    expect((await attempt({ current: version })).to).toBe("1.2.0");
    expect(place.files().filter((name) => name.startsWith("."))).toEqual([]);
  };

  test("while the new program plans its migrations, the former one works", async () => {
    release = await releaseOf("1.1.0", key, programOf("1.1.0", "ready", KILL));
    expect((await inProcess({})).code).toBeNull();
    await works("1.0.0");
  });

  test("at its restart, the new one works and the former is beside it", async () => {
    Bun.spawnSync(["/bin/sh", "-c", restartAt(place.program)]);
    expect((await inProcess({ restartCommand: KILL })).code).toBeNull();
    expect(place.files()).toContain(FORMER);
    await works("1.1.0");
  });
});

test("in a folder that cannot be written, nothing is fetched or changed", async () => {
  if (process.getuid?.() === 0) {
    // The one folder in which root can make nothing.
    const error = await attempt({ program: "/proc/gateway" }).catch((error: unknown) => error);
    expect((error as UpgradeError).code).toBe("FOLDER_NOT_WRITABLE");
  } else {
    chmodSync(place.folder, 0o555);
    const code = await refusal();
    chmodSync(place.folder, 0o755);
    expect(code).toBe("FOLDER_NOT_WRITABLE");
  }
});

describe("the command", () => {
  test("refuses where the gateway runs from source, and says what to do", async () => {
    const { code, stderr } = await run(["upgrade"], {});
    expect(code).toBe(1);
    expect(stderr).toContain("runs from source: check out the tag of the release");
  });

  test("refuses in a container, and says what to do", async () => {
    for (const env of [{ container: "oci" }, { KUBERNETES_SERVICE_HOST: "10.0.0.1" }]) {
      const { code, stderr } = await run(["upgrade"], env);
      expect([code, stderr]).toEqual([1, expect.stringContaining("change the tag of its image")]);
    }
  });
});
