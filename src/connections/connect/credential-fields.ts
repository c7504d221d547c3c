// What a person types before connecting: which fields there are, and what is wrong with what was given for them.
import type { AuthKind, CredentialField, Field, Provider } from "../../plugin/index.ts";
import type { Target } from "../../providers/upstream/target.ts";
import { isTenantValue, tenantFieldsOf } from "../../providers/upstream/tenant.ts";

/** The kinds of sign-in whose credential a person types. */
export const CREDENTIAL_KINDS = ["api_key", "basic", "client_credentials"] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];
export const AUTH_KINDS = ["oauth2", ...CREDENTIAL_KINDS] as const;

/** `required`: nothing was given. `form`: not of the field's form. `characters`: line breaks and the like, or too many. */
export interface FieldError {
  name: string;
  reason: "required" | "form" | "characters";
}

/** Characters of one credential: a private key in a service account's file has some 2,000. */
const MAX_CREDENTIAL = 4_096;

/** The kinds that a provider has and a person types for, in the order of its plugin. */
export function credentialKindsOf({ auth }: Provider): CredentialKind[] {
  return Object.keys(auth).filter((kind): kind is CredentialKind =>
    (CREDENTIAL_KINDS as readonly string[]).includes(kind),
  );
}

/** None for OAuth. */
export function fieldsOf({ auth }: Provider, kind: AuthKind): Record<string, CredentialField> {
  return kind === "oauth2" ? {} : (auth[kind]?.fields ?? {});
}

/** What is wrong with credentials; the errors hold nothing of their values. */
export function credentialErrors(
  target: Target,
  kind: AuthKind,
  input: Readonly<Record<string, string>>,
): FieldError[] {
  return Object.entries(fieldsOf(target.provider, kind)).flatMap(([name, field]) => {
    const value = Object.hasOwn(input, name) ? (input[name] as string) : "";
    const reason = reasonOf(field, value) ?? (isTenantFit(target, name, field, value) ? null : "form");
    return reason === null ? [] : [{ name, reason }];
  });
}

const isTenantFit = (target: Target, name: string, field: CredentialField, value: string): boolean =>
  Object.entries(tenantIn(target.provider, name, field, value)).every(([own, part]) =>
    isTenantValue(target, own, part),
  );

/** The values of `tenant` in what was entered: a field of that name, or a named group of a field's pattern. */
export function tenantOfCredentials(
  provider: Provider,
  kind: AuthKind,
  input: Readonly<Record<string, string>>,
): Record<string, string> {
  const parts = Object.entries(fieldsOf(provider, kind)).map(([name, field]) =>
    Object.hasOwn(input, name) ? tenantIn(provider, name, field, input[name] as string) : {},
  );
  return Object.assign({}, ...parts);
}

function tenantIn({ tenant = {} }: Provider, name: string, { pattern, secret }: CredentialField, value: string) {
  const groups = { ...pattern?.exec(value)?.groups, ...(secret === false && { [name]: value }) };
  const isOwn = (pair: [string, string | undefined]): pair is [string, string] =>
    pair[1] !== undefined && Object.hasOwn(tenant, pair[0]);
  return Object.fromEntries(Object.entries(groups).filter(isOwn));
}

function reasonOf({ pattern }: Field, value: string): FieldError["reason"] | null {
  if (value.trim() === "") return "required";
  if (value.length > MAX_CREDENTIAL || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) return "characters";
  return pattern && pattern.exec(value)?.[0] !== value ? "form" : null;
}

/** The values of `tenant` that were given, with their defaults, and what is wrong with them. */
export function readTenantFields(
  target: Target,
  input: Readonly<Record<string, string>>,
): { values: Record<string, string>; errors: FieldError[] } {
  const values: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [name, declared] of tenantFieldsOf(target.provider)) {
    const value = (Object.hasOwn(input, name) && input[name]) || declared.default || "";
    if (value === "") errors.push({ name, reason: "required" });
    else if (!isTenantValue(target, name, value)) errors.push({ name, reason: "form" });
    else values[name] = value;
  }
  return { values, errors };
}

/** An error as callers of the API read it: the field and its form, never the value. */
export function sentenceOf({ name, reason }: FieldError, field: Field | undefined): string {
  if (reason === "required") return `${name} is required.`;
  if (reason === "characters")
    return `${name} must have at most ${MAX_CREDENTIAL} characters, without line breaks or control characters.`;
  return `${name} must be of the form that the provider gives${field?.example ? `, such as ${field.example}` : ""}.`;
}
