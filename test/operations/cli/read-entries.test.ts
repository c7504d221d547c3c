// Reading the entries of an import's file: JSON lines and arrays, broken ones, and a hundred thousand in flat memory.

import { heapStats } from "bun:jsc";
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AdminApi } from "../../../src/operations/cli/admin-api.ts";
import { importFile } from "../../../src/operations/cli/integration-commands.ts";
import { type FileEntry, MAX_ENTRY_BYTES, readEntries } from "../../../src/operations/cli/read-entries.ts";
import { MiB } from "../../support/memory.ts";

setDefaultTimeout(60_000);
const folder = mkdtempSync(join(tmpdir(), "entries-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bytes in use after a full collection. */
function liveBytes(): number {
  Bun.gc(true);
  const { heapSize, extraMemorySize } = heapStats();
  return heapSize + extraMemorySize;
}

let files = 0;
async function read(text: string | Uint8Array): Promise<FileEntry[]> {
  const file = join(folder, `${++files}.json`);
  writeFileSync(file, text);
  return Array.fromAsync(readEntries(file));
}
const valuesOf = (entries: FileEntry[]) =>
  entries.map((one) => ("value" in one ? [one.line, one.value] : [one.line, one.error]));
const NOT_JSON = "The entry is not valid JSON.";
const TOO_LARGE = `The entry has more than ${MAX_ENTRY_BYTES} bytes.`;

describe("entries of a file", () => {
  test.each([
    [
      "lines",
      '{"a":1}\n{"a":2}',
      [
        [1, { a: 1 }],
        [2, { a: 2 }],
      ],
    ],
    [
      "lines with blank ones, line ends of Windows and a byte order mark",
      '\ufeff\r\n{"a":1}\r\n\r\n{"a":2}\r\n',
      [
        [2, { a: 1 }],
        [4, { a: 2 }],
      ],
    ],
    [
      "a broken line among others",
      '{"a":1}\n{"a":"sk_live_x\n{"a":2}\n',
      [
        [1, { a: 1 }],
        [2, NOT_JSON],
        [3, { a: 2 }],
      ],
    ],
    [
      "values that are no object",
      '1\n"x"\nnull\n',
      [
        [1, 1],
        [2, "x"],
        [3, null],
      ],
    ],
    [
      "an array on one line",
      '[{"a":1},{"a":2}]',
      [
        [1, { a: 1 }],
        [1, { a: 2 }],
      ],
    ],
    [
      "an array on many lines",
      '\n[\n  {\n "a": [1, {"b": "],}"}]\n },\n {"a": "\\"]\\\\"}\n]\n',
      [
        [3, { a: [1, { b: "],}" }] }],
        [6, { a: '"]\\' }],
      ],
    ],
    ["an empty array", " [ ] \n", []],
    [
      "an array with a hole",
      '[{"a":1},,{"a":2}]',
      [
        [1, { a: 1 }],
        [1, { a: 2 }],
      ],
    ],
    [
      "a broken entry of an array",
      '[{"a":1},\n{"a" 2},\n{"a":3}]',
      [
        [1, { a: 1 }],
        [2, NOT_JSON],
        [3, { a: 3 }],
      ],
    ],
    [
      "an array that does not end",
      '[{"a":1},{"a":',
      [
        [1, { a: 1 }],
        [1, "The file ends inside its array."],
      ],
    ],
    [
      "something behind an array",
      '[{"a":1}]\n{"a":2}{"a":3}',
      [
        [1, { a: 1 }],
        [2, "There is more text after the array."],
      ],
    ],
    ["nothing", "", []],
  ] as [string, string, unknown[]][])("%s", async (_, text, expected) => {
    expect(valuesOf(await read(text))).toEqual(expected as never);
  });

  test("bytes that are no UTF-8 break their line alone", async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n{"a":2}\n')]);
    expect(valuesOf(await read(bytes))).toEqual([
      [1, NOT_JSON],
      [2, { a: 2 }],
    ]);
  });

  test.each([
    ["a line", (entries: string[]) => entries.join("\n")],
    ["an entry of an array", (entries: string[]) => `[${entries.join(",\n")}]`],
  ])("%s over the bound is refused, and the next one read", async (_, join) => {
    const text = join([`{"a":"${"x".repeat(3 * MAX_ENTRY_BYTES)}"}`, '{"a":2}']);
    expect(valuesOf(await read(text))).toEqual([
      [1, TOO_LARGE],
      [2, { a: 2 }],
    ]);
  });

  test.each(["lines", "array"])("a hundred thousand entries (%s) are imported in flat memory", async (form) => {
    const file = join(folder, `many-${form}.json`);
    const handle = openSync(file, "w");
    const [open, between, close] = form === "array" ? ["[", ",\n", "]"] : ["", "\n", "\n"];
    const count = 100_000;
    for (let i = 0; i < count; i += 100) {
      const some = Array.from({ length: 100 }, (_, j) =>
        JSON.stringify({ user: "ada@example.com", account: `c-${i + j}`, access_token: "t".repeat(1_500) }),
      );
      writeSync(handle, (i === 0 ? open : between) + some.join(between));
    }
    writeSync(handle, close);
    closeSync(handle);
    expect(statSync(file).size).toBeGreaterThan(100 * MiB);
    let sent = 0;
    const live: number[] = [];
    const results = (n: number) => Array.from({ length: n }, (_, index) => ({ index, outcome: "imported" }));
    const api = {
      async call(_: string, { body }: { body: object }) {
        const { entries } = body as { entries: unknown[] };
        sent += entries.length;
        if (sent === count / 10 || sent === count) live.push(liveBytes());
        return { results: results(entries.length) };
      },
    };
    const told: string[] = [];
    const { error } = console;
    console.error = (line: string) => void (told.length < 10 && told.push(line));
    try {
      const result = await importFile(api as unknown as AdminApi, { json: true }, file);
      expect([sent, result.result.read, result.result.imported, result.isComplete]).toEqual([
        count,
        count,
        count,
        true,
      ]);
      // A reader that kept what it has read would hold nine tenths of the file more at the end.
      const [early = 0, late = 0] = live;
      expect([live.length, late - early < statSync(file).size / 10]).toEqual([2, true]);
      expect(told[0]).toBe("25 read, 25 imported");
    } finally {
      console.error = error;
    }
  });
});
