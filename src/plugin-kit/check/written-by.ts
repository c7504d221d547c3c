// The kit's rule for who wrote a text: a field that counts as the provider's word by its name has no prose in any fixture.
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { resultTexts } from "../../providers/registry/untrusted-fields.ts";
import type { Fixture } from "./fixture.ts";
import type { Violation } from "./violation.ts";

/** Words in a row, which no id, address or code of a provider is. */
const PROSE = /\p{L}{2,}[,:;.!?]*\s+\p{L}{2,}/u;
/** An id or address can be made of the name of what it belongs to. */
const NAMED_AFTER = /(?:^|[._])(?:id|url)$/;

export function writtenByViolations(endpoint: RegisteredEndpoint, fixtures: readonly Fixture[]): Violation[] {
  const results = fixtures.flatMap(({ result }) => (result === undefined ? [] : [result]));
  return resultTexts(endpoint).flatMap(({ path, by, isDeclared }) => {
    if (by !== "provider" || isDeclared || NAMED_AFTER.test(path)) return [];
    const prose = valuesAt(results, stepsOf(endpoint, path)).find(
      (value) => typeof value === "string" && PROSE.test(value),
    );
    if (prose === undefined) return [];
    const message = `is prose in a fixture (${JSON.stringify(prose).slice(0, 60)}): declare who wrote it, by \`by\` of the field, or \`writtenBy("others", …)\`.`;
    return [{ where: `endpoints.${endpoint.key}.returns.${path}`, message }];
  });
}

/** In a fixture a list is under `items`, whatever its name is for callers. */
function stepsOf({ def: { returns } }: RegisteredEndpoint, path: string): string[] {
  const named = "collection" in returns ? path.replace(returns.collection, "items") : path;
  return named.replaceAll("[]", ".*").split(".");
}

function valuesAt(values: readonly unknown[], [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [...values];
  const within = values.flatMap((value) => {
    if (typeof value !== "object" || value === null) return [];
    if (step === "*") return Object.values(value);
    return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : [];
  });
  return valuesAt(within, rest);
}
