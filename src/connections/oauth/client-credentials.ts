// The client credentials grant (RFC 6749, section 4.4) with a client that a person typed.
import type { TokenSet } from "../../plugin/index.ts";
import type { Fetch } from "../../providers/upstream/send.ts";
import type { Target } from "../../providers/upstream/target.ts";
import { fillTenant } from "../../providers/upstream/tenant.ts";
import { requestTokens } from "./client.ts";

export interface ClientTokenRequest {
  /** What the person typed, at least `client_id` and `client_secret`. */
  fields: Readonly<Record<string, string>>;
  tenant: Readonly<Record<string, string>>;
  deadlineMs?: number;
}

/** Requests an access token; throws `OAuthError`. */
export function requestClientToken(
  fetch: Fetch,
  target: Target,
  { fields, tenant, deadlineMs }: ClientTokenRequest,
): Promise<TokenSet> {
  const declared = target.provider.auth.client_credentials;
  if (!declared || target.clientCredentialsUrl === null)
    throw new TypeError(`Plugin "${target.provider.id}" has no client credentials.`);
  const { clientAuth, tokenBody, tokenFormat, params = {}, tokens } = declared;
  const values = { ...tenant, ...fields };
  const own = Object.entries(params).map(([name, template]) => [name, filledFields(template, values)]);
  return requestTokens(fetch, {
    tokenUrl: fillTenant(target, target.clientCredentialsUrl, tenant),
    clientAuth,
    tokenBody,
    tokenFormat,
    client: { id: fields.client_id ?? "", secret: fields.client_secret ?? "" },
    form: { grant_type: "client_credentials", ...Object.fromEntries(own) },
    rules: { tokens },
    deadlineMs,
  });
}

/** Fills a template such as `{email}/token` with what the person typed. */
export function filledFields(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => values[name] ?? "");
}
