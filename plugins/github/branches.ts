// Branches and commits: records and endpoints.
import { endpoint, field, many, one, path, record, t } from "gateway/plugin";
import { inRepo, paging, since } from "./fields.ts";

const branch = record({
  name: field.text(),
  sha: field.text({ from: "commit.sha", description: "SHA of the branch's newest commit." }),
  protected: field.flag(),
});
const newBranch = record({
  name: field.of({
    from: "ref",
    raw: t.String(),
    shape: t.String(),
    map: (ref) => ref.replace(/^refs\/heads\//, ""),
  }),
  sha: field.text({ from: "object.sha", description: "SHA of the branch's newest commit." }),
});

const commit = record({
  sha: field.text(),
  message: field.text({ from: "commit.message" }),
  author: field.one(
    record({
      name: field.nullableText({ from: "commit.author.name" }),
      email: field.nullableText({ from: "commit.author.email" }),
      // Null or {} where the commit's email address belongs to no account.
      login: field.nullableText({ from: "author.login" }),
    }),
    { from: "" },
  ),
  html_url: field.text(),
  parents: field.of({
    raw: t.Array(t.Object({ sha: t.String() })),
    shape: t.Array(t.String()),
    map: (parents) => parents.map(({ sha }) => sha),
  }),
  authored_at: field.nullableTime({ from: "commit.author.date" }),
  committed_at: field.nullableTime({ from: "commit.committer.date" }),
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
    readAs: { from: "sha" },
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
