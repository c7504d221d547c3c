// The kit's rule for requests in a plugin's source: a fixture sends each path that they write, and each name.
import { FOLDERS, objectIn, readFixtures } from "./fixture-files.ts";
import { isObject, type Json } from "./like.ts";
import { codeFiles, readSource } from "./source-files.ts";
import { type Holder, keysIn, type SourceKey } from "./source-keys.ts";
import { blanked, lineOf } from "./source-text.ts";
import type { Violation } from "./violation.ts";

const PARTS = ["query", "json", "form", "headers"] as const;
type Part = (typeof PARTS)[number];

/** A request of a fixture: its method and path, and the names in its parts. */
interface SentRequest extends Record<Part, ReadonlySet<string>> {
  method: string;
  path: string;
}

/**
 * The requests, and names in them, that no fixture sends: what is misspelt there would not be seen. A name is sent where a
 * request of the path and method beside it has it; where the source makes the path elsewhere, any request will do.
 */
export function unsentViolations(folder: string): Violation[] {
  const sent = sentRequests(folder);
  return codeFiles(folder).flatMap((file) => {
    const { paths, names } = writtenIn(readSource(folder, file));
    const unsentPaths = paths.filter((path) => !sent.some((request) => isAt(path, request)));
    const unsentNames = names.filter((name) => !sent.some((request) => hasName(request, name)));
    return [
      ...unsentPaths.map(({ line, ...path }) => ({ line, what: `has the request ${textOf(path)}` })),
      ...unsentNames
        .filter(({ path }) => path === null || !unsentPaths.includes(path))
        .map(({ name, part, path, line }) => ({
          line,
          what: `has \`${name}\` in \`${part}\` of ${path === null ? "a request" : textOf(path)}`,
        })),
    ].map(({ line, what }) => ({
      where: `${file}:${line}`,
      message: `${what}, which no fixture sends: add one, or correct it.`,
    }));
  });
}

const textOf = ({ method, text }: Pick<WrittenPath, "method" | "text">) => [method, text].filter(Boolean).join(" ");

const isAt = ({ method, pattern }: WrittenPath, request: SentRequest): boolean =>
  (method === null || method === request.method) && pattern.test(request.path);

function hasName(request: SentRequest, { name, part, path }: WrittenName): boolean {
  if (path !== null && !isAt(path, request)) return false;
  if (part === "headers") return request.headers.has(name.toLowerCase());
  return path === null ? PARTS.some((one) => request[one].has(name)) : request[part].has(name);
}

interface WrittenPath {
  /** As the source has it. */
  text: string;
  /** Which paths it can be, or be a part of. */
  pattern: RegExp;
  /** Null where the source does not say it beside the path. */
  method: string | null;
  line: number;
}

interface WrittenName {
  name: string;
  part: Part;
  path: WrittenPath | null;
  line: number;
}

/** The paths in a source, and the keys of the objects that become a part of a request. */
function writtenIn(source: string): { paths: WrittenPath[]; names: WrittenName[] } {
  const keys = keysIn(source);
  const byIndex = pathsIn(source);
  const byLiteral = new Map<readonly string[], WrittenPath>();
  for (const key of keys) {
    const path = key.name === "path" ? byIndex.get(valueStart(source, key)) : undefined;
    if (path) byLiteral.set(key.siblings, path);
  }
  for (const { name, siblings, end } of keys) {
    const path = byLiteral.get(siblings);
    if (name === "method" && path) path.method = METHOD.exec(source.slice(end, end + NEARBY))?.[1] ?? null;
  }
  const names = keys.flatMap(({ name, holders, line, end }) => {
    const holder = holders.find((one) => PARTS.includes(one.name as Part));
    if (!holder || isOfResponse(holder) || REMOVED.test(source.slice(end, end + NEARBY))) return [];
    return [{ name, part: holder.name as Part, path: byLiteral.get(holder.siblings) ?? null, line }];
  });
  return { paths: [...byIndex.values()], names };
}

/** Characters behind a key that are looked at. */
const NEARBY = 200;
const METHOD = /^["'`]?\s*:\s*"([A-Z]+)"\s*[,}]/;
/** A value that takes a name out of what is spread before it. */
const REMOVED = /^["'`]?\s*:\s*undefined\b/;

/** A `run` makes such an object of a response: it has a status, or spreads what it got. */
const isOfResponse = ({ name, siblings }: Holder): boolean =>
  name === "json" && !siblings.includes("path") && ["status", "..."].some((one) => siblings.includes(one));

/** The position of a key's value, or the first argument of a function that makes it. */
function valueStart(source: string, { end }: SourceKey): number {
  const before = /^\s*:\s*(?:\w+\(\s*)*/.exec(source.slice(end, end + NEARBY))?.[0] ?? "";
  return end + before.length;
}

const PATH = /(?<![\w$.])path`((?:[^`$\\]|\$(?!\{)|\$\{[^{}`]*\})*)`/g;
const FILLED_IN = /\$\{[^{}`]*\}/;

/** The paths of a source by where they begin. The value of a key is a whole path, all others may be a part of one. */
function pathsIn(source: string): Map<number, WrittenPath> {
  const code = blanked(source);
  const found = [...source.matchAll(PATH)].filter(({ index }) => code.startsWith("path`", index));
  return new Map(
    found.map(({ 0: tag, 1: text = "", index }) => {
      const isWhole =
        code.slice(Math.max(0, index - 6), index) === "path: " &&
        /^\s*[,}]/.test(code.slice(index + tag.length, index + tag.length + NEARBY));
      const parts = text.split(FILLED_IN).map((part) => RegExp.escape(part));
      const pattern = new RegExp(`${parts.join("[^/]*")}${isWhole ? "$" : ""}`);
      return [index, { text, pattern, method: null, line: lineOf(source, index) }];
    }),
  );
}

function sentRequests(folder: string): SentRequest[] {
  const files = ["fixtures", ...FOLDERS.map((name) => `fixtures/${name}`)].flatMap((at) => readFixtures(folder, at));
  return files.flatMap(({ text }) => requestsIn(objectIn(text))).flatMap(sentRequest);
}

/** The requests of exchanges, and those that a fixture of OAuth lists. */
function requestsIn(fixture: Json | null): Json[] {
  const { upstream, requests } = fixture ?? {};
  const exchanges = Array.isArray(upstream) ? upstream.map((exchange: Json | null) => exchange?.request) : [];
  return [...exchanges, ...(Array.isArray(requests) ? requests : [])].filter(isObject);
}

function sentRequest({ method = "GET", url, json, form, text, headers }: Json): SentRequest[] {
  const parsed = URL.parse(String(url));
  if (!parsed) return [];
  return [
    {
      method: String(method),
      path: parsed.pathname,
      query: new Set(parsed.searchParams.keys()),
      json: new Set([...keysWithin(json), ...keysInText(text)]),
      form: new Set(Object.keys(form ?? {})),
      headers: new Set(Object.keys(headers ?? {}).map((name) => name.toLowerCase())),
    },
  ];
}

function keysWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysWithin);
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysWithin(inner)]) : [];
}

/** Names in a body that a fixture has as text, such as JSON beside a file. */
const keysInText = (text: unknown): string[] =>
  typeof text === "string" ? [...text.matchAll(/"([^"\\\n]+)"\s*:/g)].map(([, name = ""]) => name) : [];
