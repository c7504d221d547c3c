// The activity log as a file of JSON lines. Each batch opens the file again, so whoever rotates it renames it, without a signal.
import { appendFile, stat } from "node:fs/promises";
import { sqlStateOf } from "../errors.ts";
import { type ActivityEvent, type ActivityReport, type ActivityTarget, withinClose } from "./activity.ts";
import { escapeControls } from "./log.ts";

/** Bytes that wait for a disk that is slow or gone. */
const MAX_QUEUED = 8 * 1024 * 1024;
/** Bytes of one write. */
const MAX_BATCH = 256 * 1024;

export interface ActivityFileOptions {
  path: string;
  /** Bytes of the file up to which it is written: a file that nobody rotates must not fill the disk of the database. */
  maxBytes: number;
  /** Replaces the file system. */
  append?: (path: string, text: string) => Promise<void>;
}

const appendTo = (path: string, text: string) => appendFile(path, text, { mode: 0o600 });

export function openActivityFile(
  { path, maxBytes, append = appendTo }: ActivityFileOptions,
  report: ActivityReport,
): ActivityTarget {
  let lines: string[] = [];
  let queued = 0;
  let writing: Promise<void> | null = null;
  /** Whether a write failed, which may have left half a line. */
  let isTorn = false;

  const writeBatch = async (batch: readonly string[], bytes: number) => {
    try {
      if ((await sizeOf(path)) + bytes > maxBytes) return report.dropped(batch.length, "file_full");
      await append(path, `${isTorn ? "\n" : ""}${batch.join("")}`);
      isTorn = false;
      report.written(batch.length);
    } catch (error) {
      isTorn = true;
      report.dropped(batch.length, sqlStateOf(error) ?? "failed");
    }
  };
  const flush = async () => {
    while (lines.length > 0) {
      let [count, bytes] = [0, 0];
      for (; count < lines.length && bytes < MAX_BATCH; count++) bytes += Buffer.byteLength(lines[count] as string);
      const batch = lines.slice(0, count);
      lines = lines.slice(count);
      await writeBatch(batch, bytes);
      queued -= bytes;
    }
    writing = null;
  };
  return {
    write(event) {
      const line = lineOf(event);
      const bytes = Buffer.byteLength(line);
      if (queued + bytes > MAX_QUEUED) return report.dropped(1, "queue_full");
      queued += bytes;
      lines.push(line);
      writing ??= flush();
    },
    async close() {
      if (writing) await withinClose(writing);
      if (lines.length > 0) report.dropped(lines.splice(0).length, "closed");
    },
  };
}

const lineOf = ({ kind, at, fields }: ActivityEvent) =>
  `${escapeControls(JSON.stringify({ time: new Date(at).toISOString(), kind, ...fields }))}\n`;

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    // Before the first write, or after a rotation, there is no file.
    if (sqlStateOf(error) === "ENOENT") return 0;
    throw error;
  }
}
