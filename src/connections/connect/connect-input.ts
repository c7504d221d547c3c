// Checks of a connect request beyond its schema: the provider, where the browser goes back to, what is given to sign in with.
import type { Static } from "@sinclair/typebox";
import type { InputError } from "../../foundation/errors.ts";
import type { AuthKind, CredentialField, Provider } from "../../plugin/index.ts";
import { unavailablePlugin } from "../../providers/guard/plugin-error.ts";
import { tenantFieldsOf } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";
import { credentialErrors, credentialKindsOf, fieldsOf, readTenantFields, sentenceOf } from "./credential-fields.ts";
import type { StartConnectBody } from "./model.ts";
import { parseRedirectUrl } from "./redirect.ts";

type StartBody = Partial<Static<typeof StartConnectBody>>;

/** Characters of all scopes with the spaces between them: more would not fit into an authorization URL. */
const MAX_SCOPES_LENGTH = 4_096;

/** Errors of a body beyond its schema; any field may be missing, and `errors` names those that have one already. */
export function connectErrors(
  deps: Pick<Deps, "registry" | "config" | "target">,
  body: StartBody,
  schemaErrors: readonly InputError[] = [],
): InputError[] {
  const errors: InputError[] = [];
  const add = (field: string, message: string) => {
    const isReported = schemaErrors.some(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
    if (!isReported) errors.push({ in: "body", path: `/${field}`, message: `${field} ${message}` });
  };
  if (body.redirect_url === undefined && !body.credentials) add("redirect_url", "is required.");
  const broken = [body.provider ?? [], body.providers ?? []].flat().find((id) => deps.registry.broken.has(id));
  if (broken !== undefined) throw unavailablePlugin(broken);
  const known = [...deps.registry.providers.keys()].join(", ");
  if (body.provider === undefined) {
    if (!body.page) add("provider", "is required.");
    if (body.scopes) add("scopes", "need a provider, because each provider has its own.");
  } else if (!deps.registry.provider(body.provider)) add("provider", `must be one of ${known}.`);
  if (body.providers && (!body.page || body.provider !== undefined))
    add("providers", "are only for a page without provider, where the person chooses one.");
  if (body.providers?.some((id) => !deps.registry.provider(id))) add("providers", `must be one or more of ${known}.`);
  const url = body.redirect_url === undefined ? "" : parseRedirectUrl(body.redirect_url, isDevelopment(deps.config));
  if (typeof url !== "string") errors.push(...url);
  if (body.scopes && body.scopes.join(" ").length > MAX_SCOPES_LENGTH)
    add("scopes", `have more than ${MAX_SCOPES_LENGTH} characters together.`);
  const provider = deps.registry.provider(body.provider ?? "");
  if (provider) errors.push(...signInErrors(deps, provider, body));
  else for (const name of ["auth", "fields", "credentials"] as const) if (body[name]) add(name, "need a provider.");
  return errors;
}

/** Errors of what is given to sign in with; none of them repeats a value, which may be a secret in the wrong field. */
function signInErrors(deps: Pick<Deps, "target">, provider: Provider, body: StartBody): InputError[] {
  const kind = kindOf(provider, body);
  const at = (path: string, message: string): InputError => ({ in: "body", path, message });
  if (!provider.auth[kind])
    return [at("/auth", `auth must be one of ${Object.keys(provider.auth).join(", ")} for ${provider.id}.`)];
  const { credentials, fields = {}, page = false } = body;
  const ofTenant = Object.fromEntries(tenantFieldsOf(provider));
  const ofFields = readTenantFields(deps.target(provider.id), fields).errors;
  const wanted = page ? ofFields.filter(({ reason }) => reason !== "required") : ofFields;
  const errors = [
    ...unknownErrors("fields", fields, ofTenant),
    ...wanted.map((error) => at(`/fields/${error.name}`, `fields: ${sentenceOf(error, ofTenant[error.name])}`)),
  ];
  if (kind === "oauth2" || page) {
    const why = page
      ? "must be left out: the page asks for them."
      : "are only for an API key, a password or client credentials, not for oauth2.";
    if (credentials) errors.push(at("/credentials", `credentials ${why}`));
    return errors;
  }
  const declared = fieldsOf(provider, kind);
  if (!credentials) return [...errors, at("/credentials", credentialsMissing(provider, declared))];
  if ((body as { confirm?: boolean }).confirm)
    errors.push(at("/confirm", "confirm is only for consent in a browser. Leave it out when you send credentials."));
  if (body.scopes)
    errors.push(at("/scopes", "scopes are only for oauth2. The provider decides what an API key may do."));
  return [
    ...errors,
    ...unknownErrors("credentials", credentials, declared),
    ...credentialErrors(deps.target(provider.id), kind, credentials).map((error) =>
      at(`/credentials/${error.name}`, `credentials: ${sentenceOf(error, declared[error.name])}`),
    ),
  ];
}

function credentialsMissing({ name }: Provider, declared: Readonly<Record<string, CredentialField>>): string {
  return `credentials are required, with ${Object.keys(declared).join(", ")}. Or set page, so that the person enters them for ${name}.`;
}

/** Says how many names nobody knows, and which there are: what was sent as a name may be a secret. */
function unknownErrors(
  part: "fields" | "credentials",
  input: Readonly<Record<string, string>>,
  known: Readonly<Record<string, unknown>>,
): InputError[] {
  if (Object.keys(input).every((name) => Object.hasOwn(known, name))) return [];
  const names = Object.keys(known);
  const message = `${part} ${names.length === 0 ? "must be left out: this provider has none" : `may have only ${names.join(", ")}`}.`;
  return [{ in: "body", path: `/${part}`, message }];
}

/** The kind of sign-in: the one that is named, else the first that fits what was sent. */
export function kindOf(provider: Provider, { auth, credentials }: Pick<StartBody, "auth" | "credentials">): AuthKind {
  if (auth !== undefined) return auth;
  const [first] = credentialKindsOf(provider);
  if (credentials && first) return first;
  return (Object.keys(provider.auth)[0] as AuthKind | undefined) ?? "oauth2";
}

export const isDevelopment = (config: Deps["config"]) => config.environment === "development";
