// Connected accounts on the wire.
import { Type as t } from "@sinclair/typebox";
import { IntegrationShape } from "../integrations/model.ts";
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
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Most accounts to return." })),
  offset: t.Optional(t.Integer({ minimum: 0, default: 0, description: "How many to skip." })),
});

export const AccountShape = t.Object({
  id: t.String({ format: "uuid" }),
  external_id: t.String(),
  display_name: t.Union([t.String(), t.Null()]),
  metadata: t.Object({}, { additionalProperties: true }),
  created_at: t.String({ format: "date-time" }),
});

export const AccountWithIntegrations = t.Composite([
  AccountShape,
  t.Object({ integrations: t.Array(t.Pick(IntegrationShape, ["id", "provider", "status", "connected_at"])) }),
]);

export function accountView(row: AccountRow) {
  return {
    id: row.id,
    external_id: row.externalId,
    display_name: row.displayName,
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
  };
}
