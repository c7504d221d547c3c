// Query parameters that many operations take alike become components of the API document.
import type { Json } from "./openapi-shapes.ts";

const MIN_USES = 5;

/** Puts references in place of what recurs; returns the components, of each name the most frequent parameter. */
export function shareParameters(paths: Record<string, Json>): Record<string, Json> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { parameters?: Json[] }[]);
  const uses = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === "query")),
    (one) => JSON.stringify(one),
  );
  const components: Record<string, Json> = {};
  const names = new Map<string, string>();
  for (const [text, [first, ...more]] of [...uses].sort(([, a], [, b]) => b.length - a.length)) {
    const name = String(first?.name);
    if (!first || more.length + 1 < MIN_USES || Object.hasOwn(components, name)) continue;
    components[name] = first;
    names.set(text, name);
  }
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((one) => {
      const name = names.get(JSON.stringify(one));
      return name === undefined ? one : { $ref: `#/components/parameters/${name}` };
    });
  }
  return components;
}
