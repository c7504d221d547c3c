// Connected accounts on the wire.
import { type Static, Type as t } from "@sinclair/typebox";
import { IntegrationShape } from "../../connections/integrations/model.ts";
import type { AccountRow } from "./store.ts";

const DisplayName = t.String({ description: "A name to show, at most 255 characters." });
const Metadata = t.Object(
  {},
  {
    additionalProperties: true,
    description: "Key/value pairs of your own: at most 16 KB, 8 levels deep; given back as they are.",
  },
);

export const CreateAccountBody = t.Object({
  external_id: t.String({
    description: "Your own id of the account: 1 to 255 characters without control characters, compared exactly.",
  }),
  display_name: t.Optional(t.Union([DisplayName, t.Null()])),
  metadata: t.Optional(Metadata),
});
export const ChangeAccountBody = t.Object(
  { display_name: t.Optional(t.Union([DisplayName, t.Null()])), metadata: t.Optional(Metadata) },
  { minProperties: 1 },
);
export const ListAccountsQuery = t.Object({
  q: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 255,
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      description:
        "Only accounts whose external_id begins with this text, then those whose display_name does, in capitals or not.",
    }),
  ),
  include: t.Optional(
    t.Literal("integrations", { description: "Gives each account with its integrations, as one account has them." }),
  ),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Most accounts to return." })),
  offset: t.Optional(t.Integer({ minimum: 0, default: 0, description: "How many to skip; without q and cursor." })),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type ListAccountsQuery = Static<typeof ListAccountsQuery>;

export const AccountShape = t.Object({
  id: t.String({ format: "uuid" }),
  external_id: t.String(),
  display_name: t.Union([t.String(), t.Null()]),
  metadata: t.Object({}, { additionalProperties: true }),
  created_at: t.String({ format: "date-time" }),
});

const Summaries = t.Array(t.Pick(IntegrationShape, ["id", "provider", "status", "connected_at"]));
export const AccountWithIntegrations = t.Composite([AccountShape, t.Object({ integrations: Summaries })]);

export const AccountsPage = t.Object({
  accounts: t.Array(t.Composite([AccountShape, t.Object({ integrations: t.Optional(Summaries) })])),
  total: t.Integer({ description: "All of your accounts, whatever q says." }),
  limit: t.Integer(),
  offset: t.Integer(),
  next_cursor: t.Union([t.String(), t.Null()]),
});

export function accountView(row: AccountRow) {
  return {
    id: row.id,
    external_id: row.externalId,
    display_name: row.displayName,
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
  };
}
