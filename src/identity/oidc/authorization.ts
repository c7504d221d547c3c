// The authorization code flow with the issuer: PKCE, state and nonce, and who the issuer says has signed in.
import type { AuthorizationServer, IDToken, UserInfoResponse } from "oauth4webapi";
import { asIssuerError, CLOCK_SKEW_S, type Issuer, IssuerError, requestOptions } from "./issuer.ts";
import { verifySigned } from "./tokens.ts";

export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  /** Derived for this browser: nothing of them is stored. */
  nonce: string;
  verifier: string;
  /** Whether the person shows who they are at the issuer, whatever session they have there. */
  isAgain: boolean;
}

export interface IssuerIdentity {
  /** The issuer's own id of the person. */
  userId: string;
  name: string;
  email: string | null;
  /** Null where the issuer does not say. */
  isEmailVerified: boolean | null;
  /** Null where the issuer leaves the claim out, as Entra ID does for members of very many: that says nothing about the groups. */
  groups: readonly string[] | null;
  /** The issuer's session; null where it names none. */
  sessionId: string | null;
  /** Milliseconds since 1970: when the person showed who they are; null where the issuer does not say. */
  authenticatedAt: number | null;
  hasSecondFactor: boolean;
}

const MAX_ID = 255;
const MAX_NAME = 100;
const MAX_EMAIL = 320;
/** Groups of one person that count. */
const MAX_GROUPS = 1_000;

/** The issuer's page. */
export async function authorizationUrl(issuer: Issuer, request: AuthorizationRequest): Promise<string> {
  const url = issuer.endpointOf((await issuer.metadata()).authorization_endpoint);
  if (!url) throw new IssuerError("refused", "no_authorization_endpoint");
  const { calculatePKCECodeChallenge } = await import("oauth4webapi");
  const parameters = {
    response_type: "code",
    client_id: issuer.settings.clientId,
    redirect_uri: request.redirectUri,
    scope: issuer.settings.scopes,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: "S256",
    ...(request.isAgain && { max_age: "0" }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Who has signed in, by the callback's parameters; `startedAt` bounds how old a sign-in at the issuer may be with `isAgain`. */
export function finishAuthorization(
  issuer: Issuer,
  parameters: URLSearchParams,
  request: AuthorizationRequest & { startedAt: number },
): Promise<IssuerIdentity> {
  return asIssuerError(async () => {
    const oauth = await import("oauth4webapi");
    const [server, client] = [await issuer.metadata(), await issuer.client()];
    const options = requestOptions(oauth, issuer.request);
    const checked = oauth.validateAuthResponse(server, client, parameters, request.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(oauth, server, issuer.settings.clientSecret),
      checked,
      request.redirectUri,
      request.verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: request.nonce,
      requireIdToken: true,
    });
    await verifySigned(issuer, tokens.id_token as string);
    const claims = oauth.getValidatedIdTokenClaims(tokens) as IDToken;
    if (request.isAgain) assertSignedInSince(claims, request.startedAt);
    return identityIn(issuer, await withUserInfo(issuer, server, claims, tokens.access_token));
  });
}

/** OpenID Connect Core 1.0, section 3.1.2.1: with `max_age` the issuer says when the person showed who they are. */
function assertSignedInSince({ auth_time: time }: IDToken, startedAt: number): void {
  if (typeof time !== "number") throw new IssuerError("refused", "auth_time_missing");
  if ((time + CLOCK_SKEW_S) * 1_000 < startedAt) throw new IssuerError("refused", "auth_time_too_old");
}

/** What the issuer takes; by HTTP Basic where it does not say (OpenID Connect Discovery 1.0, section 3). */
function clientAuthentication(oauth: typeof import("oauth4webapi"), server: AuthorizationServer, secret: string) {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic") ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

type Claims = Partial<IDToken> & UserInfoResponse;

/** With what only the user info has, as issuers may do that give an access token (OpenID Connect Core 1.0, section 5.4). */
async function withUserInfo(
  issuer: Issuer,
  server: AuthorizationServer,
  claims: IDToken,
  accessToken: string,
): Promise<Claims> {
  const { settings } = issuer;
  const needed = ["email", "name", ...(settings.roles ? [settings.groupsClaim] : [])];
  if (!server.userinfo_endpoint || needed.every((name) => claims[name] !== undefined)) return claims;
  const oauth = await import("oauth4webapi");
  const client = await issuer.client();
  const options = requestOptions(oauth, issuer.request);
  const response = await oauth.userInfoRequest(server, client, accessToken, options);
  return { ...(await oauth.processUserInfoResponse(server, client, claims.sub, response)), ...claims };
}

function identityIn({ settings }: Issuer, claims: Claims): IssuerIdentity {
  const { sub, email, email_verified: isVerified, name, preferred_username: username, sid, auth_time: time } = claims;
  if (sub.length > MAX_ID) throw new IssuerError("refused", "user_id_too_long");
  const address = typeof email === "string" && email.length <= MAX_EMAIL ? email : null;
  const named = [name, username, address, sub].find((one) => typeof one === "string" && one.trim() !== "") as string;
  const methods = [...textsIn(claims.amr), ...textsIn(claims.acr)];
  return {
    userId: sub,
    name: named.replace(/[\u0000-\u001f\u007f]/g, " ").slice(0, MAX_NAME),
    email: address,
    isEmailVerified: typeof isVerified === "boolean" ? isVerified : null,
    groups: groupsIn(claims[settings.groupsClaim]),
    sessionId: typeof sid === "string" && sid.length <= MAX_ID ? sid : null,
    authenticatedAt: typeof time === "number" ? time * 1_000 : null,
    hasSecondFactor: settings.secondFactors.some((value) => methods.includes(value)),
  };
}

const groupsIn = (claim: unknown) =>
  claim === undefined || claim === null ? null : textsIn(claim).slice(0, MAX_GROUPS);

/** A text, or the texts of a list. */
function textsIn(claim: unknown): string[] {
  return (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === "string");
}
