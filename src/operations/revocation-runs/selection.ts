// What falls under a revocation run: the SQL conditions of each kind of row, made of the operator's choices.
import { OPERATOR_REVOKED } from "../../connections/integrations/ended.ts";
import type { Parameters } from "../../foundation/db/parameters.ts";

/** What an operator can choose, and the kinds of rows that each choice ends. */
export const WHAT = {
  keys: ["key"],
  sessions: ["agent_session"],
  mcp: ["mcp_grant"],
  panels: ["panel_session"],
  connections: ["connect_session", "pending_grant", "connection"],
} as const satisfies Record<string, readonly string[]>;

export type What = keyof typeof WHAT;
export const ALL_WHAT = Object.keys(WHAT) as What[];
export type ItemKind = (typeof WHAT)[What][number];
/** In the order in which a run ends them: what calls with goes before what is called with. */
export const ITEM_KINDS: readonly ItemKind[] = Object.values(WHAT).flat();

export interface Selection {
  provider: string | null;
  /** The user of a partner profile: what is its own and its connected accounts'. */
  partnerId: string | null;
  /** What is the user's own, without connected accounts. */
  userId: string | null;
  /** ISO 8601; null for everything up to the run's start. */
  before: string | null;
  everything: boolean;
}

interface Source {
  table: string;
  madeAt: string;
  /** SQL of rows that are in force; `NOW` stands for the gateway's time. */
  inForce: string;
  hasAccount: boolean;
  hasProvider: boolean;
}

const NOT_ENDED = "t.revoked_at is null and t.expires_at > NOW";

const SOURCES: Readonly<Record<ItemKind, Source>> = {
  key: {
    table: "api_keys",
    madeAt: "created_at",
    inForce: "t.revoked_at is null and (t.expires_at is null or t.expires_at > NOW)",
    hasAccount: false,
    hasProvider: false,
  },
  agent_session: {
    table: "agent_sessions",
    madeAt: "created_at",
    inForce: NOT_ENDED,
    hasAccount: true,
    hasProvider: false,
  },
  mcp_grant: { table: "mcp_grants", madeAt: "created_at", inForce: NOT_ENDED, hasAccount: true, hasProvider: false },
  panel_session: {
    table: "panel_sessions",
    madeAt: "created_at",
    inForce: "t.revoked_at is null and t.expires_at > now()",
    hasAccount: true,
    hasProvider: false,
  },
  connect_session: {
    table: "connect_sessions",
    madeAt: "created_at",
    // A failed one with a page can be tried again while it has not expired.
    inForce: `(t.status = 'pending' or t.status = 'failed' and t.link_hash is not null)
      and (t.expires_at > now() or t.replacement is not null)`,
    hasAccount: true,
    hasProvider: true,
  },
  pending_grant: {
    table: "pending_grants",
    madeAt: "granted_at",
    inForce: "true",
    hasAccount: true,
    hasProvider: true,
  },
  connection: {
    table: "connections",
    madeAt: "connected_at",
    inForce: `not (t.status = 'revoked' and coalesce(t.status_reason, '') = '${OPERATOR_REVOKED}')`,
    hasAccount: true,
    hasProvider: true,
  },
};

export const tableOf = (kind: ItemKind): string => SOURCES[kind].table;
export const kindsOf = (what: readonly What[]): ItemKind[] =>
  ITEM_KINDS.filter((kind) => what.some((one) => (WHAT[one] as readonly string[]).includes(kind)));

/** SQL columns of the owner and provider of a row `t`. */
export const ownerColumns = (kind: ItemKind): string => {
  const { hasAccount, hasProvider } = SOURCES[kind];
  return `t.user_id, ${hasAccount ? "t.account_id" : "null::uuid as account_id"}, ${hasProvider ? "nullif(t.provider, '') as provider" : "null::text as provider"}`;
};

/**
 * SQL of the end of the time that a run is about: the operator's, but never later than the run's start. Some rows have the
 * database's time and others the gateway's: the later of both misses neither.
 */
export const cutoffSql = (before: string, now: string): string =>
  `least(coalesce(${before}::text::timestamptz, 'infinity'), greatest(now(), ${now}::text::timestamptz) + interval '1 millisecond')`;

/** A person whose page offers several providers may still choose this one. */
const providerIs = (kind: ItemKind, name: string) =>
  kind === "connect_session" ? `(t.provider = ${name} or ${name} = any(t.providers))` : `t.provider = ${name}`;

/** SQL of the rows `t` of a kind that fall under a selection and are in force. */
export function conditionOf(
  kind: ItemKind,
  selection: Selection,
  { cutoff, now, add }: { cutoff: string; now: string } & Pick<Parameters, "add">,
): string {
  const { madeAt, inForce, hasAccount, hasProvider } = SOURCES[kind];
  const { provider, partnerId, userId } = selection;
  // Nothing without a provider falls under one.
  if (provider !== null && !hasProvider) return "false";
  return [
    inForce.replaceAll("NOW", now),
    `t.${madeAt} < ${cutoff}`,
    provider === null ? [] : providerIs(kind, `${add(provider)}::text`),
    partnerId === null ? [] : `t.user_id = ${add(partnerId)}::text::uuid`,
    userId === null ? [] : `t.user_id = ${add(userId)}::text::uuid${hasAccount ? " and t.account_id is null" : ""}`,
  ]
    .flat()
    .join(" and ");
}
