// Finds keys that are not known at any depth, and the known one that each most likely means.
import { nearest } from "../../foundation/schema/nearest.ts";

/** An object's keys, each with what it holds. */
export interface Known {
  keys: Readonly<Record<string, Rule>>;
}
/** A list, or an object whose keys are its author's own. */
export interface Each {
  each: Rule;
}
/** Null for what may hold anything. */
export type Rule = Known | Each | null;

/** The compiler wants every key of `T` here, and none besides. */
export const known = <T>(keys: Record<keyof Required<T>, Rule>): Known => ({ keys: keys as Known["keys"] });
export const each = (rule: Rule): Each => ({ each: rule });

export interface UnknownKey {
  key: string;
  /** Dotted path to the object that has it; empty for the value itself. */
  within: string;
  /** The rest of a sentence: ``unknown key `x`; did you mean `y`?``. */
  message: string;
}

/** The maximum number of names in a sentence; more would not help. */
const MAX_NAMES = 30;
/** The maximum length of a name in a sentence. */
const MAX_NAME = 80;

export function unknownKeys(value: unknown, rule: Rule, within = ""): UnknownKey[] {
  if (rule === null) return [];
  return entriesOf(value).flatMap(([key, inner]) => {
    const path = within === "" ? key : `${within}.${key}`;
    if ("each" in rule) return unknownKeys(inner, rule.each, path);
    if (Object.hasOwn(rule.keys, key)) return unknownKeys(inner, rule.keys[key] ?? null, path);
    return [{ key, within, message: unknownKey(key, Object.keys(rule.keys)) }];
  });
}

/** Keys of the contract that had another name. */
const RENAMED: Readonly<Record<string, string>> = {
  addressOf: "deliversTo",
  alsoIn: "refusalStatuses",
  besideWebhook: "pollsWithWebhook",
  delivery: "inbound",
  deliveryId: "eventId",
  drops: "endsSubscription",
  formerly: "previousNames",
  grantorId: "resourceOwnerId",
  hasPushedIds: "sharesEventIds",
  isThere: "isActive",
  lostBy: "positionLostOn",
  needsSubscription: "requiresSubscription",
  revokeReach: "revocationScope",
  wakes: "triggersPoll",
};

export function unknownKey(key: string, names: readonly string[]): string {
  const meant = nearest(key, names);
  const renamed = Object.hasOwn(RENAMED, key) ? (RENAMED[key] as string) : "";
  if (names.includes(renamed)) return `unknown key \`${key}\`; it is called \`${renamed}\` now.`;
  const name = `unknown key \`${key.slice(0, MAX_NAME)}\``;
  if (meant !== null) return `${name}; did you mean \`${meant}\`?`;
  return names.length > MAX_NAMES ? `${name}.` : `${name}; known are ${names.join(", ")}.`;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null && !(value instanceof RegExp) ? Object.entries(value) : [];
