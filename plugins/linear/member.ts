// The identity of a grant: a person in a workspace, since a person's id does not name the chosen workspace.
import { type CallIdentity, maybeText, resource, t } from "gateway/plugin";

export function resourceOwnerId(workspace: string, member: string): string {
  return `${workspace}:${member}`;
}

/** The resource owner's user id in Linear. */
export function memberId({ id }: CallIdentity): string {
  return id.slice(id.indexOf(":") + 1);
}

export const identity = {
  upstream: "/graphql",
  method: "POST",
  json: { query: "{ viewer { id name email } organization { id name } }" },
  resource: resource({
    raw: t.Object({
      data: t.Object({
        viewer: t.Object({ id: t.String(), name: maybeText, email: maybeText }),
        organization: t.Object({ id: t.String(), name: t.String() }),
      }),
    }),
    shape: t.Object({
      id: t.String(),
      name: t.String(),
      workspace: t.Object({ id: t.String(), name: t.String() }),
    }),
    map: ({ data: { viewer, organization } }) => ({
      id: resourceOwnerId(organization.id, viewer.id),
      name: viewer.email || viewer.name || viewer.id,
      workspace: { id: organization.id, name: organization.name },
    }),
  }),
} as const;
