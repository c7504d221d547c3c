// What a raw request does. Nobody has described it, so that every method but GET may destroy and reach somebody; only where a
// template of an endpoint sends the very same request, that endpoint's description holds.

import { type Effects, effectOfMethod } from "../../plugin/effects.ts";
import type { Method, Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "./registry.ts";

export interface RawTarget {
  method: Method;
  /** From the root of the host on, percent-encoded. */
  path: string;
  /** A host that the caller names; null for the provider's first one. */
  host: string | null;
}

const UNKNOWN: Effects = Object.freeze({ effect: "destroys", reaches: true, spends: true });
const READING: Effects = Object.freeze({ effect: "reads", reaches: false });

/** The judge of a provider's raw requests. */
export function rawEffects(provider: Provider, endpoints: readonly RegisteredEndpoint[]): (to: RawTarget) => Effects {
  const templates = endpoints.flatMap((endpoint) => templateOf(provider, endpoint));
  return ({ method, path, host }) => {
    const same = host === null ? templates.filter((one) => one.method === method && one.pattern.test(path)) : [];
    const [worst] = same.map(({ effects }) => effects).sort((a, b) => rank(b) - rank(a));
    if (worst) return { ...worst, reaches: worst.reaches !== false };
    return effectOfMethod(method) === "reads" && !provider.getWrites ? READING : UNKNOWN;
  };
}

const rank = ({ effect, reaches, spends }: Effects) =>
  ["reads", "writes", "destroys"].indexOf(effect) * 4 + (reaches === false ? 0 : 2) + (spends ? 1 : 0);

/** Endpoints at the provider's first base URL whose template passes query and body on; a function may send anything. */
function templateOf(provider: Provider, { def, service, method, effects }: RegisteredEndpoint) {
  if (typeof def.upstream !== "string") return [];
  const bases = typeof provider.baseUrl === "string" ? { "": provider.baseUrl } : provider.baseUrl;
  const [first = ""] = Object.values(bases);
  const base = (bases as Record<string, string>)[service] ?? (bases as Record<string, string>).default ?? first;
  const origin = /^https:\/\/[^/]+/.exec(first)?.[0] ?? "";
  if (base !== first && !base.startsWith(`${origin}/`)) return [];
  const template = base.slice(origin.length).replace(/\/$/, "") + def.upstream;
  const { effect, reaches, spends } = effects;
  return [{ method, effects: { effect, reaches, ...(spends && { spends }) }, pattern: patternOf(template) }];
}

/** A parameter takes one segment without an escape, which a provider could read as another path. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\{[^{}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/%]+")}$`);
}
