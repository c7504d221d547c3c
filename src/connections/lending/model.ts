// Shares on the wire: what an owner lends of a connection, and what another borrows.
import { type Static, Type as t } from "@sinclair/typebox";
import { BORROWED, ConnectionName } from "../../foundation/schema/connection-name.ts";
import { accountName } from "../../identity/owner.ts";
import { UsageEntry, UsageQuery } from "../../metering/usage/model.ts";
import { nullable } from "../../plugin/fields.ts";
import { IdentityShape } from "../integrations/model.ts";
import type { BorrowedShare, LentShare } from "./share-store.ts";

const MAX_EMAIL = 320;

const permissions = t.Array(t.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 400,
  description: "All that the borrower's calls may do, such as gmail.read, gmail.* or google:calendar.read.",
});
const until = t.String({
  format: "date-time",
  description: "When the loan ends, ISO 8601; without it, never by itself.",
});
const events = t.Boolean({
  description: "true: the borrower's inbox gets the connection's events of services that it may use.",
});
const shareName = t.String({ description: "How the borrower names the connection: shared: and a name." });

const common = {
  name: t.Optional(ConnectionName),
  permissions,
  until: t.Optional(until),
  events: t.Optional(events),
};
const toAccount = t.Object({
  account: accountName("One of your accounts: its id, or external: and your external_id."),
});

/** The body that lends a user's own connection. */
export const LendBody = t.Object({
  to: t.Object(
    {
      user: t.Optional(
        t.String({
          format: "email",
          maxLength: MAX_EMAIL,
          description: "The e-mail address of another user of this gateway, who must accept.",
        }),
      ),
      account: t.Optional(toAccount.properties.account),
    },
    { minProperties: 1, maxProperties: 1, examples: [{ user: "grace@example.com" }] },
  ),
  ...common,
});
/** The body that lends an account's connection. */
export const LendAccountsBody = t.Object({ to: toAccount, ...common });
export type LendBody = Static<typeof LendBody>;

export const AcceptBody = t.Object({ name: t.Optional(ConnectionName) });

const time = (description: string) => nullable(t.String({ format: "date-time", description }));
const shared = {
  id: t.String({ format: "uuid" }),
  integration_id: t.String({ format: "uuid", description: "The connection, as usage entries name it." }),
  provider: t.String(),
  name: shareName,
  permissions: t.Array(t.String()),
  events,
  until: time("When it ends by itself; null: never."),
  created_at: t.String({ format: "date-time" }),
  accepted_at: time("When it began; null while nobody has accepted the invitation."),
};

export const ShareShape = t.Object(
  {
    ...shared,
    status: t.Union([t.Literal("invited"), t.Literal("active"), t.Literal("ended")]),
    to: t.Object({
      account_id: t.Optional(t.String({ format: "uuid" })),
      external_id: t.Optional(nullable(t.String())),
      user: t.Optional(nullable(t.String({ description: "The invited user's e-mail address." }))),
    }),
    ended_at: time("When it ended."),
    ended_by: nullable(
      t.Union([t.Literal("lender"), t.Literal("borrower"), t.Literal("identity"), t.Literal("time")], {
        description: "identity: the connection was connected again as another identity.",
      }),
    ),
  },
  { title: "Share" },
);

export const BorrowedShape = t.Object(
  {
    ...shared,
    status: t.Union([
      t.Literal("invited"),
      t.Literal("active"),
      t.Literal("pending"),
      t.Literal("expired"),
      t.Literal("revoked"),
    ]),
    lender: t.String({ description: "The lender's e-mail address, or the external_id of an account." }),
    identity: nullable(IdentityShape),
  },
  { title: "BorrowedIntegration" },
);

const { timestamp, request_id, method, endpoint, action, status, units, duration_ms } = UsageEntry.properties;
/** What a lender sees of an entry of its borrower's usage log. */
export const ShareCall = t.Object(
  { timestamp, request_id, method, endpoint, action, status, units, duration_ms },
  { title: "ShareCall" },
);
export const ShareCallsQuery = t.Object({ limit: UsageQuery.properties.limit, cursor: UsageQuery.properties.cursor });
export const ShareCalls = t.Object({ calls: t.Array(ShareCall), next_cursor: nullable(t.String()) });

type Timed = Pick<LentShare, "acceptedAt" | "endsAt" | "endedAt" | "endedBy" | "invitedUntil">;

/** How a share ended by now: time ends it although no row says so yet. */
function endOf({ acceptedAt, endsAt, endedAt, endedBy, invitedUntil }: Timed, now: number) {
  if (endedAt !== null) return { at: endedAt, by: endedBy ?? "time" };
  const ends = [endsAt, acceptedAt === null ? invitedUntil : null].flatMap((time) => time?.getTime() ?? []);
  const first = Math.min(...ends);
  return first <= now ? { at: new Date(first), by: "time" as const } : null;
}

const commonView = (row: LentShare | BorrowedShare) => ({
  id: row.id,
  integration_id: row.connectionId,
  provider: row.provider,
  name: BORROWED + row.name,
  permissions: row.permissions,
  events: row.eventServices !== null,
  until: row.endsAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  accepted_at: row.acceptedAt?.toISOString() ?? null,
});

export function shareView(row: LentShare, now: number): Static<typeof ShareShape> {
  const end = endOf(row, now);
  const { borrowerAccountId, borrowerName, invitedEmail } = row;
  return {
    ...commonView(row),
    status: end ? "ended" : row.acceptedAt === null ? "invited" : "active",
    to:
      borrowerAccountId === null
        ? { user: invitedEmail ?? borrowerName }
        : { account_id: borrowerAccountId, external_id: borrowerName },
    ended_at: end?.at.toISOString() ?? null,
    ended_by: end?.by ?? null,
  };
}

export function borrowedView(row: BorrowedShare): Static<typeof BorrowedShape> {
  const isInvited = row.acceptedAt === null;
  return {
    ...commonView(row),
    status: isInvited ? "invited" : row.connectionStatus,
    lender: row.lender,
    identity: isInvited ? null : row.identity,
  };
}
