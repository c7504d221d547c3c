// The log as a file that is rotated by its size, and opened again at SIGHUP, so that whoever rotates it needs no restart.
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { StartupError, sqlStateOf } from "../errors.ts";
import { unwritableAdvice } from "../unwritable.ts";

export interface LogFileOptions {
  path: string;
  /** Infinity where somebody else rotates it. */
  maxBytes: number;
  /** How many rotated files stay: `<path>.1` is the newest. */
  keep: number;
  /** Gets what the file does not take. */
  otherwise?: (line: string) => void;
  now?: () => number;
}

export interface LogFile {
  /** Writes a line at once, so that the last one before an end is there. */
  write(line: string): void;
  /** Opens the path again, after somebody has renamed the file. */
  reopen(): void;
  close(): void;
}

const LOG_FILE = "LOG_FILE";
/** How often a file that takes nothing is opened again, and named on standard error. */
const AGAIN_MS = 60_000;

const toStandardError = (line: string) => void process.stderr.write(line);

/** Why the file that the setting names cannot be written, as a sentence; null where it can. It makes nothing. */
export function logFileError(path: string, setting = LOG_FILE): string | null {
  try {
    // Without O_CREAT, an absent file is no error where its folder can be written.
    closeSync(openSync(path, "r+"));
    return null;
  } catch (error) {
    return sqlStateOf(error) === "ENOENT" ? folderError(path, setting) : unwritable(path, error, setting);
  }
}

function folderError(path: string, setting: string): string | null {
  try {
    accessSync(dirname(path), constants.W_OK);
    return null;
  } catch (error) {
    return unwritable(path, error, setting);
  }
}

function unwritable(path: string, error: unknown, setting = LOG_FILE): string {
  const advice = unwritableAdvice(error, { setting, folder: dirname(path), file: path });
  return `${setting} ${path} cannot be written (${sqlStateOf(error)}): ${advice}.`;
}

/** Throws `StartupError` where the file cannot be opened. Several processes may write to one file. */
export function openLogFile(options: LogFileOptions): LogFile {
  const { path, maxBytes, keep, otherwise = toStandardError, now = Date.now } = options;
  let file: number | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  const open = () => {
    file = openSync(path, "a", 0o600);
    return file;
  };
  const close = () => {
    if (file !== null) closeSync(file);
    file = null;
  };
  const rotate = (full: number) => {
    // Another process that writes here may have rotated it already.
    if (isAt(path, full)) shift(path, keep);
    close();
    return open();
  };
  const fail = (error: unknown, line: string) => {
    otherwise(line);
    if (Math.abs(now() - failedAt) < AGAIN_MS) return;
    failedAt = now();
    otherwise(`${JSON.stringify(failure(path, error, now()))}\n`);
  };
  try {
    open();
  } catch (error) {
    throw new StartupError(unwritable(path, error));
  }
  return {
    write(line) {
      try {
        if (file === null && Math.abs(now() - failedAt) < AGAIN_MS) return otherwise(line);
        const current = file ?? open();
        const text = Buffer.from(line);
        const { size } = fstatSync(current);
        writeAll(size > 0 && size + text.byteLength > maxBytes ? rotate(current) : current, text);
      } catch (error) {
        fail(error, line);
      }
    },
    reopen() {
      try {
        close();
        open();
      } catch (error) {
        fail(error, "");
      }
    },
    close,
  };
}

/** A disk that is nearly full takes a part. */
function writeAll(file: number, text: Buffer): void {
  for (let written = 0; written < text.byteLength; ) written += writeSync(file, text, written);
}

const failure = (path: string, error: unknown, at: number) => ({
  time: new Date(at).toISOString(),
  level: "error",
  event: "log_file_unwritable",
  file: path,
  code: sqlStateOf(error),
});

/** Whether the path still names the open file. */
function isAt(path: string, file: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const own = fstatSync(file);
  return found !== undefined && found.ino === own.ino && found.dev === own.dev;
}

/** `<path>.2` becomes `<path>.3`, the file itself `<path>.1`; the oldest goes. */
function shift(path: string, keep: number): void {
  if (keep === 0) {
    rmSync(path, { force: true });
    return;
  }
  for (let number = keep - 1; number >= 1; number--) {
    if (statSync(`${path}.${number}`, { throwIfNoEntry: false }))
      renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  }
  renameSync(path, `${path}.1`);
}
