// Whether the OpenID Connect issuers by which people sign in describe themselves as the sign-in needs it.
import type { Config } from "../../foundation/config/config.ts";
import { variableOf } from "../../foundation/config/oidc-settings.ts";
import { createIssuers, type Issuer, IssuerError } from "../../identity/oidc/issuer.ts";
import { type Check, failed, passed, warned } from "./check.ts";

const NAME = "issuer";

const CAUSES: Record<string, string> = {
  timeout: "it did not respond in time",
  connection_failed: "no connection could be made",
  response_too_large: "its response is too large",
  address_without_tls: "it names an address that is not https",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "there is no /.well-known/openid-configuration below it",
  OAUTH_RESPONSE_IS_NOT_JSON: "its /.well-known/openid-configuration is not JSON",
};

/** A line for each issuer. */
export const checkIssuers = (config: Config): Promise<Check[]> =>
  Promise.all(createIssuers({ config, clock: { now: Date.now } }).all.map(checkIssuer));

async function checkIssuer(issuer: Issuer): Promise<Check> {
  const { name, issuer: url } = issuer.settings;
  try {
    const metadata = await issuer.metadata();
    const missing = (["authorization_endpoint", "token_endpoint", "jwks_uri"] as const).filter((one) => !metadata[one]);
    if (missing.length > 0) return failed(NAME, `${name} at ${url} names no ${missing.join(" and no ")}`);
    const methods = metadata.code_challenge_methods_supported;
    if (methods && !methods.includes("S256"))
      return warned(NAME, `${name} at ${url} does not list PKCE by S256, which every sign-in uses`);
    return passed(NAME, `${name} at ${url} describes itself`);
  } catch (error) {
    if (!(error instanceof IssuerError)) throw error;
    const why =
      error.reason === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED"
        ? `it calls itself otherwise: set ${variableOf(issuer.settings.key, "ISSUER")} to the \`issuer\` of its metadata`
        : (CAUSES[error.reason] ?? error.reason);
    return failed(NAME, `nobody can sign in with ${name} at ${url}: ${why}`);
  }
}
