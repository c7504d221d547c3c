// Starts a connect session, with the provider's page or ours to begin with, and reports how it stands.

import type { Static } from "@sinclair/typebox";
import { AppError, accountNotFound, invalidInput } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { assertAllowedOrigin } from "../../identity/partners/origins.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { canConnect, makeAttempt, notConfigured, requestedScopes } from "./authorize.ts";
import { connectWithCredentials } from "./connect-credentials.ts";
import { connectErrors, isDevelopment, kindOf } from "./connect-input.ts";
import { type CredentialKind, readTenantFields } from "./credential-fields.ts";
import type { EnteredCredentials } from "./credentials-grant.ts";
import { type StartAccountConnectBody, type StartConnectBody, sessionFacts, sessionView } from "./model.ts";
import { linkPath, makeLinkToken } from "./page-paths.ts";
import { parseRedirectUrl } from "./redirect.ts";
import type { AccountOwner } from "./save-grant.ts";
import { makeState } from "./state.ts";
import { findSession, insertSession, listSessions } from "./store.ts";

/**
 * Starts a session and returns the URL to open in the browser, or with credentials the integration; `confirm` is for accounts only.
 * With `browserHash` the page works in that browser from the start.
 */
export async function startConnect(
  deps: Deps,
  owner: Owner,
  body: Static<typeof StartAccountConnectBody>,
  initiator: Initiator,
  browserHash: string | null = null,
) {
  const provider = deps.registry.provider(body.provider ?? "");
  if (provider && body.credentials)
    return connectWithCredentials(deps, owner, credentialsOf(deps, provider, body), body.connection ?? null, initiator);
  const redirectUrl = parseRedirectUrl(body.redirect_url ?? "", isDevelopment(deps.config));
  // The route has reported these errors already; this narrows the types.
  if (typeof redirectUrl !== "string") throw invalidInput(connectErrors(deps, body));
  await assertAllowedOrigin(deps, owner, redirectUrl);
  const id = crypto.randomUUID();
  const { columns, url } = body.page ? await pageOf(deps, owner, body) : await attemptOf(deps, owner, id, body);
  const { userId, accountId } = owner;
  const confirm = body.confirm ?? false;
  const connection = body.connection ?? null;
  const row = { id, userId, accountId, redirectUrl, confirm, connection, browserHash, ...columns };
  const session = await insertSession(deps.database, row);
  await deps.audit.record(initiator, { event: "connect_started", ...sessionFacts(session) });
  return {
    connect_url: url,
    session_id: id,
    expires_at: session.expiresAt.toISOString(),
    status: "pending" as const,
  };
}

function attemptOf(deps: Deps, owner: Owner, id: string, body: Static<typeof StartConnectBody>) {
  const provider = deps.registry.provider(body.provider ?? "");
  if (!provider) throw invalidInput(connectErrors(deps, body));
  const tenant = readTenantFields(deps.target(provider.id), body.fields ?? {}).values;
  return makeAttempt(deps, owner, id, { provider, scopes: requestedScopes(deps, provider, body.scopes), tenant });
}

/** What was sent to sign in with; `connectErrors` has checked it. */
function credentialsOf(deps: Deps, provider: Provider, body: Static<typeof StartConnectBody>): EnteredCredentials {
  const { values: tenant } = readTenantFields(deps.target(provider.id), body.fields ?? {});
  return { provider, kind: kindOf(provider, body) as CredentialKind, fields: body.credentials ?? {}, tenant };
}

/** Starts a session with a page and returns its link. The first attempt starts when the person continues. */
async function pageOf(deps: Deps, owner: Owner, body: Static<typeof StartConnectBody>) {
  const ids = body.provider === undefined ? (body.providers ?? [...deps.registry.providers.keys()]) : [body.provider];
  const wanted = ids.flatMap((id) => deps.registry.provider(id) ?? []);
  const usable: Provider[] = [];
  for (const provider of wanted) if (await canConnect(deps, owner, provider)) usable.push(provider);
  const [first] = usable;
  if (!first) throw wanted[0] ? notConfigured(wanted[0], owner) : invalidInput(connectErrors(deps, body));
  const isChosen = usable.length === 1;
  const token = makeLinkToken(deps.vault);
  return {
    columns: {
      provider: isChosen ? first.id : "",
      providers: usable.map(({ id }) => id),
      auth: isChosen ? kindOf(first, body) : undefined,
      tenant: isChosen ? readTenantFields(deps.target(first.id), body.fields ?? {}).values : {},
      scopes: isChosen ? requestedScopes(deps, first, body.scopes) : [],
      linkHash: deps.vault.macs(token)[0] as string,
      // The column needs one; nobody knows the state behind it.
      stateHash: deps.vault.macs(makeState(deps.vault))[0] as string,
    },
    url: `${deps.baseUrl}${linkPath(token)}`,
  };
}

/** An owner's session; 404 for anybody else's, as for an unknown one. The two surfaces have different codes. */
export async function viewSession(deps: Deps, owner: Owner, sessionId: string) {
  const session = isUuid(sessionId) ? await findSession(deps.database, owner, sessionId) : null;
  if (session) return sessionView(session, deps.registry.provider(session.provider));
  throw new AppError(
    owner.accountId === null ? "NOT_FOUND" : "SESSION_NOT_FOUND",
    "There is no connect session with this id.",
  );
}

/** An account's latest sessions, newest first; they go a month after their end. */
export async function listSessionsOf(deps: Pick<Deps, "database" | "registry">, owner: AccountOwner, limit = 20) {
  const sessions = await listSessions(deps.database, owner, limit);
  if (!sessions) throw accountNotFound(owner.accountId);
  return sessions.map((session) => sessionView(session, deps.registry.provider(session.provider)));
}
