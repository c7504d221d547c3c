// Runs the new version before it is put in place: its version, and what it says to the present settings and database.
import { spawn } from "node:child_process";
import { UpgradeError } from "./upgrade-error.ts";

const VERSION_MS = 60_000;
/** Loading the embedded database on a slow disk included. */
const PLAN_MS = 5 * 60_000;
const MAX_OUTPUT = 64_000;
/** Checks of the doctor that a start makes too. */
const STOPPING = ["configuration", "data folder", "secrets.json", "log file", "certificate", "plugins"];

export type Variables = Readonly<Record<string, string | undefined>>;

interface Ended {
  /** Null where a signal or the time ended it. */
  code: number | null;
  output: string;
}

/** Runs a program with bounds of time and output; both streams in the order in which they come. */
function run(program: string, words: readonly string[], env: Variables, ms: number): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"], timeout: ms, killSignal: "SIGKILL" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        if (output.length < MAX_OUTPUT) output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: output.trim() }));
  }).catch((error: Error) => ({ code: null, output: error.message }));
}

const refuses = (version: string, what: string, { output }: Ended) =>
  new UpgradeError(
    "NEW_VERSION_REFUSES",
    `${version} ${what}, so nothing was changed: ${output || "it said nothing."}`,
  );

export async function assertVersion(program: string, version: string, env: Variables): Promise<void> {
  const ended = await run(program, ["--version"], env, VERSION_MS);
  if (ended.code !== 0 || ended.output !== version) throw refuses(version, "does not run on this machine", ended);
}

/** What the new version would migrate; throws where it refuses the settings, the plugins or the database. */
export async function planOf(program: string, version: string, env: Variables): Promise<string> {
  const ended = await run(program, ["migrate", "--plan"], env, PLAN_MS);
  if (ended.code !== 0) throw refuses(version, "would not start here", ended);
  return ended.output;
}

interface DoctorCheck {
  check: string;
  ok: boolean;
  message: string;
}

/** For an embedded database that a running gateway has open: what a start would refuse, without the database. */
export async function assertSettings(program: string, version: string, env: Variables): Promise<void> {
  const ended = await run(program, ["doctor", "--json"], env, PLAN_MS);
  const failed = checksIn(ended.output).filter(
    ({ check, ok }) => !ok && (STOPPING.includes(check) || check.startsWith("provider ")),
  );
  if (failed.length > 0)
    throw refuses(version, "would not start here", { code: 1, output: failed.map(({ message }) => message).join(" ") });
}

function checksIn(output: string): DoctorCheck[] {
  try {
    return (JSON.parse(output) as { checks: DoctorCheck[] }).checks;
  } catch {
    // A newer doctor may have another form.
    return [];
  }
}
