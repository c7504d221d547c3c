// The kit's rule for effects: an endpoint that changes something says whether people besides the owner get something by it.
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Violation } from "./violation.ts";

export function effectViolations({ key, effects, def }: RegisteredEndpoint): Violation[] {
  if (effects.effect === "reads" || def.reaches !== undefined) return [];
  const message =
    "is missing: declare with `reaches: true`, `false` or `{ when: [fields] }` whether people other than the owner are affected.";
  return [{ where: `endpoints.${key}.reaches`, message }];
}
