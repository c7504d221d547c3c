// A disk that loses power: records what this process does to the files of a folder, and makes the folders that a cut may leave.
import fs from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Random } from "../support/random.ts";

/** Pages reach a disk one by one, and the sectors of a page too. */
const SECTOR_BYTES = 512;
/** Of the sectors of a write that nobody flushed; one is some. */
const [NONE, ALL] = [0, 2];

type Step =
  | { does: "make"; file: number; path: string; isFolder: boolean }
  | { does: "rename"; from: string; to: string }
  | { does: "remove"; path: string }
  | { does: "cut"; file: number; bytes: number }
  | { does: "write"; file: number; at: number; bytes: Uint8Array }
  /** The end of a flush that covers what stood before the step `from`. */
  | { does: "flush"; file: number; path: string; from: number };

export interface RecordedDisk {
  /** The number of steps until now. */
  steps(): number;
  /** Writes into `target` what may be left of the folder if the power goes after `steps` steps. */
  cut(steps: number, target: string, random: Random): void;
  stop(): void;
}

/** Records what is done by `fs.…`, from an empty folder on. */
export function recordDisk(root: string): RecordedDisk {
  const steps: Step[] = [];
  const original = { ...fs };
  const inside = (path: unknown): path is string =>
    typeof path === "string" && (path === root || path.startsWith(`${root}/`));
  let lastFile = 0;
  const files = new Map<string, number>([[root, 0]]);
  const open = new Map<number, { file: number; path: string }>();
  const fileOf = (path: string): number => {
    const file = files.get(path);
    if (file === undefined) throw new Error(`${path} was not recorded`);
    return file;
  };
  const made = (path: string, isFolder: boolean) => {
    files.set(path, ++lastFile);
    steps.push({ does: "make", file: lastFile, path, isFolder });
  };
  const flushed = (handle: number, from: number) => {
    const entry = open.get(handle);
    if (entry) steps.push({ does: "flush", ...entry, from });
  };
  const replaced: Record<string, (...args: never[]) => unknown> = {
    openSync(given: string, flags?: string | number, mode?: number) {
      const path = resolve(given);
      const wasThere = inside(path) && files.has(path);
      const handle = original.openSync(path, flags ?? "r", mode);
      if (!inside(path)) return handle;
      if (!wasThere) made(path, false);
      const truncates = typeof flags === "number" ? (flags & fs.constants.O_TRUNC) !== 0 : flags?.startsWith("w");
      if (wasThere && truncates) steps.push({ does: "cut", file: fileOf(path), bytes: 0 });
      open.set(handle, { file: fileOf(path), path });
      return handle;
    },
    closeSync(handle: number) {
      open.delete(handle);
      original.closeSync(handle);
    },
    writeSync(handle: number, buffer: Uint8Array, offset: number, length: number, position: number) {
      const written = original.writeSync(handle, buffer, offset, length, position);
      const entry = open.get(handle);
      const bytes = entry && Uint8Array.from(buffer.subarray(offset, offset + written));
      if (entry && bytes) steps.push({ does: "write", file: entry.file, at: position, bytes });
      return written;
    },
    writeFileSync(given: string, text: string | Uint8Array, options: object) {
      const path = resolve(given);
      original.writeFileSync(path, text, options);
      if (!inside(path)) return;
      if (files.has(path)) steps.push({ does: "cut", file: fileOf(path), bytes: 0 });
      else made(path, false);
      if (text.length > 0)
        steps.push({ does: "write", file: fileOf(path), at: 0, bytes: Uint8Array.from(Buffer.from(text)) });
    },
    ftruncateSync(handle: number, bytes: number) {
      original.ftruncateSync(handle, bytes);
      const entry = open.get(handle);
      if (entry) steps.push({ does: "cut", file: entry.file, bytes });
    },
    truncateSync(given: string, bytes: number) {
      const path = resolve(given);
      original.truncateSync(path, bytes);
      if (inside(path)) steps.push({ does: "cut", file: fileOf(path), bytes });
    },
    mkdirSync(given: string, options: object) {
      const path = resolve(given);
      const result = original.mkdirSync(path, options);
      if (inside(path) && !files.has(path)) made(path, true);
      return result;
    },
    renameSync(oldPath: string, newPath: string) {
      const [from, to] = [resolve(oldPath), resolve(newPath)];
      original.renameSync(from, to);
      if (!inside(from)) return;
      files.set(to, fileOf(from));
      files.delete(from);
      steps.push({ does: "rename", from, to });
    },
    unlinkSync(given: string) {
      const path = resolve(given);
      original.unlinkSync(path);
      if (inside(path) && files.delete(path)) steps.push({ does: "remove", path });
    },
    rmdirSync(given: string) {
      const path = resolve(given);
      original.rmdirSync(path);
      if (inside(path) && files.delete(path)) steps.push({ does: "remove", path });
    },
    fsyncSync(handle: number) {
      original.fsyncSync(handle);
      flushed(handle, steps.length);
    },
    fdatasyncSync(handle: number) {
      original.fdatasyncSync(handle);
      flushed(handle, steps.length);
    },
    fdatasync(handle: number, done: (error: NodeJS.ErrnoException | null) => void) {
      const from = steps.length;
      original.fdatasync(handle, (error) => {
        if (!error) flushed(handle, from);
        done(error);
      });
    },
  };
  Object.assign(fs, replaced);
  return {
    steps: () => steps.length,
    cut: (count, target, random) => layOut(survivors(steps.slice(0, count), root, random), root, target),
    stop: () =>
      void Object.assign(
        fs,
        Object.fromEntries(Object.keys(replaced).map((name) => [name, Reflect.get(original, name)])),
      ),
  };
}

