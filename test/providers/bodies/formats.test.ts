// Bodies in the formats that plugins declare: what goes out comes back, and what is broken, deep or large is named.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { BodyFormat } from "../../../src/plugin/index.ts";
import { lineFeeds } from "../../../src/providers/bodies/line-ends.ts";
import { bodyReader, FORMATS } from "../../../src/providers/bodies/read.ts";
import { UnreadableBody } from "../../../src/providers/bodies/unreadable.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

async function read(format: BodyFormat, body: string | Uint8Array, type: string | null = null): Promise<unknown> {
  return (await bodyReader(format))(typeof body === "string" ? utf8(body) : body, type);
}

/** The code of what is thrown, with its sentence where it says more. */
async function fault(format: BodyFormat, body: string | Uint8Array, type: string | null = null): Promise<string> {
  const error = await read(format, body, type).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnreadableBody);
  const { code, what } = error as UnreadableBody;
  return `${code}: ${what}`;
}

/** Texts with all that the formats give a meaning. */
const text = fc
  .array(fc.constantFrom(..."ab \"',;\n\r\t<>&=+%#@[]äß€😀", "__proto__", "constructor"), { maxLength: 12 })
  .map((parts) => parts.join(""));

const TOO_MANY_VALUES = "too_large: contains more than 250000 values";

describe("JSON", () => {
  test("has a bound of values, and commas and brackets within its texts are none", async () => {
    expect(await fault("json", `[${"0,".repeat(250_000)}0]`)).toBe(TOO_MANY_VALUES);
    const texts = [`"${",[{".repeat(100_000)}`, `\\${",".repeat(250_000)}`];
    expect(await read("json", JSON.stringify(texts))).toEqual(texts);
  });

  test("that is broken is named without a word of it", async () => {
    expect(await fault("json", '{"token":')).toBe("not_json: is not JSON");
  });
});

describe("a body in any format", () => {
  test.each(FORMATS)("of %s may be empty", async (format) => {
    expect(await read(format, "")).toBe(format === "text" ? "" : null);
  });

  const others = FORMATS.filter((format) => format !== "json");
  test.each(others)("of %s has at most 4 MiB", async (format) => {
    const most = 4 * 1024 * 1024;
    const tooLarge = `too_large: is larger than ${most} bytes`;
    expect(await fault(format, new Uint8Array(most + 1).fill(0x61))).toBe(tooLarge);
    const largest = await read(format, new Uint8Array(most).fill(0x61)).catch((error: unknown) => error);
    expect((largest as Partial<UnreadableBody>).code).not.toBe("too_large");
  });

  test.each(others)("of %s may begin with a byte order mark", async (format) => {
    const bodies: Record<string, string> = { xml: "<a>1</a>", csv: "a\n1\n", sse: "data: 1\n\n", form: "a=1" };
    const body = bodies[format] ?? "a";
    expect(await read(format, `\ufeff${body}`)).toEqual(await read(format, body));
  });
});

