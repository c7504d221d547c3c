// Writes TypeScript expressions as the project's formatter would: 120 columns, broken where they are longer.

/** An expression. `text` is one that is never broken, such as a name or a literal. */
export type Code =
  | { kind: "text"; text: string }
  | { kind: "object"; entries: readonly Entry[]; isOpen?: boolean }
  | { kind: "list"; items: readonly Code[] }
  | { kind: "call"; name: string; args: readonly Code[] }
  /** `head` with the object that it returns. */
  | { kind: "arrow"; head: string; body: Code };

export interface Entry {
  name: string;
  value: Code;
  /** Lines above it; they keep the object open. */
  comments?: readonly string[];
}

const WIDTH = 120;
const NAME = /^[A-Za-z_$][\w$]*$/;

export const raw = (text: string): Code => ({ kind: "text", text });
/** A literal: JSON is TypeScript, but for two line ends that end a string nowhere any more (ECMAScript 2019). */
export const literal = (value: string | number | boolean): Code =>
  raw(typeof value === "string" ? quoted(value) : JSON.stringify(value));
export const object = (entries: readonly Entry[], isOpen = false): Code => ({ kind: "object", entries, isOpen });
export const list = (items: readonly Code[]): Code => ({ kind: "list", items });
export const call = (name: string, ...args: Code[]): Code => ({ kind: "call", name, args });
export const arrow = (head: string, body: Code): Code => ({ kind: "arrow", head, body });
export const entry = (name: string, value: Code, comments?: readonly string[]): Entry => ({ name, value, comments });

/** In the quotes of which the text has fewer. */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  if (text.split('"').length <= text.split("'").length) return json;
  const inner = json.slice(1, -1).replace(/\\(.)/g, (escaped, letter: string) => (letter === '"' ? '"' : escaped));
  return `'${inner.replaceAll("'", "\\'")}'`;
}

/** The expression with other text in its names and literals. */
export function withTexts(code: Code, change: (text: string) => string): Code {
  const inner = (one: Code) => withTexts(one, change);
  switch (code.kind) {
    case "text":
      return raw(change(code.text));
    case "object":
      return { ...code, entries: code.entries.map((one) => ({ ...one, value: inner(one.value) })) };
    case "list":
      return list(code.items.map(inner));
    case "call":
      return call(code.name, ...code.args.map(inner));
    case "arrow":
      return arrow(code.head, inner(code.body));
  }
}

/** The names that an expression calls, without what stands behind a dot. */
export function calledIn(code: Code): string[] {
  switch (code.kind) {
    case "text":
      return [];
    case "object":
      return code.entries.flatMap(({ value }) => calledIn(value));
    case "list":
      return code.items.flatMap(calledIn);
    case "call":
      return [code.name.split(".")[0] as string, ...code.args.flatMap(calledIn)];
    case "arrow":
      return calledIn(code.body);
  }
}

/** `before` is what stands on the line already, `after` how many characters follow at the end. */
export function print(code: Code, indent = 0, before = 0, after = 0): string {
  const flat = flatOf(code);
  if (flat !== null && before + flat.length + after <= WIDTH) return flat;
  const pad = " ".repeat(indent);
  switch (code.kind) {
    case "text":
      return code.text;
    case "arrow":
      return `${code.head} => (${print(code.body, indent, WIDTH)})`;
    case "list":
      return code.items.length === 0 ? "[]" : `[\n${lines(code.items, indent)}${pad}]`;
    case "object":
      return code.entries.length === 0
        ? "{}"
        : `{\n${code.entries.map((one) => member(one, indent + 2)).join("")}${pad}}`;
    case "call":
      return callText(code, indent, before);
  }
}

function lines(items: readonly Code[], indent: number): string {
  const pad = " ".repeat(indent + 2);
  return items.map((item) => `${pad}${print(item, indent + 2, indent + 2, 1)},\n`).join("");
}

function member({ name, value, comments = [] }: Entry, indent: number): string {
  const pad = " ".repeat(indent);
  const key = keyOf(name);
  const notes = comments.map((line) => `${pad}// ${line}\n`).join("");
  const start = `${pad}${key}: `;
  const isLongText = value.kind === "text" && /^["']/.test(value.text) && start.length + value.text.length + 1 > WIDTH;
  if (isLongText && key.length > 2) return `${notes}${pad}${key}:\n${pad}  ${value.text},\n`;
  return `${notes}${start}${print(value, indent, start.length, 1)},\n`;
}

/** The last argument is opened alone where it is an object or a list and the ones before it fit. */
function callText({ name, args }: Extract<Code, { kind: "call" }>, indent: number, before: number): string {
  const last = args.at(-1);
  const others = args.slice(0, -1).map(flatOf);
  const isHugged = last?.kind === "object" || last?.kind === "list" || last?.kind === "arrow";
  if (isHugged && last && others.every((one) => one !== null)) {
    const start = `${name}(${others.map((one) => `${one}, `).join("")}`;
    if (before + start.length + 1 <= WIDTH) return `${start}${print(last, indent, WIDTH)})`;
  }
  return `${name}(\n${lines(args, indent)}${" ".repeat(indent)})`;
}

/** On one line; null where it cannot stand on one. */
function flatOf(code: Code): string | null {
  const all = (codes: readonly Code[]) => {
    const texts = codes.map(flatOf);
    return texts.every((text) => text !== null) ? texts.join(", ") : null;
  };
  switch (code.kind) {
    case "text":
      return code.text;
    case "list": {
      const items = all(code.items);
      return items === null ? null : `[${items}]`;
    }
    case "call": {
      const args = all(code.args);
      return args === null ? null : `${code.name}(${args})`;
    }
    case "arrow": {
      const body = flatOf(code.body);
      return body === null ? null : `${code.head} => (${body})`;
    }
    case "object":
      return flatObject(code);
  }
}

function flatObject({ entries, isOpen }: Extract<Code, { kind: "object" }>): string | null {
  if (entries.length === 0) return "{}";
  if (isOpen || entries.some(({ comments = [] }) => comments.length > 0)) return null;
  const members = entries.map(({ name, value }) => {
    const text = flatOf(value);
    return text === null ? null : `${keyOf(name)}: ${text}`;
  });
  return members.every((one) => one !== null) ? `{ ${members.join(", ")} }` : null;
}

const keyOf = (name: string) => (NAME.test(name) ? name : JSON.stringify(name));
