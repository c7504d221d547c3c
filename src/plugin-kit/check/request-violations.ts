// The kit's rules for what a plugin's functions return as a request.
import type { UpstreamRequest } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { known, unknownKeys } from "../../providers/registry/unknown-keys.ts";

const REQUEST = known<UpstreamRequest>({
  method: null,
  path: null,
  base: null,
  tenant: null,
  credential: null,
  query: null,
  json: null,
  form: null,
  content: { keys: { type: null, data: null } },
  headers: null,
  responseFormat: null,
  safe: null,
});
/** Fields of requests that had another name. */
const RENAMED: Readonly<Record<string, string>> = { as: "credential", repeatable: "safe" };

/** `safe` is only for POSTs: a GET is retried anyway, and the other methods change something. */
export function fieldViolations(request: UpstreamRequest): string[] {
  const { method = "GET", path, safe } = request;
  const renamed = Object.entries(RENAMED).filter(([name]) => Object.hasOwn(request, name));
  if (typeof path !== "string") return ["A request has no path: it must be { path, … }, and not a promise."];
  const unknown = unknownKeys(request, REQUEST).filter(({ key }) => !Object.hasOwn(RENAMED, key));
  return [
    ...unknown.map(({ message }) => `The request ${method} ${path} has an ${message}`),
    ...renamed.map(([was, is]) => `The request ${method} ${path} uses \`${was}\`, which is now called \`${is}\`.`),
    ...(safe && method !== "POST" ? [`The request ${method} ${path} has \`safe\`, which is only for a POST.`] : []),
  ];
}

/** A call that only reads is offered to agents as one that needs no leave: it must send nothing that may change something. */
export function readViolations(
  { effects }: RegisteredEndpoint,
  { method = "GET", path, safe }: UpstreamRequest,
): string[] {
  if (effects.effect !== "reads" || method === "GET" || safe) return [];
  return [`The endpoint only reads, but sends ${method} ${path} without \`safe\`.`];
}
