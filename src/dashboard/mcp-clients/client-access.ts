// What the form of a client's sign-in says: whom the client serves, which providers, how it may use them, and until when.

import type { AuthorizationRequest } from "../../agents/oauth-server/authorization-request.ts";
import type { McpClient } from "../../agents/oauth-server/clients.ts";
import { type Consent, GRANT_DAYS } from "../../agents/oauth-server/grants.ts";
import { redirectHost } from "../../agents/oauth-server/redirect-uri.ts";
import { type InputError, invalidInput } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import { tr } from "../../web/pages/messages.ts";
import type { ActingUser, PageRequest } from "../visit.ts";

export const DEFAULT_DAYS = 90;

/** What a client calls itself, else where it comes from. */
export const clientName = ({ name, host }: McpClient, redirectUri: string): string =>
  name ?? host ?? redirectHost(redirectUri);

/** What the person chose; throws `VALIDATION_ERROR`. */
export async function consentOf(
  deps: Pick<Deps, "registry" | "accounts">,
  visit: PageRequest,
  request: AuthorizationRequest,
  form: URLSearchParams,
): Promise<Consent> {
  const { client, redirectUri, codeChallenge, resource, mayWrite } = request;
  const { id: userId } = visit.user as ActingUser;
  const errors: InputError[] = [];
  const addError = (name: string, message: string) => errors.push({ in: "body", path: `/${name}`, message });
  const providers = form.get("access") === "some" ? [...new Set(form.getAll("provider"))] : null;
  if (providers?.length === 0) addError("provider", tr("Choose at least one provider, or all of them."));
  if (providers?.some((id) => !deps.registry.providers.has(id)))
    addError("provider", tr("There is no provider with this id."));
  const days = Number(form.get("days"));
  if (!GRANT_DAYS.some((one) => one === days)) addError("days", tr("Choose an end date."));
  const externalId = form.get("external_id") ?? "";
  const account = externalId === "" ? null : await findOwnAccount(deps, visit, externalId);
  if (externalId !== "" && !account) addError("external_id", tr("You have no account with this external_id."));
  if (errors.length > 0) throw invalidInput(errors);
  return {
    personId: visit.person.id,
    userId,
    clientId: client.clientId,
    clientName: clientName(client, redirectUri),
    accountId: account?.id ?? null,
    providers,
    isReadOnly: !mayWrite || form.get("use") !== "all",
    confirmDestructive: form.get("confirm_destructive") === "true",
    days,
    resource,
    redirectUri,
    codeChallenge,
  };
}

async function findOwnAccount(deps: Pick<Deps, "accounts">, { user }: PageRequest, externalId: string) {
  const isPartner = user?.caller.partner != null;
  return isPartner ? deps.accounts.findByExternalId(user.id, externalId) : null;
}
