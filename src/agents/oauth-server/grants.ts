// Grants of MCP clients: a code that a person's consent makes, tokens for it, their rotation, and the end of it all.
import { createHash } from "node:crypto";
import type { Orm } from "../../foundation/db/database.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import { AppError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { mcpReplyContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { isMcpText, makeMcpText } from "../../identity/keys/key-text.ts";
import { timingSafeEqual } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import {
  type GrantRow,
  insertGrant,
  insertTokens,
  type LockedGrant,
  listGrantRows,
  lockGrantOfCode,
  lockGrantOfToken,
  markCodeUsed,
  markGrantRevoked,
  markRefreshed,
} from "./grant-store.ts";
import { OAuthError } from "./oauth-error.ts";
import { scopeOf } from "./resource.ts";

const DAY_MS = 86_400_000;
const CODE_MS = 60_000;
const ACCESS_MS = 3_600_000;
/** How long a refresh token that was used gives the same response again: clients refresh in parallel, and lose responses. */
export const REPLY_MS = 30_000;
/** Grants in force of one user. */
export const MAX_GRANTS = 100;
/** Tokens of one grant. Of used refresh tokens older ones are unknown, and end nothing any more. */
const MAX_TOKENS = { access: 10, refresh: 100 };
/** How many days a person can choose. */
export const GRANT_DAYS = [1, 30, 90, 365] as const;

type GrantDeps = Pick<Deps, "database" | "vault" | "clock" | "changes" | "audit">;

/** What a person has decided about one request of a client. */
export interface Consent {
  personId: string;
  userId: string;
  clientId: string;
  clientName: string;
  accountId: string | null;
  providers: readonly string[] | null;
  isReadOnly: boolean;
  confirmDestructive: boolean;
  days: number;
  resource: string;
  redirectUri: string;
  codeChallenge: string;
}

/** Stores the grant and returns its authorization code, which is stored nowhere. */
export async function grant(deps: GrantDeps, consent: Consent, initiator: Initiator): Promise<string> {
  const now = deps.clock.now();
  const code = makeMcpText("code");
  const { days, ...chosen } = consent;
  const id = crypto.randomUUID();
  const codeMac = deps.vault.macs(code)[0] as string;
  const times = { now, codeExpiresAt: now + CODE_MS, expiresAt: now + days * DAY_MS };
  const isStored = await serialized(deps.database, `MCP clients of ${chosen.userId}`, (tx) =>
    insertGrant(tx, { ...chosen, ...times, id, codeMac }, MAX_GRANTS),
  );
  if (!isStored)
    throw new AppError("CONFLICT", `There are already ${MAX_GRANTS} clients. Revoke one that is not in use.`);
  const { userId, accountId, clientId, clientName, providers, isReadOnly, confirmDestructive } = consent;
  await deps.audit.record(initiator, {
    event: "mcp_client_granted",
    ...{ userId, accountId, resource: { kind: "mcp_grant", id } },
    details: {
      client_id: clientId,
      client_name: clientName,
      providers: providers ?? ["*"],
      read_only: isReadOnly,
      confirm_destructive: confirmDestructive,
      days,
    },
  });
  return code;
}

