// Connected accounts on the wire.
import { type Static, Type as t } from "@sinclair/typebox";
import { IntegrationShape } from "../../connections/integrations/model.ts";
import { MAX_COUNTED } from "./ended-store.ts";
import type { AccountRow } from "./store.ts";

const DisplayName = t.String({ description: "A display name, at most 255 characters." });
const Metadata = t.Object(
  {},
  {
    additionalProperties: true,
    description: "Your own key/value pairs: at most 16 KB, 8 levels deep; returned unchanged.",
  },
);

export const CreateAccountBody = t.Object({
  external_id: t.String({
    description: "Your own id for the account: 1 to 255 characters without control characters, compared exactly.",
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
        "Only accounts whose external_id starts with this text, then those whose display_name does, ignoring case.",
    }),
  ),
  needs_reconnecting: t.Optional(
    t.Boolean({
      description:
        "true: only accounts with an integration that expired or was revoked, the most recent end first. Cannot be combined with q or offset.",
    }),
  ),
  include: t.Optional(
    t.Literal("integrations", { description: "Returns each account with its integrations, as for a single account." }),
  ),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of accounts to return." }),
  ),
  offset: t.Optional(
    t.Integer({
      minimum: 0,
      default: 0,
      description: "How many accounts to skip. Cannot be combined with q or cursor.",
    }),
  ),
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

const Summaries = t.Array(t.Pick(IntegrationShape, ["id", "provider", "name", "status", "connected_at"]));
export const AccountWithIntegrations = t.Composite([AccountShape, t.Object({ integrations: Summaries })]);

export const AccountsPage = t.Object({
  accounts: t.Array(t.Composite([AccountShape, t.Object({ integrations: t.Optional(Summaries) })])),
  total: t.Integer({ description: "Number of all your accounts, regardless of q and needs_reconnecting." }),
  matching: t.Optional(
    t.Integer({
      maximum: MAX_COUNTED,
      description: "With needs_reconnecting, the number of these accounts. 1000 stands for 1,000 or more.",
    }),
  ),
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
