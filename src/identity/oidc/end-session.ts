// The issuer's own sign-out: OpenID Connect RP-Initiated Logout 1.0. No id token is stored, so the issuer may ask the person to confirm.
import { type Issuer, IssuerError } from "./issuer.ts";

export interface EndSessionRequest {
  /** The page of ours that the issuer leads back to; registered there. */
  redirectUri: string;
  state: string;
}

/** The issuer's page; null where it has none, or its metadata cannot be read now. */
export async function endSessionUrl(issuer: Issuer, { redirectUri, state }: EndSessionRequest): Promise<string | null> {
  const url = await endpointOf(issuer);
  if (!url) return null;
  url.searchParams.set("client_id", issuer.settings.clientId);
  url.searchParams.set("post_logout_redirect_uri", redirectUri);
  url.searchParams.set("state", state);
  return url.href;
}

async function endpointOf(issuer: Issuer): Promise<URL | null> {
  try {
    return issuer.endpointOf((await issuer.metadata()).end_session_endpoint);
  } catch (error) {
    // The session here has ended in any case.
    if (error instanceof IssuerError) return null;
    throw error;
  }
}
