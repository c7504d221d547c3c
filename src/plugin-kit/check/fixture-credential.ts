// The credentials of fixtures: which kind the requests carry, and whose a request was sent with.
import type { AuthKind, IdentityRequest, Provider } from "../../plugin/index.ts";
import { presented } from "../../providers/upstream/credential.ts";

export const FIXTURE_TOKEN = "token-of-the-fixture";
export const FIXTURE_BOT_TOKEN = "bot-token-of-the-fixture";

/** The kind of sign-in whose credential the fixtures' requests carry: the provider's first. */
export const fixtureAuth = ({ auth }: Provider) => Object.keys(auth)[0] as AuthKind;

/** The request that tells who signed in by this kind. */
export const identityOf = ({ auth, identity }: Provider, kind: AuthKind): IdentityRequest =>
  auth[kind]?.identity ?? identity;

/** The plugin as fixtures of another kind of sign-in see it. */
export const withFirstKind = (plugin: Provider, kind: AuthKind = fixtureAuth(plugin)): Provider => ({
  ...plugin,
  auth: { [kind]: plugin.auth[kind], ...plugin.auth },
});

/** Whose credential a request carries, in the provider's own header for it. */
export function sentCredential(provider: Provider, headers: Headers): "own" | "bot" | "none" | "other" {
  const own = presented(provider, fixtureAuth(provider), FIXTURE_TOKEN);
  const authorization = headers.get("authorization");
  const isOwn = "header" in own && headers.get(own.header) === own.value;
  if (isOwn && (authorization === null || authorization === own.value)) return "own";
  // A token of the token response with a name of its own is a bearer token.
  if (!isOwn && authorization === `Bearer ${FIXTURE_TOKEN}`) return "own";
  if (authorization?.split(" ")[1] === FIXTURE_BOT_TOKEN) return "bot";
  return isOwn || authorization !== null ? "other" : "none";
}
