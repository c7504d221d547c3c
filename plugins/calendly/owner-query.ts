// The owner of a list, user or organization, which most of Calendly's lists require.
import { type CallIdentity, InvalidInput, t } from "gateway/plugin";
import { uriOf } from "./fields.ts";

export const organizationFlag = t.Optional(
  t.Boolean({
    description:
      "Whether to list the event types of the entire organization instead of the user's own; only for its owners and admins.",
  }),
);

export function ownerQuery(
  isOrganizationWide: boolean | undefined,
  { id, workspace }: CallIdentity,
): Record<string, string> {
  if (!isOrganizationWide) return { user: uriOf("users", id) };
  if (!workspace) throw new InvalidInput("The connected user is in no Calendly organization.");
  return { organization: uriOf("organizations", workspace.id) };
}
