// What a response tells an agent that it did not know: text that others have written, and text out of the owner's services.

import { REDACTED } from "../../providers/registry/redactions.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { resultTexts } from "../../providers/registry/untrusted-fields.ts";
import type { Input } from "../../web/http/input.ts";
import type { Reply } from "../../web/http/route.ts";

/** The path of the text that set each fact. */
export interface Received {
  has_read_private?: string;
  has_read_untrusted?: string;
}

interface TextPath {
  path: string;
  steps: readonly string[];
  isByOthers: boolean;
}

const pathsByEndpoint = new WeakMap<RegisteredEndpoint["def"], readonly TextPath[]>();

/** The texts of an endpoint's result that are not its provider's own words, nor the owner's profile, labels or settings. */
function textPaths(endpoint: Pick<RegisteredEndpoint, "def">): readonly TextPath[] {
  const known = pathsByEndpoint.get(endpoint.def);
  if (known) return known;
  const paths = resultTexts(endpoint).flatMap(({ path, by }) => {
    const isByOthers = by === "others";
    if (!isByOthers && (by === "provider" || isOwners(endpoint))) return [];
    return [{ path, steps: path.replaceAll("[]", ".[]").split("."), isByOthers }];
  });
  pathsByEndpoint.set(endpoint.def, paths);
  return paths;
}

const isOwners = ({ def: { returns } }: Pick<RegisteredEndpoint, "def">) => "by" in returns && returns.by === "owner";

/**
 * The facts that a reply sets. A text that the call itself has sent, or that stands for a hidden one, is not news. A response whose body is on its way counts as
 * one that has every text which its endpoint declares.
 */
export function receivedIn(
  endpoint: Pick<RegisteredEndpoint, "def">,
  { params, query, body }: Input,
  reply: Reply,
): Received {
  const isPublic = endpoint.def.isPublic === true;
  const isNews = newsBeside([params, query, body]);
  const isOpen = "response" in reply || query.raw === true;
  const found: Received = {};
  for (const { path, steps, isByOthers } of textPaths(endpoint)) {
    const isDone = (isPublic || found.has_read_private) && (!isByOthers || found.has_read_untrusted);
    if (isDone || !(isOpen || hasText((reply as { data: unknown }).data, steps, 0, isNews))) continue;
    if (!isPublic) found.has_read_private ??= path;
    if (isByOthers) found.has_read_untrusted ??= path;
  }
  return found;
}

/** The paths of texts in a result that others may have written, of those that have one which the call did not send itself. */
export function textsByOthers(endpoint: Pick<RegisteredEndpoint, "def">, args: unknown, data: unknown): string[] {
  const isNews = newsBeside([args]);
  return textPaths(endpoint).flatMap(({ path, steps, isByOthers }) =>
    isByOthers && hasText(data, steps, 0, isNews) ? path : [],
  );
}

function newsBeside(sent: readonly unknown[]): (text: string) => boolean {
  const own = new Set<string>([REDACTED]);
  for (const part of sent) addTexts(part, own);
  return (text) => text.trim() !== "" && !own.has(text);
}

/** Deeper values count as texts: nothing of ours nests so far. */
const MAX_DEPTH = 50;

function hasText(value: unknown, steps: readonly string[], at: number, isNews: (text: string) => boolean): boolean {
  if (value === null || value === undefined) return false;
  const step = steps[at];
  if (step === undefined) return hasAnyText(value, isNews, 0);
  if (typeof value !== "object") return false;
  if (step === "[]" || step === "*") return Object.values(value).some((one) => hasText(one, steps, at + 1, isNews));
  return Object.hasOwn(value, step) && hasText((value as Record<string, unknown>)[step], steps, at + 1, isNews);
}

function hasAnyText(value: unknown, isNews: (text: string) => boolean, depth: number): boolean {
  if (typeof value === "string") return isNews(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  return Object.entries(value).some(
    ([name, one]) => (!Array.isArray(value) && isNews(name)) || hasAnyText(one, isNews, depth + 1),
  );
}

function addTexts(value: unknown, to: Set<string>, depth = 0): void {
  if (typeof value === "string") to.add(value);
  else if (typeof value === "object" && value !== null && depth <= MAX_DEPTH)
    for (const one of Object.values(value)) addTexts(one, to, depth + 1);
}
