// Reads the request of a client's sign-in (RFC 6749, section 4.1.1; RFC 7636; RFC 8707), as it stands in the address.

import { AppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import { findClient, type McpClient } from "./clients.ts";
import { OAuthError } from "./oauth-error.ts";
import { isSameRedirect, withParameters } from "./redirect-uri.ts";
import { ownResource, resourceOf, SCOPES, WRITE_SCOPE } from "./resource.ts";

export const AUTHORIZE_PATH = "/oauth/authorize";

/** The maximum length of the query, so that it fits into the address of the sign-in page. */
const MAX_QUERY = 3_000;
/** RFC 7636, section 4.2: SHA-256 in base64url. */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const KNOWN_PARAMETERS = [
  "response_type",
  "response_mode",
  "client_id",
  "redirect_uri",
  "state",
  "scope",
  "resource",
  "code_challenge",
  "code_challenge_method",
];

export interface AuthorizationRequest {
  client: McpClient;
  redirectUri: string;
  state: string | null;
  codeChallenge: string;
  resource: string;
  /** Whether the client asks for more than reading. */
  mayWrite: boolean;
}

export interface RefusedRequest {
  client: McpClient;
  error: OAuthError;
  /** The address at which the client waits for the refusal. */
  redirectUri: string;
  state: string | null;
}

/**
 * Throws `VALIDATION_ERROR` where client or redirect URI are wrong: then nobody is sent anywhere. Any other error comes with
 * the redirect URI that it is for.
 */
export async function readAuthorization(
  deps: Pick<Deps, "baseUrl" | "database" | "limiter" | "clientDocuments">,
  url: URL,
  personId: string,
): Promise<AuthorizationRequest | RefusedRequest> {
  const wrong = (message: string) => new AppError("VALIDATION_ERROR", message);
  if (url.search.length > MAX_QUERY) throw wrong(`The client's request is longer than ${MAX_QUERY} characters.`);
  const value = (name: string) => url.searchParams.get(name) || null;
  const [clientId, redirectUri] = [value("client_id"), value("redirect_uri")];
  for (const name of ["client_id", "redirect_uri"])
    if (url.searchParams.getAll(name).length > 1) throw wrong(`The client's request has more than one ${name}.`);
  if (clientId === null) throw wrong("The client's request has no client_id.");
  const client = await findClient(deps, clientId, personId);
  if (redirectUri === null) throw wrong("The client's request has no redirect_uri.");
  if (!client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri)))
    throw wrong("The client's request has a redirect_uri that the client has not registered.");
  const back = { client, redirectUri, state: value("state") };
  const error = requestError(deps, url.searchParams);
  if (error) return { ...back, error };
  return {
    ...back,
    codeChallenge: value("code_challenge") as string,
    resource: resourceOf(deps.baseUrl),
    mayWrite: value("scope") === null || scopesIn(url.searchParams).includes(WRITE_SCOPE),
  };
}

const scopesIn = (parameters: URLSearchParams) => (parameters.get("scope") ?? "").split(" ");

function requestError({ baseUrl }: Pick<Deps, "baseUrl">, parameters: URLSearchParams): OAuthError | null {
  const value = (name: string) => parameters.get(name) || null;
  const duplicate = KNOWN_PARAMETERS.find((name) => parameters.getAll(name).length > 1);
  if (duplicate !== undefined)
    return new OAuthError("invalid_request", `${duplicate} must not be repeated (RFC 6749, section 3.1).`);
  if (value("response_type") !== "code")
    return new OAuthError("unsupported_response_type", "response_type must be code.");
  if ((value("response_mode") ?? "query") !== "query")
    return new OAuthError("invalid_request", "response_mode must be query.");
  if (value("code_challenge_method") !== "S256" || !CODE_CHALLENGE.test(value("code_challenge") ?? ""))
    return new OAuthError("invalid_request", "PKCE is required: code_challenge with code_challenge_method S256.");
  const resource = value("resource");
  if (resource !== null && ownResource(baseUrl, resource) === null)
    return new OAuthError("invalid_target", `resource must be ${resourceOf(baseUrl)}.`);
  if (value("scope") !== null && !scopesIn(parameters).some((one) => SCOPES.includes(one)))
    return new OAuthError("invalid_scope", `scope must contain one of ${SCOPES.join(", ")}.`);
  return null;
}

/** The address to which the browser takes a code or an error; `iss` names the sender (RFC 9207). */
export function authorizationResponse(
  { baseUrl }: Pick<Deps, "baseUrl">,
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  result: { code: string } | OAuthError,
): string {
  const outcome: Record<string, string> =
    result instanceof OAuthError ? { error: result.code, error_description: result.message } : { code: result.code };
  return withParameters(redirectUri, { ...outcome, state, iss: baseUrl });
}
