// Which arguments a standing approval fixes: all of the call's, without those that the person lets differ.
import { standingApprovalContext } from "../../foundation/vault/sealing-contexts.ts";
import { argumentsOfRecipient, isReaching } from "../../providers/registry/effects.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import { inputText, type StoredInput, sorted } from "./content.ts";

/** Characters of what one standing approval fixes: a call may have to be compared with a thousand of them. */
export const MAX_FIXED = 8 * 1024;

type Sealing = Pick<Deps, "vault">;

const PARTS = ["params", "query", "body"] as const;

/** The names of a call's arguments. */
export const namesOf = (input: StoredInput): string[] => [
  ...new Set(PARTS.flatMap((part) => Object.keys(input[part]).filter((name) => input[part][name] !== undefined))),
];

/** The input without these arguments. */
export function without({ params, query, body }: StoredInput, names: readonly string[]): StoredInput {
  const rest = (part: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));
  return { params: rest(params) as StoredInput["params"], query: rest(query), body: rest(body) };
}

/** Whether a call sends what is fixed, whatever the arguments that may differ, and nothing else. */
export function fits(input: StoredInput, fixed: StoredInput, mayDiffer: readonly string[]): boolean {
  return comparable(without(input, mayDiffer)) === comparable(fixed);
}

const comparable = ({ params, query, body }: StoredInput) => JSON.stringify([params, query, body], sorted);

/**
 * The arguments that may never differ: who is reached. Where the endpoint does not say who, and of a call that deletes or
 * spends, these are all of them.
 */
export function boundNames({ effects, input: shapes, def }: RegisteredEndpoint, input: StoredInput): string[] {
  const { effect, reaches, spends } = effects;
  const all = namesOf(input);
  if (effect === "destroys" || spends) return all;
  const recipients = def.recipients ?? [];
  const reachesSomebody = isReaching(reaches, { ...input.query, ...input.body }, [shapes.query, shapes.body]);
  if (reachesSomebody && recipients.length === 0) return all;
  const decisive = typeof reaches === "boolean" ? [] : reaches.when;
  const bound = new Set([...recipients.flatMap(argumentsOfRecipient), ...decisive]);
  return all.filter((name) => bound.has(name));
}

/** The arguments that may differ where the person says so. */
export function freeNames(endpoint: RegisteredEndpoint | undefined, input: StoredInput): string[] {
  if (!endpoint) return [];
  const bound = boundNames(endpoint, input);
  return namesOf(input).filter((name) => !bound.includes(name));
}

export const sealFixed = ({ vault }: Sealing, id: string, fixed: StoredInput): string =>
  vault.seal(inputText(fixed), standingApprovalContext(id));

export const openFixed = ({ vault }: Sealing, { id, input }: { id: string; input: string }): StoredInput =>
  JSON.parse(vault.open(input, standingApprovalContext(id))) as StoredInput;
