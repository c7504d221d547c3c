// Panel sessions: a partner makes one for an account, and ends it before its time.
import type { Static } from "@sinclair/typebox";
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { AccountRow } from "../../identity/accounts/store.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { findRedirectOrigins } from "../../identity/partners/store.ts";
import type { Deps } from "../../server/deps.ts";
import { isDevelopment } from "../connect/connect-input.ts";
import { makeMarkedToken } from "../connect/marked-token.ts";
import { originOf, parseRedirectUrl } from "../connect/redirect.ts";
import { versionedScriptPath } from "../connect/script.ts";
import { type CreatePanelSessionBody, DEFAULT_SECONDS } from "./model.ts";
import { insertPanelSession, revokePanelSession } from "./store.ts";

export const TOKEN_PURPOSE = "panel";

type Body = Static<typeof CreatePanelSessionBody>;

/** Errors of a body beyond its schema; any field may be missing. */
export function panelErrors(
  { registry, config }: Pick<Deps, "registry" | "config">,
  body: Partial<Body>,
): InputError[] {
  const url = body.redirect_url === undefined ? "" : parseRedirectUrl(body.redirect_url, isDevelopment(config));
  const errors = typeof url === "string" ? [] : url;
  const unknown = (body.providers ?? []).findIndex((id) => !registry.provider(id));
  if (unknown >= 0) {
    const known = [...registry.providers.keys()].join(", ");
    errors.push({ in: "body", path: `/providers/${unknown}`, message: `providers must be one or more of ${known}.` });
  }
  return errors;
}

/** Makes a session; throws 400 where an origin is not among the partner's redirect origins, which every frame needs. */
export async function createPanelSession(deps: Deps, account: AccountRow, body: Body, initiator: Initiator) {
  const { userId, id: accountId } = account;
  const redirectUrl = parseRedirectUrl(body.redirect_url, isDevelopment(deps.config));
  // The route has reported these errors already; this narrows the types.
  if (typeof redirectUrl !== "string") throw invalidInput(redirectUrl);
  const origins = body.origins ?? [originOf(redirectUrl)];
  assertRegistered(await findRedirectOrigins(deps.database, userId), [originOf(redirectUrl), ...origins]);
  const token = makeMarkedToken(deps.vault, TOKEN_PURPOSE);
  const row = {
    id: crypto.randomUUID(),
    ...{ userId, accountId, redirectUrl, origins },
    tokenHash: deps.vault.macs(token)[0] as string,
    providers: body.providers ?? null,
    confirm: body.confirm ?? false,
  };
  const scriptPath = await versionedScriptPath();
  const { session, announce } = await deps.database.transaction(async (tx) => ({
    session: await insertPanelSession(tx, row, body.expires_in ?? DEFAULT_SECONDS),
    announce: await deps.audit.recordIn(tx, initiator, {
      event: "panel_session_created",
      ...factsOf(row),
      details: { origins, ...(row.providers && { providers: row.providers }) },
    }),
  }));
  announce();
  return {
    panel_session_id: row.id,
    token,
    script_url: `${deps.baseUrl}${scriptPath}`,
    expires_at: session.expiresAt.toISOString(),
  };
}

/** One sentence for all of them: the origin of redirect_url is the first of `origins` by default. */
function assertRegistered(registered: readonly string[], origins: readonly string[]): void {
  const missing = [...new Set(origins)].filter((origin) => !registered.includes(origin));
  if (missing.length === 0) return;
  const [are, them] = missing.length === 1 ? ["is", "it"] : ["are", "them"];
  const message =
    `${missing.join(" and ")} ${are} not among your redirect origins. ` +
    `Add ${them} with PUT /api/v1/redirect-origins: only registered origins can show a panel.`;
  throw invalidInput([{ in: "body", path: missing[0] === origins[0] ? "/redirect_url" : "/origins", message }]);
}

/** For the audit log: whose session it is. */
export const factsOf = ({ id, userId, accountId }: { id: string; userId: string; accountId: string }) => ({
  userId,
  accountId,
  resource: { kind: "panel_session", id },
});

/** Ends a session at once, also in a page that shows it; 404 for anybody else's, as for an unknown one. */
export async function endPanelSession(
  deps: Pick<Deps, "database" | "audit">,
  { userId, id: accountId }: AccountRow,
  id: string,
  initiator: Initiator,
) {
  const owner = { userId, accountId };
  const announce = await deps.database.transaction(async (tx) => {
    if (!isUuid(id) || !(await revokePanelSession(tx, owner, id))) return null;
    return deps.audit.recordIn(tx, initiator, { event: "panel_session_revoked", ...factsOf({ id, ...owner }) });
  });
  if (!announce)
    throw new AppError("SESSION_NOT_FOUND", "The account has no panel session with this id that has not ended.");
  announce();
  return { revoked: true as const, panel_session_id: id };
}
