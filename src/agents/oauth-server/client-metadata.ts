// What a client says of itself, in its own document or as it registers (RFC 7591, section 2): nothing of it is verified.
import { redirectUriError } from "./redirect-uri.ts";

const MAX_URIS = 20;
const MAX_NAME = 80;

export interface ClientMetadata {
  /** What it calls itself, in one line; null where it does not. */
  name: string | null;
  redirectUris: readonly string[];
}

export type MetadataError = { code: "invalid_redirect_uri" | "invalid_client_metadata"; error: string };

/** Reads what is needed and ignores the rest, as the RFC asks: `application_type` may be missing. */
export function readMetadata(document: Record<string, unknown>): { client: ClientMetadata } | MetadataError {
  const { redirect_uris: uris, client_name: name, grant_types, response_types } = document;
  const refused = (code: MetadataError["code"], error: string) => ({ code, error });
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_URIS)
    return refused("invalid_redirect_uri", `redirect_uris must be a list of 1 to ${MAX_URIS} URIs.`);
  for (const uri of uris) {
    const error = typeof uri === "string" ? redirectUriError(uri) : "A redirect URI must be text.";
    if (error !== null) return refused("invalid_redirect_uri", error);
  }
  if (name !== undefined && typeof name !== "string")
    return refused("invalid_client_metadata", "client_name must be text.");
  if (!includes(grant_types, "authorization_code"))
    return refused("invalid_client_metadata", "grant_types must include authorization_code.");
  if (!includes(response_types, "code")) return refused("invalid_client_metadata", "response_types must include code.");
  return { client: { name: nameIn(name ?? ""), redirectUris: uris as string[] } };
}

const includes = (list: unknown, one: string) => list === undefined || (Array.isArray(list) && list.includes(one));

/** One line without what could turn the text around it or hide in it. */
function nameIn(text: string): string | null {
  const plain = text
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return plain === "" ? null : [...plain].slice(0, MAX_NAME).join("");
}
