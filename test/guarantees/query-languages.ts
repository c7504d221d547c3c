// Parses the providers' query languages into literal values and code.

/** A piece of a query: `value` is a literal's unescaped text, `code` is everything else. */
export interface Piece {
  kind: "code" | "value";
  text: string;
}

export interface Language {
  /** Throws on an unterminated literal. */
  read(query: string): Piece[];
  /** Whether the text must be the complete query. */
  isFull?: true;
  /** The value that the caller's text must become; default the text itself. */
  expected?(text: string): string;
}

const code = (text: string): Piece => ({ kind: "code", text });
const value = (text: string): Piece => ({ kind: "value", text });

/** Reads literals between `quotes`; `literal` parses one after its opening quote and returns its end. */
function quoted(
  query: string,
  quotes: string,
  literal: (at: number, before: string) => [Piece[], end: number],
): Piece[] {
  const pieces: Piece[] = [];
  let plain = "";
  for (let at = 0; at < query.length; ) {
    const sign = query[at] as string;
    plain += sign;
    at++;
    if (!quotes.includes(sign)) continue;
    const [inner, end] = literal(at, plain);
    pieces.push(code(plain), ...inner);
    plain = sign;
    at = end;
  }
  return [...pieces, code(plain)];
}

const NEVER = new Error("A literal never ends.");

/** A backslash quotes the next character; `escapes` maps those with another meaning. */
function escapedUntil(
  query: string,
  from: number,
  quote: string,
  escapes: Record<string, string> = {},
): [string, number] {
  let text = "";
  for (let at = from; at < query.length; at++) {
    const sign = query[at] as string;
    if (sign === quote) return [text, at + 1];
    if (sign !== "\\") text += sign;
    else {
      const next = query[++at];
      if (next === undefined) break;
      text += escapes[next] ?? next;
    }
  }
  throw NEVER;
}

function doubledUntil(query: string, from: number, quote: string): [string, number] {
  let text = "";
  for (let at = from; at < query.length; at++) {
    if (query[at] !== quote) text += query[at];
    else if (query[at + 1] === quote) text += query[at++];
    else return [text, at + 1];
  }
  throw NEVER;
}

/** Drive's `q`: developers.google.com/workspace/drive/api/guides/ref-search-terms. */
export const DRIVE: Language = {
  read: (query) =>
    quoted(query, "'", (at) => {
      const [text, end] = escapedUntil(query, at, "'");
      return [[value(text)], end];
    }),
};

/** OData 4.01, URL Conventions, 5.1.1.6.1: a quote is doubled. */
export const ODATA: Language = {
  read: (query) =>
    quoted(query, "'", (at) => {
      const [text, end] = doubledUntil(query, at, "'");
      return [[value(text)], end];
    }),
};

const blanks = (text: string, signs: RegExp) => text.replace(signs, " ").trim();

/** OneDrive's `search(q='…')` in a path: no slash can stand in it. */
export const ODATA_IN_PATH: Language = { ...ODATA, expected: (text) => blanks(text, /[/\\\u0000-\u001f\u007f]+/g) };

