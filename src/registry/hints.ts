// What a call of an endpoint does: the plugin's hints over what the HTTP method says (RFC 9110, section 9.2), and their rules.
import type { Endpoint, Hints } from "../plugin/index.ts";
import type { Report } from "./violation-report.ts";

const NAMES = ["reads", "destroys", "idempotent", "openWorld"];

export function resolveHints({ method, hints = {} }: Pick<Endpoint, "method" | "hints">): Readonly<Required<Hints>> {
  const reads = hints.reads ?? method === "GET";
  return Object.freeze({
    reads,
    destroys: hints.destroys ?? method === "DELETE",
    idempotent: hints.idempotent ?? (reads || method === "PUT" || method === "DELETE"),
    openWorld: hints.openWorld ?? true,
  });
}

export function checkHints({ method, hints }: Endpoint, report: Report): void {
  if (hints === undefined) return;
  if (typeof hints !== "object" || hints === null || Array.isArray(hints))
    return void report("hints", `must be an object of ${NAMES.join(", ")}.`);
  for (const [name, value] of Object.entries(hints)) {
    if (NAMES.includes(name) && typeof value !== "boolean") report(`hints.${name}`, "must be true or false.");
  }
  if (method === "GET" && hints.reads === false) report("hints.reads", "cannot be false with GET, which is repeated.");
  if (method !== "GET" && method !== "POST" && hints.reads === true)
    report("hints.reads", "can be true with GET and POST alone.");
  const { reads, destroys, idempotent } = resolveHints({ method, hints });
  if (reads && destroys) report("hints.destroys", "cannot be true of a call that only reads.");
  if (reads && !idempotent) report("hints.idempotent", "cannot be false of a call that only reads.");
}
