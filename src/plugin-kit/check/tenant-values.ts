// The kit's rule for values of `tenant`: each one is entered by a person, or brought by the identity or by a token response.
import type { Provider } from "../../plugin/index.ts";
import { objectIn, readFixtures } from "./fixture-files.ts";
import { OAUTH_FOLDER } from "./oauth-fixtures.ts";
import type { Violation } from "./violation.ts";

export function tenantViolations(plugin: Provider, folder: string): Violation[] {
  const results = [
    ...readFixtures(folder).flatMap(({ name, text }) => (name === "identity" ? [objectIn(text)?.result] : [])),
    ...readFixtures(folder, OAUTH_FOLDER).map(({ text }) => objectIn(text)?.tokens),
  ];
  const brought = results.flatMap((result) => Object.keys((result as { tenant?: object } | undefined)?.tenant ?? {}));
  const entered = Object.values(plugin.auth).flatMap((kind) =>
    "fields" in kind ? Object.keys(kind.fields).filter((name) => kind.fields[name]?.secret === false) : [],
  );
  const known = new Set([...brought, ...entered]);
  return Object.entries(plugin.tenant ?? {})
    .filter(([name, value]) => value instanceof RegExp && !known.has(name))
    .map(([name]) => ({
      where: `tenant.${name}`,
      message:
        "is brought by nothing: return it in the identity's or the token set's `tenant`, with a fixture, or let a person enter it.",
    }));
}
