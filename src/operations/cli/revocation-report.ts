// The report of a revocation run as a file: written, and read to its last line, which is the signature of those before it.
import { createHash } from "node:crypto";
import { closeSync, createReadStream, existsSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { StartupError } from "../../foundation/errors.ts";
import type { Print } from "./print.ts";
import { terminal } from "./terminal.ts";

/** More than the last two lines have. */
const TAIL_BYTES = 64 * 1024;

export async function writeReport(stream: ReadableStream<Uint8Array>, file: string | undefined): Promise<Print> {
  if (file !== undefined && existsSync(file)) throw new StartupError(`${file} already exists: name another file.`);
  const handle = file === undefined ? null : openSync(file, "wx", 0o600);
  let [bytes, tail] = [0, Buffer.alloc(0)];
  try {
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      if (handle === null) terminal().output.write(Buffer.from(chunk));
      else for (let at = 0; at < chunk.length; ) at += writeSync(handle, chunk, at);
    }
  } finally {
    if (handle !== null) closeSync(handle);
  }
  if (signatureIn(lastLines(tail).at(-1)) === null)
    throw new StartupError("The report was interrupted: repeat it, into another file.");
  return file === undefined ? {} : { file, bytes };
}

export interface ReadReport {
  /** SHA-256 of the lines before the signature, as the file has them. */
  sha256: string;
  signature: { run_id: string; sha256: string; seal: string };
  /** Whether the run had ended everywhere when the report was made. */
  isComplete: boolean;
}

/** Throws for a file that is no report. */
export async function readReport(file: string): Promise<ReadReport> {
  const { tail, size } = tailOf(file);
  const [end = "", last = ""] = lastLines(tail).slice(-2);
  const signature = signatureIn(last);
  if (signature === null) throw new StartupError(`${file} is not a report: its last line is no signature.`);
  const hash = createHash("sha256");
  const length = size - Buffer.byteLength(last) - (tail.at(-1) === NEWLINE ? 1 : 0);
  if (length > 0) for await (const chunk of createReadStream(file, { end: length - 1 })) hash.update(chunk as Buffer);
  return { sha256: hash.digest("base64url"), signature, isComplete: jsonOf(end).complete === true };
}

const NEWLINE = 10;

function tailOf(file: string): { tail: Buffer; size: number } {
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`);
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, tail, 0, tail.length, size - tail.length);
    return { tail, size };
  } finally {
    closeSync(handle);
  }
}

const lastLines = (tail: Buffer): string[] => {
  const lines = tail.toString().split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};

function signatureIn(line: string | undefined): ReadReport["signature"] | null {
  const { kind, run_id, sha256, seal } = jsonOf(line ?? "");
  const isSigned = kind === "signature" && [run_id, sha256, seal].every((text) => typeof text === "string");
  return isSigned ? ({ run_id, sha256, seal } as ReadReport["signature"]) : null;
}

function jsonOf(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // A line that is no JSON says nothing.
    return {};
  }
}
