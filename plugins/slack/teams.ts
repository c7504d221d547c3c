// Workspaces of an installation in a whole organization, whose token needs to know which one a call is about:
// docs.slack.dev/enterprise/developing-for-enterprise-orgs. With a workspace's own token Slack ignores team_id.
import { checked, endpoint, field, InvalidInput, many, record, t, type Upstream, valueAt } from "gateway/plugin";
import { byCursor, readMethod } from "./web-api.ts";

/** For the query or body of what needs a workspace. */
export const teamField = {
  team_id: t.Optional(
    t.String({
      pattern: "^[A-Za-z0-9]{1,64}$",
      description:
        "Id of the workspace, from slack_list_teams. Only required if the app is installed in an organization with several workspaces.",
    }),
  ),
};

/** An organization's id begins with E, and stands in the identity in place of a workspace's. */
const isOfOrganization = ({ id }: { id: string }) => /^E[A-Z0-9]*:/.test(id);

const RawTeams = t.Object({ teams: t.Array(t.Object({ id: t.String({ minLength: 1 }) })) });

/** The workspace that a call is about: the one that it names, or the only one of an organization's installation. */
export async function teamFor(
  named: string | undefined,
  identity: { id: string },
  upstream: Upstream,
): Promise<string | undefined> {
  if (named !== undefined || !isOfOrganization(identity)) return named;
  const { json } = await upstream.request(readMethod("auth.teams.list", { limit: 2 }));
  const [only, ...others] = checked(RawTeams, json).teams;
  if (!only)
    throw new InvalidInput(
      "The app is installed in the organization, but in none of its workspaces. An administrator must add it to one.",
    );
  if (others.length === 0 && !valueAt(json, "response_metadata.next_cursor")) return only.id;
  throw new InvalidInput(
    "The app is installed in several workspaces of an organization. Name one with team_id, from slack_list_teams.",
  );
}

const listedTeam = record({
  id: field.text({ description: "Id of the workspace, for team_id of other tools." }),
  name: field.nonEmptyText(),
});

export const listTeams = endpoint({
  method: "GET",
  path: "/teams",
  permission: "team.read",
  description:
    "List the workspaces (teams) that the Slack app can use: one, or those of an organization that it is installed in.",
  keywords: ["organization", "enterprise grid", "org-wide", "which workspace"],
  upstream: () => readMethod("auth.teams.list"),
  returns: many("teams", listedTeam, { at: "teams", pagination: byCursor }),
});
