// Says in one sentence what the system refused to a start, and what to do: the runtime's own message names neither.
import { join, relative } from "node:path";
import { diskUse, megabytes } from "../foundation/db/disk.ts";
import { AppError, PluginLoadError, StartupError, sqlStateOf } from "../foundation/errors.ts";
import { descriptorUse, memoryUse } from "../foundation/metrics/resources.ts";
import { ownershipCommand, userOf } from "../foundation/unwritable.ts";

interface Start {
  dataDir: string;
}

const SENTENCES: Record<string, (start: Start) => string> = {
  EMFILE: () => `This process may not open more files (EMFILE${filesOf()}): raise its limit (ulimit -n, LimitNOFILE).`,
  ENFILE: () => "This machine has too many open files (ENFILE): raise fs.file-max, or stop other programs.",
  ENOSPC: ({ dataDir }) => `A disk is full (ENOSPC${freeOf(dataDir)}): make room for DATA_DIR ${dataDir}.`,
  EDQUOT: ({ dataDir }) => `The user's share of the disk is used up (EDQUOT): make room for DATA_DIR ${dataDir}.`,
  EROFS: ({ dataDir }) => `A file system is read-only (EROFS): DATA_DIR ${dataDir} must be on one that can be written.`,
  EIO: ({ dataDir }) => `A disk cannot be read or written (EIO): check that of DATA_DIR ${dataDir}.`,
  ENOMEM: () => outOfMemory("ENOMEM"),
  EAGAIN: () => "The system started no further thread or process (EAGAIN): raise its limit (ulimit -u, TasksMax).",
};
const OUT_OF_MEMORY = /out of memory|memory allocation|could not allocate|cannot enlarge memory/i;

/** The error as one that a start reports; one that says itself what to do, or is unknown, as it is. */
export function startFailure(error: unknown, start: Start): unknown {
  if (error instanceof StartupError || error instanceof PluginLoadError || error instanceof AppError) return error;
  const code = sqlStateOf(error) ?? "";
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code]?.(start) : undefined;
  if (sentence) return refusal(sentence, error);
  if (OUT_OF_MEMORY.test(message)) return refusal(outOfMemory(name), error);
  if (code === "EACCES" || code === "EPERM") return refusal(forbidden(error, code, start), error);
  return error;
}

/** Each sentence ends with what to do, after its last colon. */
function refusal(sentence: string, cause: unknown): StartupError {
  const nextStep = sentence.slice(sentence.lastIndexOf(": ") + 2).replace(/\.$/, "");
  return new StartupError(sentence, { cause, nextStep });
}

/** Error numbers of WASI, by which the embedded database's file system says what the machine's refused. */
const WASI_CODES: Readonly<Record<number, string>> = {
  2: "EACCES",
  19: "EDQUOT",
  29: "EIO",
  33: "EMFILE",
  41: "ENFILE",
  44: "ENOENT",
  51: "ENOSPC",
  54: "ENOTDIR",
  63: "EPERM",
  69: "EROFS",
};

/** An object of that file system is no error, and has no words. */
function withCode(error: unknown): unknown {
  if (error instanceof Error || typeof error !== "object" || error === null) return error;
  const { errno } = error as { errno?: unknown };
  const code = typeof errno === "number" ? (WASI_CODES[errno] ?? `WASI ${errno}`) : undefined;
  return code === undefined ? error : Object.assign(new Error(`PGlite cannot use its files (${code})`), { code });
}

/** What the embedded database means by an end that has no words of its own: it runs as WebAssembly. */
export function embeddedFailure(thrown: unknown, start: Start): unknown {
  const error = withCode(thrown);
  const known = startFailure(error, start);
  if (known !== error || error instanceof StartupError) return known;
  const code = sqlStateOf(error);
  if (code === "EEXIST" || code === "ENOTDIR" || code === "ENOENT") {
    const folder = join(start.dataDir, "pglite");
    return new StartupError(
      `The embedded database's folder ${folder} cannot be used (${code}): something that is no database is in its place. Move that away, or restore the last backup.`,
      { cause: error, nextStep: "move what is in its place away, or restore the last backup: docs/operate/restore.md" },
    );
  }
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  if (name !== "RuntimeError" && !/PGlite|Aborted\(|unreachable/.test(message)) return error;
  return new StartupError(
    `The embedded database in ${start.dataDir} does not open (${message.slice(0, 120).trimEnd().replace(/\.$/, "")}): its files are damaged, or cannot be read by this user. Restore the last backup into another folder (gateway restore), and keep this one for later.`,
    { cause: error, nextStep: "restore the last backup into another folder: docs/operate/restore.md" },
  );
}

function forbidden(error: unknown, code: string, { dataDir }: Start): string {
  const path = (error as { path?: unknown }).path;
  const isElsewhere = typeof path === "string" && relative(dataDir, path).startsWith("..");
  const what = typeof path === "string" ? path : `something in DATA_DIR ${dataDir}`;
  const command = isElsewhere ? null : ownershipCommand(dataDir);
  const step = command === null ? "let that user use it" : `as root run ${command}`;
  return `The gateway's user${userOf()} may not use ${what} (${code}): ${step}, or run the gateway as the owner.`;
}

function outOfMemory(code: string): string {
  const memory = memoryUse();
  const limit = memory ? `; the limit is ${megabytes(memory.limit)} MB` : "";
  return `There is not enough memory to start (${code}${limit}): docs/operate/choosing.md says how much is needed.`;
}

function filesOf(): string {
  const { limit } = descriptorUse();
  return limit === null ? "" : `, limit ${limit}`;
}

function freeOf(dataDir: string): string {
  const disk = diskUse(dataDir);
  return disk ? `, ${megabytes(disk.freeBytes)} MB free` : "";
}
