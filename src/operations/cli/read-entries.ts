// Reads the entries of a file one by one, in flat memory: JSON lines, or one JSON array.
import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";

/** Bytes of one entry: several of the longest tokens. */
export const MAX_ENTRY_BYTES = 256 * 1024;

/** An entry with the line that it begins on; `error` where it cannot be read, without anything of its text. */
export type FileEntry = { line: number; value: unknown; bytes: number } | { line: number; error: string };

const [NEWLINE, RETURN, SPACE, TAB, QUOTE, BACKSLASH, COMMA] = [10, 13, 32, 9, 34, 92, 44];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
const isSpace = (byte: number) => byte === SPACE || byte === TAB || byte === NEWLINE || byte === RETURN;
const TOO_LARGE = `The entry has more than ${MAX_ENTRY_BYTES} bytes.`;
const NOT_JSON = "The entry is not valid JSON.";

/** A file that begins with `[` is an array; any other has an entry on each line. */
export async function* readEntries(file: string): AsyncGenerator<FileEntry> {
  let splitter: Splitter | null = null;
  let isFirst = true;
  for await (const chunk of createReadStream(file)) {
    let bytes = chunk as Buffer;
    // The mark that some editors put before UTF-8.
    if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    isFirst = false;
    if (!splitter) {
      const first = bytes.find((byte) => !isSpace(byte));
      if (first !== undefined) splitter = first === OPEN_ARRAY ? createArraySplitter() : createLineSplitter();
      // Lines before the first entry count all the same.
      else splitter = createLineSplitter();
    }
    yield* splitter.take(bytes);
  }
  if (splitter) yield* splitter.end();
}

interface Splitter {
  take(bytes: Buffer): Iterable<FileEntry>;
  end(): Iterable<FileEntry>;
}

/** Collects the bytes of one entry, of a large one only its size. */
function createCollector() {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    add(bytes: Buffer) {
      size += bytes.length;
      if (size > MAX_ENTRY_BYTES) parts = [];
      else if (bytes.length > 0) parts.push(bytes);
    },
    /** The entry, and an empty collector. */
    finish(line: number): FileEntry {
      const [bytes, total] = [Buffer.concat(parts), size];
      parts = [];
      size = 0;
      if (total > MAX_ENTRY_BYTES) return { line, error: TOO_LARGE };
      try {
        const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
        return { line, value, bytes: total };
      } catch {
        // The entry's error tells it.
        return { line, error: NOT_JSON };
      }
    },
    isBlank: () => size <= MAX_ENTRY_BYTES && parts.every((part) => part.every(isSpace)),
    clear() {
      parts = [];
      size = 0;
    },
  };
}

function createLineSplitter(): Splitter {
  const collector = createCollector();
  let line = 1;
  const finish = function* (): Iterable<FileEntry> {
    if (collector.isBlank()) collector.clear();
    else yield collector.finish(line);
  };
  return {
    *take(bytes) {
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
        collector.add(bytes.subarray(from, at));
        yield* finish();
        line++;
        from = at + 1;
      }
      collector.add(Buffer.from(bytes.subarray(from)));
    },
    end: finish,
  };
}

/** Splits at the commas of the outermost array, and checks nothing else: each entry is parsed by itself. */
function createArraySplitter(): Splitter {
  const collector = createCollector();
  let [line, startLine, depth] = [1, 1, 0];
  let [isText, isEscaped, hasEnded, hasContent, isReported] = [false, false, false, false, false];
  const readText = (byte: number) => {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) isText = false;
  };
  return {
    *take(bytes) {
      let from = depth === 0 ? bytes.length : 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] as number;
        if (byte === NEWLINE) line++;
        if (hasEnded) {
          if (isSpace(byte)) continue;
          if (!isReported) yield { line, error: "There is more text after the array." };
          isReported = true;
          return;
        }
        if (!hasContent && depth > 0 && !isSpace(byte)) {
          startLine = line;
          hasContent = byte !== COMMA && byte !== CLOSE_ARRAY;
        }
        if (isText) readText(byte);
        else if (byte === QUOTE) isText = true;
        else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
          if (depth++ === 0) from = at + 1;
        } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
        if (depth === 0 ? byte === CLOSE_ARRAY || byte === CLOSE_OBJECT : depth === 1 && byte === COMMA && !isText) {
          collector.add(bytes.subarray(from, at));
          from = at + 1;
          hasEnded = depth === 0;
          if (hasContent) yield collector.finish(startLine);
          else collector.clear();
          hasContent = false;
        }
      }
      if (!hasEnded && depth > 0) collector.add(Buffer.from(bytes.subarray(from)));
    },
    *end() {
      if (!hasEnded) yield { line, error: "The file ends inside its array." };
    },
  };
}
