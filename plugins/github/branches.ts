// Branches and commits: resources and endpoints.
import { asTime, endpoint, field, many, maybe, nullable, one, path, record, resource, t } from "gateway/plugin";
import { inRepo, paging, since, time } from "./fields.ts";

const branch = record({
  name: field.text(),
  sha: field.text({ from: "commit.sha", description: "The commit at its tip." }),
  protected: field.flag(),
});
const newBranch = resource({
  raw: t.Object({ ref: t.String(), object: t.Object({ sha: t.String() }) }),
  shape: t.Object({ name: t.String(), sha: branch.shape.properties.sha }),
  map: (raw) => ({ name: raw.ref.replace(/^refs\/heads\//, ""), sha: raw.object.sha }),
});

const signatureRaw = t.Object({
  name: t.Optional(t.String()),
  email: t.Optional(t.String()),
  date: t.Optional(t.String()),
});
const commit = resource({
  raw: t.Object({
    sha: t.String(),
    html_url: t.String(),
    commit: t.Object({ message: t.String(), author: nullable(signatureRaw), committer: nullable(signatureRaw) }),
    // Null or {} where the commit's email address belongs to no account.
    author: maybe(t.Object({ login: t.Optional(t.String()) })),
    parents: t.Array(t.Object({ sha: t.String() })),
  }),
  shape: t.Object({
    sha: t.String(),
    message: t.String(),
    author: t.Object({ name: nullable(t.String()), email: nullable(t.String()), login: nullable(t.String()) }),
    html_url: t.String(),
    parents: t.Array(t.String()),
    authored_at: nullable(time),
    committed_at: nullable(time),
  }),
  map: (raw) => ({
    sha: raw.sha,
    message: raw.commit.message,
    author: {
      name: raw.commit.author?.name ?? null,
      email: raw.commit.author?.email ?? null,
      login: raw.author?.login ?? null,
    },
    html_url: raw.html_url,
    parents: raw.parents.map((parent) => parent.sha),
    authored_at: asTime(raw.commit.author?.date),
    committed_at: asTime(raw.commit.committer?.date),
  }),
});

export const branches = {
  list_branches: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/branches",
    permission: "repos.read",
    description: "List the branches of a GitHub repository.",
    keywords: ["heads", "git branch"],
    params: inRepo,
    query: t.Object({
      protected: t.Optional(t.Boolean({ description: "Only protected branches, or only unprotected ones." })),
    }),
    upstream: "/repos/{owner}/{repo}/branches",
    returns: many("branches", branch, { pagination: paging }),
  }),
  create_branch: endpoint({
    method: "POST",
    path: "/repos/{owner}/{repo}/branches",
    permission: "repos.write",
    reaches: false,
    description: "Create a branch in a GitHub repository, from another branch, a tag or a commit.",
    keywords: ["new branch", "fork off", "git checkout"],
    params: inRepo,
    body: t.Object({
      name: t.String({ minLength: 1, maxLength: 244, description: "Name of the new branch." }),
      from: t.Optional(
        t.String({
          minLength: 1,
          description: "Branch, tag or commit to start from; the default is the repository's default branch.",
        }),
      ),
    }),
    run: async ({ params, body }, upstream) => {
      const start = await upstream.request({
        path: path`/repos/${params.owner}/${params.repo}/commits/${body.from ?? "HEAD"}`,
        // Shortens the commit's list of files, which is not used.
        query: { per_page: 1 },
      });
      return upstream.request({
        method: "POST",
        path: path`/repos/${params.owner}/${params.repo}/git/refs`,
        json: { ref: `refs/heads/${body.name}`, sha: (start.json as { sha?: unknown } | null)?.sha },
      });
    },
    returns: one(newBranch),
  }),
  list_commits: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/commits",
    permission: "repos.read",
    description: "List the commits of a GitHub repository, newest first.",
    keywords: ["history", "git log", "changes", "who changed"],
    params: inRepo,
    query: t.Object({
      sha: t.Optional(
        t.String({
          description: "Branch, tag or commit to start from; the default is the repository's default branch.",
        }),
      ),
      path: t.Optional(t.String({ description: "Only commits that touch this file or folder." })),
      author: t.Optional(t.String({ description: "Only commits by this login or email address." })),
      committer: t.Optional(t.String({ description: "Only commits committed by this login or email address." })),
      since: since("Only commits at or after this time, such as 2026-01-31T09:00:00Z."),
      until: since("Only commits at or before this time."),
    }),
    upstream: "/repos/{owner}/{repo}/commits",
    returns: many("commits", commit, { pagination: paging }),
  }),
};
