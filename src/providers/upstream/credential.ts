// How a credential is presented to a provider: the header or the parameter that its kind of sign-in says.
import type { AuthKind, CredentialPosition, Provider } from "../../plugin/index.ts";

/** The credential of one request. */
export type PresentedCredential = { header: string; value: string } | { query: string; value: string };

const BEARER: CredentialPosition = { header: "authorization", scheme: "Bearer" };

/** An `Authorization: Bearer` header. */
export const bearer = (token: string): PresentedCredential => ({ header: "authorization", value: `Bearer ${token}` });

/** The integration's credential as its kind of sign-in presents it. */
export function presented({ auth }: Provider, kind: AuthKind, credential: string): PresentedCredential {
  if (kind === "basic") return { header: "authorization", value: `Basic ${base64Of(credential)}` };
  const position = auth[kind]?.credential ?? BEARER;
  if ("query" in position) return { query: position.query, value: credential };
  const scheme = position.scheme ?? (position.header.toLowerCase() === "authorization" ? "Bearer" : "");
  return { header: position.header.toLowerCase(), value: scheme === "" ? credential : `${scheme} ${credential}` };
}

/** RFC 7617, section 2.1: user name and password in UTF-8. */
const base64Of = (text: string) => Buffer.from(text, "utf8").toString("base64");

/** Everything of a credential that a provider could repeat, for redaction. */
export function secretForms(kind: AuthKind, credential: string): string[] {
  if (kind !== "basic") return [credential];
  return [base64Of(credential), credential, credential.slice(credential.indexOf(":") + 1)];
}

/** The token that a credential presents: its name, or null for the main one, which may have a name as well. */
export function tokenNameOf(
  { access, others }: { access: string; others: Readonly<Record<string, string>> },
  credential: string | undefined,
): string | null {
  const token = credential === undefined ? undefined : others[credential];
  return token === undefined || token === access ? null : (credential as string);
}