interface Survivors {
  names: Map<string, { file: number; isFolder: boolean }>;
  contents: Map<number, Content>;
}

/** A file's bytes, in a buffer that grows by doubling. */
class Content {
  private bytes = new Uint8Array(8_192);
  private length = 0;

  resize(length: number): void {
    if (length > this.bytes.length) {
      const longer = new Uint8Array(Math.max(length, this.bytes.length * 2));
      longer.set(this.bytes);
      this.bytes = longer;
    }
    if (length < this.length) this.bytes.fill(0, length, this.length);
    this.length = length;
  }

  write(at: number, bytes: Uint8Array): void {
    if (at + bytes.length > this.length) this.resize(at + bytes.length);
    this.bytes.set(bytes, at);
  }

  all(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/**
 * What a disk has after a cut. Of a folder's names it has the first so many changes, at least those that a flush of the folder
 * covers, or of a file that was made in it; of a file the bytes that were flushed, and any of the others. POSIX promises no more
 * (https://pubs.opengroup.org/onlinepubs/9799919799/functions/fsync.html).
 */
function survivors(steps: readonly Step[], root: string, random: Random): Survivors {
  /** The step until which each file was flushed, and the names of each folder. */
  const flushedUntil = new Map<number, number>();
  const namedUntil = new Map<string, number>();
  const made = new Map<number, { index: number; folder: string }>();
  const raise = <Key>(map: Map<Key, number>, key: Key, index: number) =>
    map.set(key, Math.max(map.get(key) ?? 0, index));
  steps.forEach((step, index) => {
    if (step.does === "make" && !step.isFolder) made.set(step.file, { index, folder: dirname(step.path) });
    if (step.does !== "flush") return;
    raise(flushedUntil, step.file, step.from);
    const own = made.get(step.file);
    if (own) raise(namedUntil, own.folder, own.index + 1);
    else raise(namedUntil, step.path, step.from);
  });
  const ends = new Map<string | number, number>();
  const isLeft = (key: string | number, index: number) => {
    const least = (typeof key === "string" ? namedUntil.get(key) : flushedUntil.get(key)) ?? 0;
    const more = random.below(3) === 0 ? 0 : random.below(steps.length - least + 1);
    const end = ends.get(key) ?? least + more;
    ends.set(key, end);
    return index < end;
  };

  const left: Survivors = { names: new Map([[root, { file: 0, isFolder: true }]]), contents: new Map() };
  steps.forEach((step, index) => {
    if (step.does === "write") {
      const isFlushed = index < (flushedUntil.get(step.file) ?? 0);
      writeSome(contentOf(left, step.file), step, isFlushed ? null : random);
    } else if (step.does === "cut") {
      if (isLeft(step.file, index)) contentOf(left, step.file).resize(step.bytes);
    } else if (step.does === "rename") {
      if (isLeft(dirname(step.from), index) || isLeft(dirname(step.to), index)) applyName(left, step);
    } else if (step.does !== "flush" && isLeft(dirname(step.path), index)) applyName(left, step);
  });
  return left;
}

function contentOf({ contents }: Survivors, file: number): Content {
  const content = contents.get(file) ?? new Content();
  contents.set(file, content);
  return content;
}

function applyName({ names }: Survivors, step: Extract<Step, { does: "make" | "rename" | "remove" }>): void {
  if (step.does === "make") names.set(step.path, step);
  else if (step.does === "remove") names.delete(step.path);
  else {
    const entry = names.get(step.from);
    if (entry) names.set(step.to, entry);
    names.delete(step.from);
  }
}

/** Writes all bytes; with `random` all, none, or some of their sectors. */
function writeSome(content: Content, { at, bytes }: { at: number; bytes: Uint8Array }, random: Random | null): void {
  const share = random?.below(3) ?? ALL;
  if (share === ALL || !random) content.write(at, bytes);
  if (share === ALL || share === NONE || !random) return;
  for (let from = 0; from < bytes.length; from += SECTOR_BYTES) {
    if (random.below(2) === 0) content.write(at + from, bytes.subarray(from, from + SECTOR_BYTES));
  }
}

/** A file whose folder is not there is not there either. */
function layOut({ names, contents }: Survivors, root: string, target: string): void {
  const isThere = (path: string): boolean => path === root || (names.has(path) && isThere(dirname(path)));
  for (const [path, { file, isFolder }] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isThere(path)) continue;
    const place = join(target, path.slice(root.length));
    if (isFolder) fs.mkdirSync(place, { recursive: true, mode: 0o700 });
    else fs.writeFileSync(place, contents.get(file)?.all() ?? new Uint8Array(), { mode: 0o600 });
  }
}
