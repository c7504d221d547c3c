// Repositories: listing, details and collaborators.
import { asTime, endpoint, many, maybe, nullable, one, oneOf, resource, type Static, shapes, t } from "gateway/plugin";
import { direction, inRepo, paging, person, personRaw, since, time, toPerson, toPersonOrNull } from "./shared.ts";

const rightsRaw = t.Object({
  admin: t.Boolean(),
  maintain: t.Optional(t.Boolean()),
  push: t.Boolean(),
  triage: t.Optional(t.Boolean()),
  pull: t.Boolean(),
});
const rights = t.Object({
  admin: t.Boolean(),
  maintain: t.Boolean(),
  push: t.Boolean(),
  triage: t.Boolean(),
  pull: t.Boolean(),
});
function toRights(raw: Static<typeof rightsRaw> | undefined): Static<typeof rights> | null {
  return raw
    ? {
        admin: raw.admin,
        maintain: raw.maintain ?? raw.admin,
        push: raw.push,
        triage: raw.triage ?? raw.push,
        pull: raw.pull,
      }
    : null;
}

export const repository = resource({
  raw: t.Object({
    id: t.Integer(),
    name: t.String(),
    full_name: t.String(),
    owner: nullable(personRaw),
    private: t.Boolean(),
    visibility: t.Optional(t.String()),
    description: nullable(t.String()),
    html_url: t.String(),
    clone_url: t.String(),
    ssh_url: t.String(),
    default_branch: t.String(),
    language: nullable(t.String()),
    topics: t.Optional(t.Array(t.String())),
    fork: t.Boolean(),
    archived: t.Boolean(),
    is_template: t.Optional(t.Boolean()),
    stargazers_count: t.Integer(),
    forks_count: t.Integer(),
    open_issues_count: t.Integer(),
    size: t.Integer(),
    has_issues: t.Boolean(),
    license: maybe(t.Object({ spdx_id: nullable(t.String()) })),
    permissions: t.Optional(rightsRaw),
    pushed_at: nullable(t.String()),
    created_at: nullable(t.String()),
    updated_at: nullable(t.String()),
  }),
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    full_name: t.String({ description: "owner/name." }),
    owner: nullable(person),
    private: t.Boolean(),
    visibility: t.String({ description: "public, private or internal." }),
    description: nullable(t.String()),
    html_url: t.String(),
    clone_url: t.String(),
    ssh_url: t.String(),
    default_branch: t.String(),
    language: nullable(t.String()),
    topics: t.Array(t.String()),
    fork: t.Boolean(),
    archived: t.Boolean(),
    is_template: t.Boolean(),
    stargazers_count: t.Integer(),
    forks_count: t.Integer(),
    open_issues_count: t.Integer({ description: "Open issues and open pull requests together." }),
    size_kb: t.Integer(),
    has_issues: t.Boolean(),
    license: nullable(t.String({ description: "SPDX identifier." })),
    permissions: nullable(rights),
    pushed_at: nullable(time),
    created_at: nullable(time),
    updated_at: nullable(time),
  }),
  map: (raw) => ({
    id: String(raw.id),
    name: raw.name,
    full_name: raw.full_name,
    owner: toPersonOrNull(raw.owner),
    private: raw.private,
    visibility: raw.visibility ?? (raw.private ? "private" : "public"),
    description: raw.description,
    html_url: raw.html_url,
    clone_url: raw.clone_url,
    ssh_url: raw.ssh_url,
    default_branch: raw.default_branch,
    language: raw.language,
    topics: raw.topics ?? [],
    fork: raw.fork,
    archived: raw.archived,
    is_template: raw.is_template ?? false,
    stargazers_count: raw.stargazers_count,
    forks_count: raw.forks_count,
    open_issues_count: raw.open_issues_count,
    size_kb: raw.size,
    has_issues: raw.has_issues,
    license: raw.license?.spdx_id ?? null,
    permissions: toRights(raw.permissions),
    pushed_at: asTime(raw.pushed_at),
    created_at: asTime(raw.created_at),
    updated_at: asTime(raw.updated_at),
  }),
});

const collaborator = resource({
  raw: t.Object({ ...personRaw.properties, role_name: t.String(), permissions: t.Optional(rightsRaw) }),
  shape: t.Object({ ...shapes.person, ...person.properties, role_name: t.String(), permissions: nullable(rights) }),
  map: (raw) => ({
    ...toPerson(raw),
    // The list tells the login alone, which is what GitHub shows of somebody without a name.
    name: raw.login,
    email: null,
    role_name: raw.role_name,
    permissions: toRights(raw.permissions),
  }),
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
          description: "How the user relates to them: owner, collaborator, organization_member, separated by commas.",
        }),
      ),
      type: t.Optional(
        oneOf(
          ["all", "owner", "public", "private", "member"],
          "A shorthand that GitHub refuses together with visibility or affiliation.",
        ),
      ),
      sort: t.Optional(oneOf(["created", "updated", "pushed", "full_name"], "Order; full_name unless said.")),
      direction,
      since: since("Only repositories updated after this time, such as 2026-01-31T09:00:00Z."),
      before: since("Only repositories updated before this time."),
    }),
    upstream: "/user/repos",
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