describe("CSV (RFC 4180)", () => {
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const plainOrQuoted = (value: string, isQuoted: boolean) =>
    isQuoted || /[",\r\n]/.test(value) ? quoted(value) : value;

  test("any table goes out and comes back, however it is quoted and its lines end", async () => {
    const table = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 6 }))
      .chain(([columns, rows]) =>
        fc.tuple(
          fc.uniqueArray(text, { minLength: columns, maxLength: columns }),
          fc.array(fc.array(text, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), fc.constantFrom("\r\n", "\n"), async ([header, rows], isQuoted, end) => {
        const lines = [header, ...rows].map((row) => row.map((value) => plainOrQuoted(value, isQuoted)).join(","));
        const body = lines.map((line) => line + end).join("");
        const expected = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
        expect(await read("csv", body)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("the last line may lack its end, the first may have a byte order mark, and empty lines say nothing", async () => {
    expect(await read("csv", '\ufeffid,name\n1,"a\nb"\n\n2,')).toEqual([
      { id: "1", name: "a\nb" },
      { id: "2", name: "" },
    ]);
  });

  test("lines may end with a carriage return alone, and a table has a bound", async () => {
    expect(await read("csv", 'id,name\r1,"a"\r2,b\r')).toEqual([
      { id: "1", name: "a" },
      { id: "2", name: "b" },
    ]);
    expect(await fault("csv", "a\n".repeat(250_001))).toBe(TOO_MANY_VALUES);
  });

  test.each([
    ["a,b\n1", "has a row with more or fewer fields than its first line"],
    ["a,b\n1,2,3\n", "has a row with more or fewer fields than its first line"],
    ["a,a\n1,2\n", "names a column twice"],
    ['a,b\n"1,2\n', "has a quoted field without an end"],
    ['a,b\n"1"x,2\n', "has text behind a quoted field"],
    ['a,b\n1"x",2\n', "has a quote within a field that does not begin with one"],
  ])("%j is named", async (body, what) => {
    expect(await fault("csv", body)).toBe(`not_csv: is not CSV: it ${what}`);
  });
});

describe("XML", () => {
  type Tree = string | { [name: string]: Tree | Tree[] };
  const escaped = (value: string) => value.replace(/[<>&"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
  const name = fc.constantFrom("a", "b", "c-d", "n:e", "_f", "__proto__", "constructor", "é");
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      text.map((value) => (value.trim() === "" ? "" : value)),
      fc
        .uniqueArray(fc.tuple(name, fc.oneof(tie("tree"), fc.array(tie("tree"), { minLength: 2, maxLength: 3 }))), {
          minLength: 1,
          maxLength: 3,
          selector: ([key]) => key,
        })
        .map((entries) => Object.fromEntries(entries) as Tree),
    ),
  }));
  const write = (key: string, value: Tree | Tree[]): string => {
    if (Array.isArray(value)) return value.map((one) => write(key, one)).join("\n");
    const inner =
      typeof value === "string"
        ? escaped(value)
        : Object.entries(value)
            .map(([k, v]) => write(k, v))
            .join("");
    return `<${key}>${inner}</${key}>`;
  };

  test("any tree goes out and comes back", async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        expect(await read("xml", `<?xml version="1.0"?>\n${write("root", value)}`)).toEqual({ root: value });
      }),
      { numRuns: 300 },
    );
  });

  test("attributes, text beside elements, CDATA and references are kept; namespaces' declarations are not", async () => {
    const body =
      '<r xmlns="urn:x" xmlns:n="urn:n" id="1"> one <n:b x="a&amp;b">&lt;&#65;</n:b><c><![CDATA[<d>]]></c> two <e/></r>';
    expect(await read("xml", body)).toEqual({
      r: { "@id": "1", "n:b": { "@x": "a&b", "#text": "<A" }, c: "<d>", e: "", "#text": "one  two" },
    });
  });

  const laughs =
    '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><l>&c;</l>';
  test.each([
    ["a billion laughs", laughs, "not_xml: is XML with a document type, which is not read"],
    [
      "an external entity",
      '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>',
      "not_xml: is XML with a document type, which is not read",
    ],
    ["10,000 levels", "<a>".repeat(10_000) + "</a>".repeat(10_000), "too_deep: is nested deeper than 100 levels"],
    ["elements without end", `<r>${"<a/>".repeat(250_000)}</r>`, "too_large: contains more than 250000 values"],
    ["attributes without end", `<r ${attributes(260_000)}/>`, "too_large: contains more than 250000 values"],
    ["an undefined entity", "<a>&nbsp;</a>", "not_xml: is not well-formed XML"],
    ["an element without its end", "<a><b></a>", "not_xml: is not well-formed XML"],
    ["two roots", "<a/><b/>", "not_xml: is not well-formed XML"],
    ["a text", "Not found", "not_xml: is not well-formed XML"],
    ["what breaks off", "<a>x", "not_xml: is not well-formed XML"],
  ])("%s is refused", async (_, body, what) => {
    expect(await fault("xml", body)).toBe(what);
  });

  function attributes(count: number): string {
    return Array.from({ length: count }, (_, i) => `a${i}=""`).join(" ");
  }
});

describe("forms", () => {
  test("any fields go out and come back, a repeated one as a list", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), async (fields) => {
        const groups = Map.groupBy(fields, ([name]) => name);
        const expected = [...groups].map(([name, all]) => {
          const values = all.map(([, value]) => value);
          return [name, values.length === 1 ? values[0] : values];
        });
        expect(await read("form", new URLSearchParams(fields).toString())).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 300 },
    );
  });

  test("may end with a line break, which is no part of the last value", async () => {
    for (const end of ["", "\n", "\r\n"]) expect(await read("form", `a=1&b=2${end}`)).toEqual({ a: "1", b: "2" });
  });

  test("what is no form is named", async () => {
    expect(await fault("form", "a=100%")).toBe("not_form: is not a form");
    expect(await fault("form", "a&".repeat(250_001))).toBe("too_large: contains more than 250000 values");
  });
});

