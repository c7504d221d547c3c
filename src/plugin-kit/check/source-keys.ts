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
}

const CALLEE = /(?<![\w$.])([A-Za-z_$][\w$.]*)(?:<[^<>()]*>)?\s*$/;
/** A name, or a text whose content is blank here. */
const KEY = /(\s*(?:(?:async|get|set)\s+(?=[\w$"'`]))?)([A-Za-z_$][\w$]*|(["'`])[^"'`\n]*\3)\s*(?=[:(,}])/y;

export function keysIn(source: string): SourceKey[] {
  const code = blanked(source);
  const keys: SourceKey[] = [];
  const frames: Frame[] = [];
  const pathOf = ({ path, key }: Frame) => [path, key].filter((part) => part !== "" && part !== null).join(".");
  const readKey = (frame: Frame, at: number, line: number) => {
    KEY.lastIndex = at;
    const match = KEY.exec(code);
    if (!match) return;
    const [, before = "", name = "", quote] = match;
    const start = at + before.length;
    frame.key = source.slice(start + (quote ? 1 : 0), start + name.length - (quote ? 1 : 0));
    const call = frames.at(-2);
    const isArgument = call?.kind === "(" && call.callee !== null;
    keys.push({
      name: frame.key,
      path: pathOf(frame),
      line: line + before.split("\n").length - 1,
      callee: isArgument ? call.callee : null,
      argument: isArgument ? call.commas : 0,
      isDeclared: frame.isDeclared,
    });
  };
  let line = 1;
  for (let at = 0; at < code.length; at++) {
    const char = code[at] as string;
    const top = frames.at(-1);
    if (char === "\n") line++;
    else if (char === "{" || char === "(" || char === "[") {
      const callee = char === "(" ? (CALLEE.exec(code.slice(Math.max(0, at - 80), at))?.[1] ?? null) : null;
      const isDeclared = callee === "defineProvider" || (top?.isDeclared ?? false);
      const frame: Frame = { kind: char, path: top ? pathOf(top) : "", key: null, callee, commas: 0, isDeclared };
      frames.push(frame);
      if (char === "{") readKey(frame, at + 1, line);
    } else if (char === "}" || char === ")" || char === "]") frames.pop();
    else if (char === "," && top) {
      top.commas++;
      if (top.kind === "{") {
        top.key = null;
        readKey(top, at + 1, line);
      }
    }
  }
  return keys;
}
