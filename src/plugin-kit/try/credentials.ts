// The credential and the tenant of a trial, out of the environment: `<ID>_ACCESS_TOKEN`, or `<ID>_<FIELD>` for what people type.

import {
  AUTH_KINDS,
  type CredentialKind,
  credentialErrors,
  fieldsOf,
  readTenantFields,
  sentenceOf,
  tenantOfCredentials,
} from "../../connections/connect/credential-fields.ts";
import { credentialsTokens } from "../../connections/connect/credentials-grant.ts";
import { providerVariable } from "../../foundation/config/provider-settings.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { AuthKind, Provider } from "../../plugin/index.ts";
import type { Fetch } from "../../providers/upstream/send.ts";
import type { Target } from "../../providers/upstream/target.ts";
import { isTenantValue, tenantFieldsOf } from "../../providers/upstream/tenant.ts";

export type Environment = Record<string, string | undefined>;

export interface TestCredentials {
  tokens: { access: string; others: Record<string, string>; auth: AuthKind };
  tenant: Record<string, string>;
  /** Every value of the environment that must not be printed. */
  secrets: string[];
}

/** A token that was issued elsewhere does for these. */
const TOKEN_KINDS: readonly AuthKind[] = ["oauth2", "client_credentials"];

/** Reads them for `auth`, or for the first kind of sign-in that is set; throws `StartupError` with what to set. */
export async function testCredentials(
  target: Target,
  env: Environment,
  { auth, tokenName, fetch }: { auth: string | undefined; tokenName: string | undefined; fetch: Fetch },
): Promise<TestCredentials> {
  const { provider } = target;
  const kind = kindOf(provider, env, auth);
  const token = env[providerVariable(provider.id, "ACCESS_TOKEN")];
  const fields = credentialFieldsOf(provider, kind, env);
  const tenant = tenantOf(target, env, tenantOfCredentials(provider, kind, fields));
  const declared = fieldsOf(provider, kind);
  const secrets = Object.entries(fields).flatMap(([name, value]) => (declared[name]?.secret === false ? [] : [value]));
  const others = tokenName === undefined ? {} : { [tokenName]: otherToken(provider, env, tokenName) };
  secrets.push(...Object.values(others));
  if (token && TOKEN_KINDS.includes(kind)) {
    return { tokens: { access: token, others, auth: kind }, tenant, secrets: [...secrets, token] };
  }
  const errors = credentialErrors(target, kind, fields).map((error) => sentenceOf(error, declared[error.name]));
  if (errors.length > 0) throw new StartupError(errors.join("\n"));
  const input = { provider, kind: kind as CredentialKind, fields, tenant };
  const { accessToken } = await credentialsTokens(fetch, { target: () => target }, input);
  return { tokens: { access: accessToken, others, auth: kind }, tenant, secrets: [...secrets, accessToken] };
}

/** The kind that `auth` names, else the plugin's first one with all its variables set. */
function kindOf(provider: Provider, env: Environment, auth: string | undefined): AuthKind {
  const kinds = Object.keys(provider.auth) as AuthKind[];
  if (auth !== undefined && !kinds.includes(auth as AuthKind)) {
    throw new StartupError(`--auth must be one of ${kinds.join(", ")}.`);
  }
  const wanted = auth === undefined ? kinds : [auth as AuthKind];
  const found = wanted.find((kind) => variablesOf(provider, kind).some((names) => names.every((name) => env[name])));
  if (found && AUTH_KINDS.includes(found)) return found;
  const ways = wanted.flatMap((kind) => variablesOf(provider, kind).map((names) => `${names.join(" and ")} (${kind})`));
  throw new StartupError(`There is no credential in the environment: set ${ways.join(", or ")}.`);
}

/** The sets of variables of which one is enough. */
function variablesOf(provider: Provider, kind: AuthKind): string[][] {
  const token = TOKEN_KINDS.includes(kind) ? [[providerVariable(provider.id, "ACCESS_TOKEN")]] : [];
  if (kind === "oauth2") return token;
  return [...token, Object.keys(fieldsOf(provider, kind)).map((name) => providerVariable(provider.id, name))];
}

function credentialFieldsOf(provider: Provider, kind: AuthKind, env: Environment): Record<string, string> {
  if (kind === "oauth2") return {};
  const names = Object.keys(fieldsOf(provider, kind));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[providerVariable(provider.id, name)];
      return value ? [[name, value]] : [];
    }),
  );
}

function otherToken({ id }: Provider, env: Environment, name: string): string {
  const variable = providerVariable(id, `ACCESS_TOKEN_${name}`);
  const token = env[variable];
  if (!token) throw new StartupError(`The endpoint needs the token "${name}": set ${variable}.`);
  return token;
}

/** The values of `tenant`, typed ones, those in the credential, and those that a grant would bring, checked as at connecting. */
function tenantOf(target: Target, env: Environment, ofCredential: Record<string, string>): Record<string, string> {
  const { provider } = target;
  const names = Object.keys(provider.tenant ?? {});
  const input = Object.fromEntries(
    names.flatMap((name) => {
      const value = env[providerVariable(provider.id, name)] ?? ofCredential[name];
      return value ? [[name, value]] : [];
    }),
  );
  const { values, errors } = readTenantFields(target, input);
  const typed = new Map(tenantFieldsOf(provider));
  const sentences = errors.map((error) => sentenceOf(error, typed.get(error.name)));
  for (const name of names.filter((one) => !typed.has(one))) {
    const value = input[name];
    if (value === undefined) sentences.push(`${name} is required.`);
    else if (!isTenantValue(target, name, value)) sentences.push(`${name} does not have the required form.`);
    else values[name] = value;
  }
  if (sentences.length === 0) return values;
  const variables = names.map((name) => providerVariable(provider.id, name)).join(", ");
  throw new StartupError(`The tenant is read from ${variables}: ${sentences.join(" ")}`);
}