describe("server-sent events", () => {
  test("are a list, with the JSON of the last that has any", async () => {
    const body = 'event: message\nid: 1\ndata: {"result":\ndata: {"id":12345678901234567890}}\n\ndata: [DONE]\n';
    expect(await read("sse", body, "text/event-stream")).toEqual({
      events: [
        { event: "message", id: "1", data: '{"result":\n{"id":12345678901234567890}}' },
        { event: "message", id: null, data: "[DONE]" },
      ],
      last: { result: { id: "12345678901234567890" } },
    });
  });

  test("have the JSON of the last one, not of the first", async () => {
    expect(await read("sse", "data: 1\n\ndata: 2\n\ndata: end\n\n")).toMatchObject({ last: 2 });
  });

  test("have lines that end alike, wherever their text is cut", () => {
    const parts = fc.array(fc.constantFrom("\r", "\n", "\r\n", "a", ""), { maxLength: 10 });
    fc.assert(
      fc.property(parts, (texts) => {
        const withLineFeeds = lineFeeds();
        expect(texts.map(withLineFeeds).join("")).toBe(texts.join("").replace(/\r\n?/g, "\n"));
      }),
    );
  });

  test("may be one JSON body, as servers of MCP send it", async () => {
    const { last } = (await read("sse", '{\n  "result": 1\r\n}', "application/json; charset=utf-8")) as {
      last: unknown;
    };
    expect(last).toEqual({ result: 1 });
  });

  test("without any, and more than 10,000, are refused", async () => {
    expect(await fault("sse", "<html>")).toBe("not_sse: has no server-sent event");
    expect(await fault("sse", "data: 1\n\n".repeat(10_001))).toBe("too_large: has more than 10000 events");
  });
});

describe("charsets", () => {
  const latin1 = new Uint8Array([0x67, 0x72, 0xfc, 0xdf, 0x65]);
  const declared = new Uint8Array([
    ...utf8('<?xml version="1.0" encoding="ISO-8859-1"?><a>'),
    ...latin1,
    ...utf8("</a>"),
  ]);

  test("are those of the Content-Type, or of XML's first line", async () => {
    expect(await read("text", latin1, "text/plain; charset=ISO-8859-1")).toBe("grüße");
    expect(await read("xml", declared)).toEqual({ a: "grüße" });
    // Undeclared, these bytes would be read as windows-1252.
    const cyrillic = [...utf8("<?xml version='1.0' encoding='windows-1251'?><a>"), 0xe4, 0xe0, ...utf8("</a>")];
    expect(await read("xml", new Uint8Array(cyrillic))).toEqual({ a: "да" });
    const utf16 = new Uint8Array(new Uint16Array([..."a,b\n1,ü\n"].map((one) => one.charCodeAt(0))).buffer);
    expect(await read("csv", utf16, 'text/csv; charset="utf-16le"')).toEqual([{ a: "1", b: "ü" }]);
  });

  test("that cannot be read end the call", async () => {
    const what = "not_text: is not text in the charset that it declares";
    expect(await fault("text", latin1, "text/plain; charset=utf-8")).toBe(what);
    expect(await fault("csv", latin1, "text/csv; charset=x-unheard-of")).toBe(what);
  });
});

test("S-63: any bytes in any format give a value or a named fault, soon", async () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), text.map(utf8));
  const type = fc.constantFrom(null, "text/plain", "text/xml; charset=utf-16", "application/json", "text/csv;charset=");
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FORMATS), bytes, type, async (format, body, contentType) => {
      const error = await read(format, body, contentType).then(
        (value) => (value === undefined ? "undefined" : null),
        (thrown: unknown) => (thrown instanceof UnreadableBody ? null : thrown),
      );
      expect(error).toBeNull();
    }),
    { numRuns: 500 },
  );
});

describe("S-107: time grows with the size alone", () => {
  const shapes: [BodyFormat, string, string][] = [
    ["csv", "quotes", '"",'],
    ["csv", "doubled quotes", '""""'],
    ["csv", "lines", "\n"],
    ["xml", "open tags", "<"],
    ["xml", "comments", "<!-- -"],
    ["xml", "sections", "<r><![CDATA[]]"],
    ["xml", "references", "<r>&amp;"],
    ["form", "percents", "%"],
    ["form", "equals", "="],
    ["sse", "lines", "data: a\n"],
    ["sse", "returns", "\r"],
    ["text", "marks", "\ufeff"],
  ];
  test.each(shapes)("%s of %s", async (format, _, part) => {
    const body = utf8(part.repeat(Math.floor(4_000_000 / utf8(part).length)));
    await bodyReader(format);
    const startedAt = performance.now();
    await read(format, body).catch(() => {
      // What it is does not matter, only how long it takes.
    });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
