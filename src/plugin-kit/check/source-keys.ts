// Finds the keys of object literals in a plugin's source, so that a violation of a declared field can say its line.
import { blanked } from "./source-text.ts";

/** A key of an object literal. */
export interface SourceKey {
  name: string;
  /** The keys of the literals around it, from the outermost in, and its own: `endpoints.list_items.permission`. */
  path: string;
  line: number;
  /** The function that the literal is an argument of, and which one: `pages.cursor`, 0. */
  callee: string | null;
  argument: number;
  /** Whether the outermost literal is the argument of `defineProvider`. */
  isDeclared: boolean;
  /** What it is part of the value of, from the outermost in: none beyond a call or a function. */
  holders: readonly Holder[];
  /** The keys of its literal, its own too, and "..." where something is spread. One list for all keys of the literal. */
  siblings: readonly string[];
  /** The position in the source behind the name. */
  end: number;
}

/** A key, or a constant that has no siblings. */
export interface Holder {
  name: string;
  siblings: readonly string[];
}

interface Frame {
  kind: "{" | "(" | "[";
  /** The path of what encloses it. */
  path: string;
  /** The last key of an object literal. */
  key: string | null;
  /** The function that parentheses call. */
  callee: string | null;
  /** The number of commas so far in parentheses. */
  commas: number;
  isDeclared: boolean;
  /** Those of its keys; null within a pattern or a type. */
  holders: readonly Holder[] | null;
  siblings: string[];
  /** The number of keys before it. */
  keyCount: number;
}

const CALLEE = /(?:(?<![\w$.])|(?<=\.\.\.))([A-Za-z_$][\w$.]*)(?:<[^<>()]*>)?\s*$/;
/** A name, or a text whose content is blank here. */
const KEY = /(\s*(?:(?:async|get|set)\s+(?=[\w$"'`]))?)([A-Za-z_$][\w$]*|(["'`])[^"'`\n]*\3)\s*(?=[:(,}])/y;

/** Methods whose function makes parts of the value. */
const MAKES_PARTS = /\.(?:map|flatMap)$/;
const BEFORE_BODY = /(?:=>|\))$/;
const BEFORE_PATTERN = /\b(?:const|let|var|import|export)$/;
const BEFORE_TYPE = /\b(?:interface\s+\w[^;={}]*|type\s+\w[^;={}]*=)$/;
const BEFORE_CONSTANT = /\bconst\s+(\w+)(?:\s*:[^;={}]*)?\s*=$/;
const AFTER_PARAMETERS = /\s*(?::\s*\w[^;{}()=]*)?(?:=>|\{)/y;
/** Characters before a bracket that are looked at. */
const NEARBY = 120;

/** The holders of the keys that a bracket opens; null within a pattern or a type. */
function holdersIn(
  top: Frame | undefined,
  before: string,
  kind: Frame["kind"],
  callee: string | null,
): readonly Holder[] | null {
  // A template's `${` opens no literal.
  const isNone = kind === "{" && (before.endsWith("$") || BEFORE_PATTERN.test(before) || BEFORE_TYPE.test(before));
  if (isNone || top?.holders === null) return null;
  const constant = kind === "{" ? BEFORE_CONSTANT.exec(before)?.[1] : undefined;
  if (constant !== undefined) return [{ name: constant, siblings: [] }];
  const isBody = kind === "{" && BEFORE_BODY.test(before);
  if (!top || isBody || (callee !== null && !MAKES_PARTS.test(callee))) return [];
  return top.key === null ? top.holders : [...top.holders, { name: top.key, siblings: top.siblings }];
}

function openedFrame(top: Frame | undefined, kind: Frame["kind"], code: string, at: number, keyCount: number): Frame {
  const before = code.slice(Math.max(0, at - NEARBY), at).trimEnd();
  const callee = kind === "(" ? (CALLEE.exec(before)?.[1] ?? null) : null;
  return {
    kind,
    path: top ? pathOf(top) : "",
    key: null,
    callee,
    commas: 0,
    isDeclared: callee === "defineProvider" || (top?.isDeclared ?? false),
    holders: holdersIn(top, before, kind, callee),
    siblings: [],
    keyCount,
  };
}

const pathOf = ({ path, key }: Frame) => [path, key].filter((part) => part !== "" && part !== null).join(".");

export function keysIn(source: string): SourceKey[] {
  const code = blanked(source);
  const keys: SourceKey[] = [];
  const frames: Frame[] = [];
  const parameters: { from: number; to: number }[] = [];
  const readKey = (frame: Frame, at: number, line: number) => {
    KEY.lastIndex = at;
    const match = KEY.exec(code);
    if (!match) {
      if (/\s*\.\.\./y.test(code.slice(at, at + NEARBY))) frame.siblings.push("...");
      return;
    }
    const [, before = "", name = "", quote] = match;
    const start = at + before.length;
    frame.key = source.slice(start + (quote ? 1 : 0), start + name.length - (quote ? 1 : 0));
    frame.siblings.push(frame.key);
    const call = frames.at(-2);
    const isArgument = call?.kind === "(" && call.callee !== null;
    keys.push({
      name: frame.key,
      path: pathOf(frame),
      line: line + before.split("\n").length - 1,
      callee: isArgument ? call.callee : null,
      argument: isArgument ? call.commas : 0,
      isDeclared: frame.isDeclared,
      holders: frame.holders ?? [],
      siblings: frame.siblings,
      end: start + name.length,
    });
  };
  let line = 1;
  for (let at = 0; at < code.length; at++) {
    const char = code[at] as string;
    const top = frames.at(-1);
    if (char === "\n") line++;
    else if (char === "{" || char === "(" || char === "[") {
      const frame = openedFrame(top, char, code, at, keys.length);
      frames.push(frame);
      if (char === "{") readKey(frame, at + 1, line);
    } else if (char === "}" || char === ")" || char === "]") {
      const closed = frames.pop();
      AFTER_PARAMETERS.lastIndex = at + 1;
      if (closed?.kind === "(" && AFTER_PARAMETERS.test(code))
        parameters.push({ from: closed.keyCount, to: keys.length });
    } else if (char === ";" && top) top.key = null;
    else if (char === "," && top) {
      top.commas++;
      if (top.kind === "{") {
        top.key = null;
        readKey(top, at + 1, line);
      }
    }
  }
  return withoutHolders(keys, parameters);
}

/** What functions take apart is no value, and that is seen only behind the parameters. Each key is visited once. */
function withoutHolders(keys: SourceKey[], ranges: readonly { from: number; to: number }[]): SourceKey[] {
  const depthChanges = new Map<number, number>();
  const add = (at: number, change: number) => depthChanges.set(at, (depthChanges.get(at) ?? 0) + change);
  for (const { from, to } of ranges) {
    add(from, 1);
    add(to, -1);
  }
  let depth = 0;
  return keys.map((key, index) => {
    depth += depthChanges.get(index) ?? 0;
    return depth > 0 ? { ...key, holders: [] } : key;
  });
}
