// The addresses at which issuers end sessions: OpenID Connect Back-Channel Logout 1.0. The next request of an ended session finds none, at every replica.

import { queryable } from "../../foundation/db/raw.ts";
import { AppError } from "../../foundation/errors.ts";
import { byProvider } from "../../identity/audit/entry.ts";
import { useLogoutToken } from "../../identity/oidc/attempts.ts";
import { type Issuer, IssuerError, logFailure } from "../../identity/oidc/issuer.ts";
import { type LogoutToken, verifyLogoutToken } from "../../identity/oidc/tokens.ts";
import { endSessionsOfIdentity } from "../../identity/sign-in/sessions.ts";
import type { Deps } from "../../server/deps.ts";
import { FORM_TYPE, readFormFields } from "../../web/http/form.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { PAGES_TAG } from "../../web/pages/assets.ts";
import { tr } from "../../web/pages/messages.ts";
import { oidcPathOf } from "../paths.ts";
import { issuerOfPath, issuerParams } from "./chosen-issuer.ts";

const MAX_BODY = 72 * 1024;

export const logoutRoutes = (deps: Deps): PublicRoute[] => [
  logoutRoute(deps, { id: "form_oidc_logout", path: oidcPathOf(null, "logout") }),
  logoutRoute(deps, {
    ...{ id: "form_oidc_issuer_logout", path: oidcPathOf("{issuer}", "logout") },
    params: issuerParams,
  }),
];

function logoutRoute(deps: Deps, route: Pick<PublicRoute, "id" | "path" | "params">): PublicRoute {
  return {
    ...route,
    method: "POST",
    access: "public",
    tag: PAGES_TAG,
    isPage: true,
    errorsAs: "oauth",
    summary: tr("Ends the sessions that the issuer names."),
    handle: async (call) => ({ response: await charged(deps, call, () => endSessions(deps, call)) }),
  };
}

/** Only what is refused counts against its network: an issuer ends any number of sessions at once, and sends no token twice. */
async function charged(
  { strangers }: Pick<Deps, "strangers">,
  { address }: PublicRequest,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "PROVIDER_UNAVAILABLE")
      strangers.admit("refused_logout", address);
    throw error;
  }
}

async function endSessions(
  deps: Deps,
  { request, params, arrival, address, requestId }: PublicRequest,
): Promise<Response> {
  const issuer = issuerOfPath(deps, params);
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new AppError("UNSUPPORTED_MEDIA_TYPE", `The body must be a form: ${FORM_TYPE}.`);
  const form = await readFormFields(request, MAX_BODY, arrival);
  const initiator = byProvider(issuer.id, address, requestId);
  try {
    const token = await verifyLogoutToken(issuer, form.get("logout_token") ?? "");
    const people = await endOnce(deps, issuer, token);
    if (people === null) throw new IssuerError("refused", "logout_replayed");
    for (const id of people)
      await deps.audit.record(initiator, { event: "person_sessions_ended", resource: { kind: "person", id } });
    return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!(error instanceof IssuerError)) throw error;
    logFailure(deps, issuer, error.reason);
    const isOurs = error.kind === "unavailable";
    const code = isOurs ? "PROVIDER_UNAVAILABLE" : "VALIDATION_ERROR";
    deps.audit.count(`oidc-logout ${issuer.id}`, initiator, {
      event: "person_logout_refused",
      outcome: "refused",
      code,
    });
    throw isOurs
      ? new AppError(code, "The keys of the issuer cannot be read at the moment. Send the token again in a minute.")
      : new AppError(code, "The logout token is refused. The log of the gateway says why.");
  }
}

/** The use of the token is stored with what it ends; null for one that was used before. */
function endOnce({ database }: Deps, { id }: Issuer, token: LogoutToken): Promise<string[] | null> {
  return database.transaction(async (tx) => {
    const within = queryable(tx);
    if (!(await useLogoutToken(within, token.hash, token.expiresAt))) return null;
    return endSessionsOfIdentity(within, { issuer: id, userId: token.userId, sessionId: token.sessionId });
  });
}