/** Graph's `$search`: words in double quotes, within which nothing escapes one. */
export const GRAPH_SEARCH: Language = {
  read(query) {
    const [, words] = /^"([^"\\]*)"$/.exec(query) ?? [];
    if (words === undefined) throw NEVER;
    return [value(words)];
  },
  expected: (text) => blanks(text, /["\\\u0000-\u001f\u007f]+/g),
};

/**
 * A text search of Jira within a literal: reserved signs are operators unless escaped, and so are three words in capitals;
 * case means nothing else: support.atlassian.com/jira-software-cloud/docs/search-syntax-for-text-fields.
 */
function readWords(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = "";
  const operator = (sign: string) => {
    pieces.push(value(plain), code(sign));
    plain = "";
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    const word = /^(?:AND|OR|NOT)\b/.exec(text.slice(at))?.[0];
    if (sign === "\\") plain += text[++at] ?? "";
    else if (/[-+&|!(){}[\]^"~*?:/]/.test(sign)) operator(sign);
    else if (word && !/\w/.test(text[at - 1] ?? "")) {
      operator(word);
      at += word.length - 1;
    } else plain += sign;
  }
  return [...pieces, value(plain)];
}

/** JQL: developer.atlassian.com, "Advanced searching", on reserved characters; behind `~` stands a text search. */
export const JQL: Language = {
  read: (query) =>
    quoted(query, `"'`, (at, before) => {
      const [text, end] = escapedUntil(query, at, before.at(-1) as string);
      return [/~ .$/.test(before) ? readWords(text) : [value(text)], end];
    }),
};
export const JQL_WORDS: Language = {
  ...JQL,
  expected: (text) => text.replace(/\b(?:AND|OR|NOT)\b/g, (word) => word.toLowerCase()),
};

const SOQL_ESCAPES = { n: "\n", N: "\n", r: "\r", R: "\r", t: "\t", T: "\t", b: "\b", f: "\f" };

/** SOQL: developer.salesforce.com, "Quoted String Escape Sequences"; behind LIKE, % and _ are wildcards. */
export const SOQL: Language = {
  read: (query) =>
    quoted(query, "'", (at, before) => {
      const isPattern = /LIKE '$/.test(before);
      const [, end] = escapedUntil(query, at, "'");
      const inner = query.slice(at, end - 1).match(/\\.|[^\\]/gs) ?? [];
      const pieces: Piece[] = [];
      for (const part of inner) {
        const text = part[0] === "\\" ? (SOQL_ESCAPES[part[1] as "n"] ?? (part[1] as string)) : part;
        const last = pieces.at(-1);
        if (isPattern && (part === "%" || part === "_")) pieces.push(code(part));
        else if (last?.kind === "value") last.text += text;
        else pieces.push(value(text));
      }
      return [pieces, end];
    }),
  expected: (text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, " "),
};

/** SOSL: developer.salesforce.com, "FIND {SearchQuery}"; words within the braces, each reserved sign escaped. */
export const SOSL: Language = {
  read(query) {
    const start = query.indexOf("{") + 1;
    const pieces: Piece[] = [code(query.slice(0, start))];
    let word = "";
    for (let at = start; at < query.length; at++) {
      const sign = query[at] as string;
      const phrase = /^"(and|or|not)"(?=[ }])/i.exec(query.slice(at));
      if (phrase) {
        word += phrase[1];
        at += phrase[0].length - 1;
      } else if (sign === "\\") word += query[++at] ?? "";
      else if (sign === "}") return [...pieces, value(word), code(query.slice(at))];
      else if (
        /[?&|!{[\]()^~*:"'+-]/.test(sign) ||
        (/^(?:and|or|not)\b/i.test(query.slice(at)) && /[ {]/.test(query[at - 1] as string))
      )
        throw new Error(`An operator: ${query.slice(at, at + 5)}`);
      else word += sign;
    }
    throw NEVER;
  },
  expected: (text) => text.replace(/[\u0000-\u001f\u007f\s]+/g, " ").trim(),
};

/** A separate parameter or JSON field without any syntax. */
export const PLAIN: Language = { read: (query) => [value(query)], isFull: true };

/** Comma-separated names: the caller's follow the plugin's, and the schema accepts only names and commas. */
export const NAMES: Language = { read: (query) => [value(query)] };

/** The caller writes the query itself, which must be one complete parameter. */
export const OPEN = PLAIN;

/** Airtable's formulas: text in quotes, where a backslash escapes, and names of fields in braces, where nothing does. */
export const AIRTABLE: Language = {
  read: (query) =>
    quoted(query, `"'{`, (at, before) => {
      const quote = before.at(-1) as string;
      if (quote !== "{") {
        const [text, end] = escapedUntil(query, at, quote, { n: "\n", r: "\r", t: "\t" });
        return [[value(text)], end];
      }
      const end = query.indexOf("}", at) + 1;
      if (end === 0) throw NEVER;
      return [[value(query.slice(at, end - 1))], end];
    }),
  expected: (text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, " "),
};

/** Shopify's search: the caller's own in brackets, before the plugin's terms, in which no bracket closes. */
export const SHOPIFY: Language = {
  read: (query) => {
    const [, own, terms] = /^\((.*)\) AND ([^()]*)$/s.exec(query) ?? [];
    return own === undefined ? [value(query)] : [code("("), value(own), code(`) AND ${terms}`)];
  },
};

/** Zendesk's search: the plugin's terms, quoted literals without escapes, and after them the caller's own. */
export const ZENDESK: Language = {
  read(query) {
    const pieces: Piece[] = [];
    let rest = query;
    for (;;) {
      const [all, name, literal, time] = /^([a-z]+)(?::"([^"]*)"|>=(\S+))(?: |$)/.exec(rest) ?? [];
      if (all === undefined) break;
      pieces.push(...(time === undefined ? [code(`${name}:"`), value(literal ?? ""), code('" ')] : [code(all)]));
      rest = rest.slice(all.length);
    }
    if ((rest.match(/"/g) ?? []).length % 2 === 1) throw NEVER;
    return [...pieces, value(rest)];
  },
};

/** A URL or URN that ends in an id. */
export const ENDING: Language = {
  read(query) {
    const at = Math.max(query.lastIndexOf("/"), query.lastIndexOf(":")) + 1;
    return [code(query.slice(0, at)), value(query.slice(at))];
  },
};

/** JSON as the text of a form's field: its strings are values. */
export const JSON_TEXT: Language = { read: (query) => piecesOfJson(JSON.parse(query)) };

function piecesOfJson(json: unknown): Piece[] {
  if (typeof json === "string") return [code('"'), value(json), code('"')];
  if (typeof json !== "object" || json === null) return [code(String(json))];
  const inner = Object.entries(json).flatMap(([name, one]) => [code(`${name}:`), ...piecesOfJson(one)]);
  return [code("{"), ...inner, code("}")];
}

/** A Drive expression within the plugin's parentheses: it cannot leave them if its own parentheses and literals are balanced. */
export const DRIVE_EXPRESSION: Language = {
  read(query) {
    let depth = 0;
    for (const { kind, text } of DRIVE.read(query)) {
      for (const sign of kind === "code" ? text : "") {
        if (sign === "(") depth++;
        if (sign === ")" && --depth < 0) throw new Error("A parenthesis too many.");
      }
    }
    if (depth > 0) throw new Error("A parenthesis is left open.");
    return [value(query)];
  },
};