export interface TokenReply {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** A refusal that does not undo its transaction: the end of a grant is committed with it. */
type Outcome = { reply: TokenReply } | { refused: OAuthError; ended?: EndedGrant };
type EndedGrant = { grant: LockedGrant; reason: "code_reused" | "refresh_token_reused" | "client" };

export interface CodeRequest {
  code: string;
  clientId: string;
  redirectUri: string;
  /** Null where the request names none: then it is the grant's (RFC 8707, section 2.2). */
  resource: string | null;
  verifier: string;
}

const invalidGrant = (message: string): Outcome => ({ refused: new OAuthError("invalid_grant", message) });
const WRONG_CODE = "The code is unknown, has expired, or belongs to another client. Start the authorization again.";
const WRONG_TOKEN =
  "The refresh token is unknown, has expired, or belongs to another client. Start the authorization again.";

/** Exchanges a code for tokens, once; a second use ends the grant (RFC 6749, section 4.1.2). Throws `OAuthError`. */
export async function redeemCode(deps: GrantDeps, request: CodeRequest, initiator: Initiator): Promise<TokenReply> {
  if (!isMcpText("code", request.code)) throw new OAuthError("invalid_grant", WRONG_CODE);
  return endReused(deps, initiator, async (tx) => {
    const found = await lockGrantOfCode(tx, deps.vault.macs(request.code));
    const now = deps.clock.now();
    if (!found || found.clientId !== request.clientId || !isInForce(found, now)) return invalidGrant(WRONG_CODE);
    if (found.isCodeUsed) return endedBy(tx, found, "code_reused", now);
    if (found.codeExpiresAt <= now) return invalidGrant(WRONG_CODE);
    if (found.redirectUri !== request.redirectUri)
      return invalidGrant("redirect_uri differs from the one in the authorization request.");
    if (request.resource !== null && found.resource !== request.resource)
      return {
        refused: new OAuthError("invalid_target", "resource differs from the one in the authorization request."),
      };
    const challenge = createHash("sha256").update(request.verifier).digest("base64url");
    if (!timingSafeEqual(challenge, found.codeChallenge))
      return invalidGrant("code_verifier does not match the code_challenge of the authorization request.");
    await markCodeUsed(tx, found.id, now);
    return { reply: await issue(tx, deps, found, now) };
  });
}

export interface RefreshRequest {
  token: string;
  clientId: string;
  /** Null where the request names none: then it is the grant's (RFC 8707, section 2.2). */
  resource: string | null;
}

/** Replaces a refresh token: the same response for `REPLY_MS`, and the grant's end for a use after that. Throws `OAuthError`. */
export async function refreshGrant(
  deps: GrantDeps,
  request: RefreshRequest,
  initiator: Initiator,
): Promise<TokenReply> {
  if (!isMcpText("refresh", request.token)) throw new OAuthError("invalid_grant", WRONG_TOKEN);
  return endReused(deps, initiator, async (tx) => {
    const found = await lockGrantOfToken(tx, deps.vault.macs(request.token));
    const now = deps.clock.now();
    if (found?.token.kind !== "refresh" || found.grant.clientId !== request.clientId) return invalidGrant(WRONG_TOKEN);
    const { token, grant: of } = found;
    if (!isInForce(of, now)) return invalidGrant(WRONG_TOKEN);
    if (request.resource !== null && request.resource !== of.resource)
      return { refused: new OAuthError("invalid_target", "resource differs from the one in the grant.") };
    if (token.usedAt !== null) {
      if (token.reply === null || now - token.usedAt > REPLY_MS) return endedBy(tx, of, "refresh_token_reused", now);
      return { reply: JSON.parse(deps.vault.open(token.reply, mcpReplyContext(token.mac))) as TokenReply };
    }
    const reply = await issue(tx, deps, of, now);
    await markRefreshed(tx, token.mac, now, deps.vault.seal(JSON.stringify(reply), mcpReplyContext(token.mac)));
    return { reply };
  });
}

/** Ends the grant of either token (RFC 7009); nothing happens for a token that is unknown or another client's. */
export async function endByToken(
  deps: GrantDeps,
  { token, clientId }: { token: string; clientId: string },
  initiator: Initiator,
): Promise<void> {
  if (!isMcpText("access", token) && !isMcpText("refresh", token)) return;
  const now = deps.clock.now();
  const ended = await deps.database.transaction(async (tx) => {
    const found = await lockGrantOfToken(tx, deps.vault.macs(token));
    if (!found || found.grant.clientId !== clientId || found.grant.isRevoked) return null;
    await markGrantRevoked(tx, found.grant.id, now);
    return found.grant;
  });
  if (ended) await announceEnd(deps, { grant: ended, reason: "client" }, initiator);
}

/** The user's grants in force. */
export const grantsOf = (deps: Pick<Deps, "database" | "clock">, userId: string): Promise<GrantRow[]> =>
  listGrantRows(deps.database, userId, { id: null, now: deps.clock.now(), most: MAX_GRANTS });

/** One of them; the same 404 for another user's as for none. */
export async function requireGrant(deps: Pick<Deps, "database" | "clock">, userId: string, id: string) {
  const options = { id, now: deps.clock.now(), most: 1 };
  const [row] = isUuid(id) ? await listGrantRows(deps.database, userId, options) : [];
  if (!row) throw new AppError("NOT_FOUND", "There is no client with this id, or its access has already ended.");
  return row;
}

/** Ends a grant of the user's on every replica; returns it as it was. */
export async function endGrant(deps: Omit<GrantDeps, "vault" | "audit">, userId: string, id: string) {
  const row = await requireGrant(deps, userId, id);
  await deps.database.transaction((tx) => markGrantRevoked(tx, id, deps.clock.now()));
  deps.changes.invalidate(userId, ["mcp_grants"]);
  return row;
}

/** The same, by the user. */
export async function endOwnGrant(
  deps: Omit<GrantDeps, "vault">,
  userId: string,
  id: string,
  initiator: Initiator,
): Promise<void> {
  const { clientId, clientName, accountId } = await endGrant(deps, userId, id);
  await deps.audit.record(initiator, {
    event: "mcp_client_revoked",
    ...{ userId, accountId, resource: { kind: "mcp_grant", id } },
    details: { client_id: clientId, client_name: clientName, reason: "person" },
  });
}

const isInForce = ({ isRevoked, isUsable, expiresAt }: LockedGrant, now: number) =>
  !isRevoked && isUsable && expiresAt > now;

async function endedBy(tx: Orm, of: LockedGrant, reason: EndedGrant["reason"], now: number): Promise<Outcome> {
  await markGrantRevoked(tx, of.id, now);
  const message = "It was used before, so this access has ended. The user must give the client access again.";
  return { refused: new OAuthError("invalid_grant", message), ended: { grant: of, reason } };
}

async function endReused(
  deps: GrantDeps,
  initiator: Initiator,
  work: (tx: Orm) => Promise<Outcome>,
): Promise<TokenReply> {
  const outcome = await deps.database.transaction(work);
  if ("reply" in outcome) return outcome.reply;
  if (outcome.ended) await announceEnd(deps, outcome.ended, initiator);
  throw outcome.refused;
}

async function announceEnd(deps: GrantDeps, { grant: of, reason }: EndedGrant, initiator: Initiator): Promise<void> {
  const { id, userId, accountId, clientId, clientName } = of;
  deps.changes.invalidate(userId, ["mcp_grants"]);
  const actor = { kind: "mcp_client" as const, id, name: clientName };
  await deps.audit.record(
    { ...initiator, actor },
    {
      event: "mcp_client_revoked",
      ...{ userId, accountId, resource: { kind: "mcp_grant", id } },
      ...(reason !== "client" && { level: "warn" as const }),
      details: { client_id: clientId, client_name: clientName, reason },
    },
  );
}

async function issue(tx: Orm, deps: GrantDeps, of: LockedGrant, now: number): Promise<TokenReply> {
  const [access, refresh] = [makeMcpText("access"), makeMcpText("refresh")];
  const accessEndsAt = Math.min(now + ACCESS_MS, of.expiresAt);
  const stored = (text: string, expiresAt: number) => ({ mac: deps.vault.macs(text)[0] as string, expiresAt });
  const tokens = { access: stored(access, accessEndsAt), refresh: stored(refresh, of.expiresAt), now };
  await insertTokens(tx, of.id, tokens, MAX_TOKENS);
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.floor((accessEndsAt - now) / 1_000),
    refresh_token: refresh,
    scope: scopeOf(of.isReadOnly),
  };
}
