// Where Asana's tasks are: workspaces, teams, and the ids of projects.
import { endpoint, field, many, path, record } from "gateway/plugin";
import { gid, only, pagination } from "./fields.ts";

export const workspaceId = gid("Id of the workspace or organization, from asana_list_workspaces.");
export const projectId = gid("Id of the project, from asana_list_projects.");
export const teamId = gid("Id of the team, from asana_list_teams.");

const workspace = record({
  id: field.id({ from: "gid" }),
  name: field.nullableText(),
  is_organization: field.flag({ description: "Whether it is an organization, which has teams and email domains." }),
  email_domains: field.texts(),
});
const team = record({
  id: field.id({ from: "gid" }),
  name: field.nullableText(),
  description: field.nullableText(),
  url: field.nullableText({ from: "permalink_url", description: "URL to open in a browser." }),
});
const tag = record({
  id: field.id({ from: "gid" }),
  name: field.nullableText(),
  color: field.nullableText(),
  url: field.nullableText({ from: "permalink_url", description: "URL to open in a browser." }),
});

export const placeEndpoints = {
  list_workspaces: endpoint({
    method: "GET",
    path: "/workspaces",
    permission: "workspaces.read",
    description: "List the Asana workspaces and organizations that the connected user is in.",
    keywords: ["company", "organisation", "domain"],
    upstream: () => ({ path: path`/workspaces`, query: only(["name", "is_organization", "email_domains"]) }),
    returns: many("workspaces", workspace, { at: "data", pagination }),
  }),
  list_teams: endpoint({
    method: "GET",
    path: "/workspaces/{id}/teams",
    permission: "teams.read",
    description: "List the teams of an Asana organization.",
    keywords: ["groups", "departments"],
    params: { id: workspaceId },
    upstream: ({ params }) => ({
      path: path`/workspaces/${params.id}/teams`,
      query: only(["name", "description", "permalink_url"]),
    }),
    returns: many("teams", team, { at: "data", pagination }),
  }),
  list_tags: endpoint({
    method: "GET",
    path: "/workspaces/{id}/tags",
    permission: "tags.read",
    description: "List the tags of an Asana workspace.",
    keywords: ["labels", "categories"],
    params: { id: workspaceId },
    upstream: ({ params }) => ({
      path: path`/workspaces/${params.id}/tags`,
      query: only(["name", "color", "permalink_url"]),
    }),
    returns: many("tags", tag, { at: "data", pagination }),
  }),
};
