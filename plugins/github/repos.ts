// Endpoints of repositories and their collaborators.
import { endpoint, field, many, one, oneOf, path, record, shapes, t } from "gateway/plugin";
import { inRepo, order, orderBy, paging, since, sorted } from "./fields.ts";
import { accountFields } from "./person.ts";
import { permissions, repository } from "./repository.ts";

const collaborator = record({
  ...accountFields,
  // The list has the login alone, which GitHub shows for an account without a name.
  name: field.of({ from: "login", raw: t.String(), shape: shapes.person.name, map: (login) => login }),
  email: field.derived({ reads: t.Object({}), shape: shapes.person.email, map: () => null }),
  role_name: field.text(),
  permissions,
});

export const repos = {
  list_repos: endpoint({
    method: "GET",
    path: "/repos",
    permission: "repos.read",
    description: "List the GitHub repositories that the connected user owns or can reach.",
    keywords: ["repository", "my projects", "codebases"],
    query: t.Object({
      visibility: t.Optional(oneOf(["all", "public", "private"], "Which repositories to return.")),
      affiliation: t.Optional(
        t.String({
          pattern: "^(owner|collaborator|organization_member)(,(owner|collaborator|organization_member)){0,2}$",
          description:
            "The user's relation to the repositories: owner, collaborator or organization_member, several separated by commas.",
        }),
      ),
      type: t.Optional(
        oneOf(
          ["all", "owner", "public", "private", "member"],
          "Kind of repositories; cannot be combined with visibility or affiliation.",
        ),
      ),
      order_by: orderBy(["created", "updated", "pushed", "full_name"], "What to sort by; the default is full_name."),
      order,
      since: since("Only repositories updated after this time, such as 2026-01-31T09:00:00Z."),
      until: t.Optional({ ...since("Only repositories updated before this time."), previousNames: ["before"] }),
    }),
    upstream: ({ query: { until, ...query } }) => ({
      path: path`/user/repos`,
      query: { ...sorted(query), before: until },
    }),
    returns: many("repos", repository, { pagination: paging }),
  }),
  get_repo: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}",
    permission: "repos.read",
    description: "Get the details of one GitHub repository.",
    keywords: ["repository", "project info", "stars", "default branch"],
    params: inRepo,
    upstream: "/repos/{owner}/{repo}",
    returns: one(repository),
  }),
  list_collaborators: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/collaborators",
    permission: "collaborators.read",
    description: "List the people who have access to a GitHub repository, with their roles.",
    keywords: ["members", "team", "who has access", "contributors"],
    params: inRepo,
    query: t.Object({
      affiliation: t.Optional(oneOf(["outside", "direct", "all"], "Which collaborators to return.")),
      permission: t.Optional(
        oneOf(["pull", "triage", "push", "maintain", "admin"], "Only people with this permission."),
      ),
    }),
    upstream: "/repos/{owner}/{repo}/collaborators",
    returns: many("collaborators", collaborator, { pagination: paging }),
  }),
};
