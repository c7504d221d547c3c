// Admin tokens: creates, lists, revokes and authenticates them. The configuration's own is the bootstrap token.
import { type Static, Type as t } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { isUniqueViolation } from "../../foundation/db/database.ts";
import { databaseCause } from "../../foundation/db/timeouts.ts";
import { AppError, type InputError } from "../../foundation/errors.ts";
import { isAdminTokenText, makeAdminTokenText } from "../../identity/keys/key-text.ts";
import { createLookUps } from "../../metering/limits/look-ups.ts";
import type { LiveAuthorization } from "../../metering/long-lived/live-authorizations.ts";
import { timingSafeEqual } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { ADMIN_ROLES, type AdminRequest, type AdminRole } from "../../web/http/route.ts";
import { findTokens, insertToken, listTokens, markTokenRevoked, type TokenRow, touchToken } from "./token-store.ts";

/** Who holds an admin token. */
export interface Operator {
  id: string;
  name: string;
  role: AdminRole;
}

export interface AdminTokens {
  /**
   * Returns who holds a token; null for an unknown, revoked or expired one. Past the limit of the client's `address`, a token
   * that this process does not know waits for its turn.
   */
  authenticate(text: string, address: string | null): Promise<Operator | null>;
  /** Whether a token has not come from this network for an hour, as far as this process knows. */
  isSignIn(operator: Operator, network: string): boolean;
}

/** How often a token's time of last use is written. */
const TOUCH_EVERY_MS = 60_000;
/** A token that comes from a network after this time has signed in again. */
const SIGN_IN_MS = 3_600_000;
const MAX_KNOWN = 1_000;
const BOOTSTRAP: Operator = { id: "bootstrap", name: "bootstrap", role: "owner" };

/** Every request asks the database, so a revocation is in force at once; the bootstrap token needs no database. */
export function createAdminTokens(
  deps: Pick<Deps, "database" | "vault" | "clock" | "log" | "adminToken" | "strangers">,
): AdminTokens {
  const find = async (macs: readonly string[]) => (await findTokens(deps.database, macs))[0] ?? null;
  const lookUps = createLookUps<TokenRow>({
    strangers: deps.strangers,
    work: "refused_key",
    now: () => deps.clock.now(),
    find,
    findAll: (macs) => findTokens(deps.database, macs),
    macOf: ({ hash }) => hash,
  });
  /** When living tokens were last touched, by MAC: their look-ups wait for no turn. */
  const touchedAt = new LRUCache<string, number>({ max: MAX_KNOWN });
  const seenAt = new LRUCache<string, number>({ max: MAX_KNOWN });
  const touch = (row: TokenRow, mac: string, now: number) => {
    if ((touchedAt.get(mac) ?? Number.NEGATIVE_INFINITY) > now - TOUCH_EVERY_MS) return;
    touchedAt.set(mac, now);
    touchToken(deps.database, row, mac, new Date(now)).catch((error: unknown) => {
      deps.log.warn("key_touch_failed", { key_id: row.id, error: databaseCause(error) });
    });
  };
  return {
    async authenticate(text, address) {
      if (timingSafeEqual(text, deps.adminToken)) return BOOTSTRAP;
      if (!isAdminTokenText(text)) return null;
      const macs = deps.vault.macs(text);
      const newest = macs[0] as string;
      const row = await (touchedAt.has(newest) ? find(macs) : lookUps.of(macs, address));
      const now = deps.clock.now();
      if (!row || row.revokedAt || (row.expiresAt && row.expiresAt.getTime() <= now)) {
        touchedAt.delete(newest);
        return null;
      }
      touch(row, newest, now);
      return { id: row.id, name: row.name, role: row.role };
    },
    isSignIn({ id }, network) {
      const now = deps.clock.now();
      const isNew = (seenAt.get(`${id} ${network}`) ?? Number.NEGATIVE_INFINITY) <= now - SIGN_IN_MS;
      if (isNew) seenAt.set(`${id} ${network}`, now);
      return isNew;
    },
  };
}

/** The right of a request with a token, for what lives longer than it: no expiry is known, so it is looked at each minute. */
export function tokenAuthorization(
  { adminTokens }: Pick<Deps, "adminTokens">,
  { request, address }: Pick<AdminRequest, "request" | "address">,
  role: AdminRole,
  end: () => void,
): Omit<LiveAuthorization, "userId"> {
  const text = request.headers.get("authorization")?.replace(/^bearer /i, "") ?? "";
  return {
    expiresAt: null,
    async isValid() {
      const operator = await adminTokens.authenticate(text, address);
      return operator !== null && ADMIN_ROLES.indexOf(operator.role) >= ADMIN_ROLES.indexOf(role);
    },
    end,
  };
}

export const CreateTokenBody = t.Object({
  name: t.String({
    maxLength: 60,
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
    description: "The holder's name in the audit log. A name cannot be reused.",
  }),
  role: t.Union(
    ADMIN_ROLES.map((role) => t.Literal(role)),
    { description: "viewer can read; operator can also make everyday changes; owner can do everything." },
  ),
  expires_at: t.Optional(t.String({ format: "date-time", description: "When the token stops working, ISO 8601." })),
});
type NewToken = Static<typeof CreateTokenBody>;

/** Errors of a new token beyond its schema; any of its fields may be missing. */
export function tokenErrors({ clock }: Pick<Deps, "clock">, body: Partial<NewToken>): InputError[] {
  const isPast = body.expires_at !== undefined && Date.parse(body.expires_at) <= clock.now();
  return [
    body.name === BOOTSTRAP.name
      ? [
          {
            in: "body" as const,
            path: "/name",
            message: "This name is reserved for the bootstrap token. Choose another.",
          },
        ]
      : [],
    isPast ? [{ in: "body" as const, path: "/expires_at", message: "expires_at is in the past." }] : [],
  ].flat();
}

function tokenView(row: TokenRow) {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    last_four: row.lastFour,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** Creates a token; its text is in this result and is stored nowhere. */
export async function createToken(deps: Pick<Deps, "database" | "vault">, createdBy: string, body: NewToken) {
  const token = makeAdminTokenText();
  try {
    const row = await insertToken(deps.database, {
      id: crypto.randomUUID(),
      name: body.name,
      role: body.role,
      hash: deps.vault.macs(token)[0] as string,
      lastFour: token.slice(-4),
      createdBy,
      expiresAt: body.expires_at ? new Date(body.expires_at) : null,
    });
    return { token, ...tokenView(row) };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "CONFLICT",
      `A token with the name ${body.name} exists or existed. Names cannot be reused; choose another.`,
    );
  }
}

export async function listAdminTokens(deps: Pick<Deps, "database">) {
  return { tokens: (await listTokens(deps.database)).map(tokenView) };
}

/** Revokes a token on every replica at once; 404 where there is none. */
export async function revokeToken(deps: Pick<Deps, "database" | "clock">, name: string) {
  const row = await markTokenRevoked(deps.database, name, new Date(deps.clock.now()));
  if (!row) throw new AppError("NOT_FOUND", `There is no admin token ${name}.`);
  return tokenView(row);
}
