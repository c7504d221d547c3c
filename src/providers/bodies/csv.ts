// Reads comma-separated values (RFC 4180) in one pass.
import { MAX_VALUES, tooManyValues, UnreadableBody } from "./unreadable.ts";

/** Each row by the names of the header line; throws `UnreadableBody` where a row has more or fewer fields than it. */
export function readCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = rowsOf(text);
  if (new Set(header).size < header.length) throw broken("names a column twice");
  return rows.map((row) => {
    if (row.length !== header.length) throw broken("has a row with more or fewer fields than its first line");
    return Object.fromEntries(header.map((name, i) => [name, row[i] as string]));
  });
}

const broken = (what: string) => new UnreadableBody("not_csv", `is not CSV: it ${what}`);

/** Rows of at least one field; a line without anything is a row only where the first line has one field. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let count = 0;
  for (let at = 0; at < text.length || row.length > 0; ) {
    const { value, end } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at);
    if (++count > MAX_VALUES) throw tooManyValues();
    row.push(value);
    const mark = text.startsWith("\r\n", end) ? "\r\n" : (text[end] ?? "\n");
    if (mark !== "," && mark !== "\n" && mark !== "\r\n" && mark !== "\r")
      throw broken("has text behind a quoted field");
    at = end + mark.length;
    if (mark === ",") continue;
    if (row.length > 1 || value !== "" || (rows[0] ?? row).length === 1) rows.push(row);
    row = [];
  }
  return rows;
}

interface FieldAt {
  value: string;
  /** The index at which the field's text ends. */
  end: number;
}

const STOPS = /[,\r\n"]/g;

function plainAt(text: string, at: number): FieldAt {
  STOPS.lastIndex = at;
  const end = STOPS.exec(text)?.index ?? text.length;
  if (text[end] === '"') throw broken("has a quote within a field that does not begin with one");
  return { value: text.slice(at, end), end };
}

/** The field whose opening quote is at `at`; two quotes within it are one. */
function quotedAt(text: string, at: number): FieldAt {
  const parts: string[] = [];
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw broken("has a quoted field without an end");
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 };
    from = quote + 2;
  }
}
