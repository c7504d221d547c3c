// What differs between emulated providers: paths, error responses, revocation, and endpoints that an emulator lacks.
import type { ProviderSettings } from "../src/providers/upstream/target.ts";
import type { forward, GateRequest } from "./gate.ts";
import type { TokenBook, TokenState } from "./tokens.ts";

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

export interface EndpointContext {
  client: OAuthClient;
  tokens: TokenBook;
  /** Forwards to the emulator, with the given parts of the request replaced. */
  forward(request: GateRequest, changes?: Parameters<typeof forward>[2]): Promise<Response>;
}

/** Responds in place of the emulator; undefined forwards the request. */
export type Endpoint = (request: GateRequest) => Promise<Response | undefined>;

export interface EmulatedService {
  paths: { authorize: string; consent: string; token: string };
  /** The field of the consent form that names the user. */
  userField: string;
  /** Default lifetime of an access token; absent: no expiry. */
  accessSeconds?: number;
  /** The token endpoint responds with a form unless `Accept` names JSON. */
  respondsWithForm?: boolean;
  /** Issues refresh tokens only with `access_type=offline`, on the first consent or with `prompt=consent`. */
  refreshOnlyOffline?: boolean;
  refuse(state: "missing" | Exclude<TokenState, "live">): Response;
  /** The provider's response to a token without the scope that the request needs. */
  refuseScope(): Response;
  wrongRedirect(): Response;
  wrongVerifier(): Response;
  invalidRefreshToken(): Response;
  /** Revokes what the provider's own revocation would; false when the token was not live. */
  revoke(tokens: TokenBook, token: string): boolean;
  /** Endpoints that need no bearer token. */
  openEndpoints(context: EndpointContext): Endpoint;
  /** Endpoints behind a live bearer token. */
  endpoints(context: EndpointContext): Endpoint;
  settings(url: string, client: OAuthClient): ProviderSettings;
}

/** Reads an HTTP Basic header (RFC 6749 section 2.3.1: both parts are form-encoded). */
export function basicClient(headers: Headers): OAuthClient | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part.replaceAll("+", " "));
    } catch {
      return part;
    }
  };
  return { clientId: decode(text.slice(0, colon)), clientSecret: decode(text.slice(colon + 1)) };
}

export function isSameClient(left: OAuthClient | undefined, right: OAuthClient): boolean {
  return left?.clientId === right.clientId && left.clientSecret === right.clientSecret;
}

/** The token of an Authorization header, or the empty string. */
export function bearerOf(headers: Headers): string {
  return /^(?:Bearer|token)\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
}
