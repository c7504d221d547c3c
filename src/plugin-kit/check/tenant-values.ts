// The kit's rule for values of `tenant`: with each kind of sign-in, each one is entered, or brought by a response or a callback.
import type { AuthKind, CredentialField, Provider } from "../../plugin/index.ts";
import { IDENTITY } from "./fixture.ts";
import { fixtureAuth, identityOf } from "./fixture-credential.ts";
import { objectIn, readFixtures } from "./fixture-files.ts";
import { OAUTH_FOLDER } from "./oauth-fixtures.ts";
import type { Violation } from "./violation.ts";

export function tenantViolations(plugin: Provider, folder: string): Violation[] {
  const kinds = Object.keys(plugin.auth) as AuthKind[];
  const byKind = kinds.map((kind) => ({ kind, brought: broughtBy(plugin, kind, folder) }));
  return Object.keys(plugin.tenant ?? {}).flatMap((name) => {
    const without = byKind.filter(({ brought }) => !brought.has(name)).map(({ kind }) => kind);
    if (without.length === 0) return [];
    const by = without.length === kinds.length ? "" : ` when people sign in by ${without.join(" or ")}`;
    const message = `is brought by nothing${by}: return it in the identity's or the token set's \`tenant\`, with a fixture, or let a person enter it.`;
    return [{ where: `tenant.${name}`, message }];
  });
}

/** The names of the values that are there when somebody has signed in by this kind. */
function broughtBy(plugin: Provider, kind: AuthKind, folder: string): Set<string> {
  const identities = readFixtures(folder)
    .filter(({ name }) => name === IDENTITY)
    .map(({ text }) => objectIn(text))
    .filter((fixture) => isAlike(plugin, kind, (fixture?.auth as AuthKind | undefined) ?? fixtureAuth(plugin)));
  const tokens = readFixtures(folder, OAUTH_FOLDER)
    .map(({ text }) => objectIn(text))
    .filter((fixture) => (fixture?.auth ?? "oauth2") === kind);
  const results = [...identities.map((fixture) => fixture?.result), ...tokens.map((fixture) => fixture?.tokens)];
  const own = plugin.auth[kind];
  const fields = own && "fields" in own ? Object.entries(own.fields) : [];
  const declared = Object.entries(plugin.tenant ?? {}).filter(
    ([, one]) => !(one instanceof RegExp) && (!("from" in one) || kind === "oauth2"),
  );
  return new Set([
    ...declared.map(([name]) => name),
    ...results.flatMap((result) => Object.keys((result as { tenant?: object } | undefined)?.tenant ?? {})),
    ...fields.flatMap(([name, field]) => [...(field.secret === false ? [name] : []), ...groupsOf(field)]),
  ]);
}

const isAlike = (plugin: Provider, one: AuthKind, other: AuthKind) =>
  identityOf(plugin, one) === identityOf(plugin, other);

const groupsOf = ({ pattern }: CredentialField): string[] =>
  [...(pattern?.source ?? "").matchAll(/\(\?<([^=!>][^>]*)>/g)].map(([, name]) => name as string);
