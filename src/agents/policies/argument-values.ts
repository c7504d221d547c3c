// Finds the values of a call's arguments by their paths, such as `to` or `attendees.email`: a step goes into every element of a
// list.
import { type Compared, compared } from "./compared-value.ts";

/** Values behind one path; what is beyond stands as one that compares with nothing. */
const MAX_VALUES = 10_000;

export interface ValuesAt {
  /** Those that are there; null counts as missing, as it does in calls by name. */
  values: readonly Compared[];
  /** Whether the path, or one element of a list on it, has no value. */
  isMissing: boolean;
}

/** The arguments of one call, for any number of rules. */
export interface ArgumentReader {
  at(path: ArgumentPath): ValuesAt;
}

export interface ArgumentPath {
  text: string;
  steps: readonly string[];
}

export const argumentPath = (text: string): ArgumentPath => ({ text, steps: text.split(".") });

/** Stands for an argument whose value cannot be known before the call, such as a streamed body: it compares with nothing. */
export const UNREAD: unknown = Object.freeze({});

/** Reads a call's arguments. What is read is remembered, so the arguments may not change between. */
export function readArguments(args: Readonly<Record<string, unknown>>): ArgumentReader {
  const found = new Map<string, ValuesAt>();
  return {
    at(path) {
      const known = found.get(path.text) ?? valuesAt(args, path.steps);
      found.set(path.text, known);
      return known;
    },
  };
}

/** Without recursion: lists may be nested as deep as JSON likes. */
function valuesAt(args: Readonly<Record<string, unknown>>, steps: readonly string[]): ValuesAt {
  const values: Compared[] = [];
  let isMissing = false;
  const open: { value: unknown; depth: number }[] = [{ value: args, depth: 0 }];
  for (let node = open.pop(); node; node = open.pop()) {
    const { value, depth } = node;
    if (values.length >= MAX_VALUES) {
      values.push(compared(open));
      break;
    }
    if (value === undefined || value === null) isMissing = true;
    else if (value === UNREAD) values.push(compared(value));
    else if (Array.isArray(value)) {
      if (value.length === 0) isMissing = true;
      for (const element of value) open.push({ value: element, depth });
    } else if (depth === steps.length) values.push(compared(value));
    else if (typeof value === "object") {
      const step = steps[depth] as string;
      open.push({
        value: Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined,
        depth: depth + 1,
      });
      // A text where an object should be is there, but not of the form that the path needs.
    } else values.push(compared(node));
  }
  return { values, isMissing };
}
