// Writes an export to a file, which tells by its last whole line where an interrupted one goes on.
import { Buffer } from "node:buffer";
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { StartupError } from "../../foundation/errors.ts";
import type { Print } from "./print.ts";
import { terminal } from "./terminal.ts";

/** An export from its beginning, or behind the line with this cursor. */
export type ReadExport = (cursor: string | null) => Promise<ReadableStream<Uint8Array>>;

interface Line {
  kind?: string;
  cursor?: string;
  user_id?: string;
  account_id?: string | null;
}

const CHUNK = 64 * 1024;
const NEWLINE = 10;

/** Writes a new file, or with `resume` the rest of one; a torn last line is dropped. */
export async function exportToFile(read: ReadExport, file: string, resume: boolean): Promise<Print> {
  if (resume !== existsSync(file)) {
    throw new StartupError(
      resume ? `There is no file ${file} to continue.` : `${file} already exists: use --resume to continue it.`,
    );
  }
  const handle = openSync(file, resume ? "r+" : "wx+", 0o600);
  try {
    const { end, last } = lastLine(handle, fstatSync(handle).size);
    const first = end === 0 ? null : firstLine(handle, end);
    const isComplete = last?.kind === "end";
    if (isComplete) return { file, lines: 0, complete: true };
    // A file with its first line alone has no position yet.
    const cursor = last?.cursor ?? null;
    const from = cursor === null ? 0 : end;
    ftruncateSync(handle, from);
    const lines = await append(handle, from, await read(cursor), cursor === null ? null : first);
    if (lastLine(handle, fstatSync(handle).size).last?.kind !== "end") throw brokenOff(file);
    return { file, lines, complete: true };
  } finally {
    closeSync(handle);
  }
}

/** To standard output; what breaks off lacks the last line, and ends with an error. */
export async function exportToOutput(read: ReadExport): Promise<Print> {
  let tail = Buffer.alloc(0);
  for await (const chunk of chunksOf(await read(null))) {
    await new Promise<void>((resolve, reject) => {
      terminal().output.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
    tail = Buffer.concat([tail, chunk]).subarray(-32);
  }
  if (!tail.toString().endsWith('{"kind":"end"}\n')) throw brokenOff(null);
  return {};
}

const brokenOff = (file: string | null) =>
  new StartupError(`The export was interrupted${file === null ? "." : `: repeat it with --out ${file} --resume.`}`);

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Appends the stream; the first line of a resumed one must name the owner of the file, and is left out. */
async function append(
  handle: number,
  from: number,
  stream: ReadableStream<Uint8Array>,
  owner: Line | null,
): Promise<number> {
  let at = from;
  let lines = 0;
  let head: Buffer | null = owner ? Buffer.alloc(0) : null;
  for await (const chunk of chunksOf(stream)) {
    let bytes: Buffer = Buffer.from(chunk);
    if (head) {
      head = Buffer.concat([head, bytes]);
      const newline = head.indexOf(NEWLINE);
      if (newline < 0) continue;
      const line = JSON.parse(head.subarray(0, newline).toString()) as Line;
      if (line.user_id !== owner?.user_id || line.account_id !== owner?.account_id) {
        throw new StartupError("The file is the export of another user or account.");
      }
      bytes = head.subarray(newline + 1);
      head = null;
    }
    for (const byte of bytes) if (byte === NEWLINE) lines++;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(handle, bytes, written, bytes.length - written, at + written);
    }
    at += bytes.length;
  }
  return lines;
}

/** The last whole line, and where it ends. */
function lastLine(handle: number, size: number): { end: number; last: Line | null } {
  const end = newlineBefore(handle, size) + 1;
  if (end === 0) return { end, last: null };
  const start = newlineBefore(handle, end - 1) + 1;
  return { end, last: lineAt(handle, start, end - 1) };
}

function firstLine(handle: number, size: number): Line {
  const bytes = Buffer.alloc(Math.min(CHUNK, size));
  readSync(handle, bytes, 0, bytes.length, 0);
  return lineAt(handle, 0, bytes.indexOf(NEWLINE));
}

function lineAt(handle: number, start: number, end: number): Line {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  readSync(handle, bytes, 0, bytes.length, start);
  try {
    return JSON.parse(bytes.toString()) as Line;
  } catch {
    throw new StartupError("The file is not an export.");
  }
}

/** The position of the last newline before `end`; -1 without one. */
function newlineBefore(handle: number, end: number): number {
  for (let to = end; to > 0; to -= CHUNK) {
    const from = Math.max(0, to - CHUNK);
    const bytes = Buffer.alloc(to - from);
    readSync(handle, bytes, 0, bytes.length, from);
    const found = bytes.lastIndexOf(NEWLINE);
    if (found >= 0) return from + found;
  }
  return -1;
}
