// Branches and commits.
import {
  base64Text,
  endpoint,
  field,
  fileInput,
  InvalidInput,
  many,
  one,
  oneOf,
  path,
  record,
  t,
  textAt,
  type Upstream,
} from "gateway/plugin";
import { inProject, paging, since, words } from "./fields.ts";

const branch = record({
  name: field.text(),
  sha: field.text({ from: "commit.id", description: "SHA of the branch's newest commit." }),
  author_name: field.nullableText({ from: "commit.author_name", description: "Author of that commit." }),
  committed_at: field.nullableTime({ from: "commit.committed_date" }),
  is_default: field.flag({ from: "default" }),
  is_protected: field.flag({ from: "protected" }),
  is_merged: field.flag({ from: "merged", description: "Whether it was merged into the default branch." }),
  url: field.nullableText({ from: "web_url" }),
});
const listed = {
  sha: field.text({ from: "id" }),
  title: field.text(),
  message: field.nullableText(),
  author_name: field.nullableText(),
  author_email: field.nullableText(),
  parents: field.texts({ from: "parent_ids" }),
  authored_at: field.nullableTime({ from: "authored_date" }),
  committed_at: field.nullableTime({ from: "committed_date" }),
  url: field.nullableText({ from: "web_url" }),
} as const;
const commit = record({
  ...listed,
  additions: field.nullableInteger({ from: "stats.additions", description: "Lines." }),
  deletions: field.nullableInteger({ from: "stats.deletions", description: "Lines." }),
  pipeline_status: field.nullableText({ from: "status" }),
});

export const branchName = (description: string) => t.String({ minLength: 1, maxLength: 255, description });
export const filePath = (description: string) => t.String({ minLength: 1, maxLength: 4096, description });
export const message = t.String({ minLength: 1, maxLength: 100_000, description: "Commit message." });
export const startBranch = t.Optional(
  branchName("Branch to start from if the branch is new; without it, the branch must exist."),
);
/** A file's content in GitLab's words. */
export const inBase64 = (content: Uint8Array) => ({ content: base64Text(content), encoding: "base64" });
export const lastCommit = t.Optional(
  t.String({
    pattern: "^[0-9a-f]{7,64}$",
    description: "The file's id from gitlab_get_source_file; if the file has changed since, the commit is refused.",
  }),
);

const action = t.Object(
  {
    action: oneOf(["create", "update", "delete", "move"], "What happens to the file."),
    path: filePath("Path of the file; for a move, the new path."),
    previous_path: t.Optional(filePath("For a move: the file's previous path.")),
    ...fileInput({}, { optional: true, description: "For create and update: the file's complete new content." }),
    last_commit_id: lastCommit,
  },
  { additionalProperties: false },
);

async function defaultBranch(project: string, upstream: Upstream): Promise<string> {
  const name = textAt((await upstream.request({ path: path`/projects/${project}` })).json, "default_branch");
  if (!name) throw new InvalidInput("The repository is empty: gitlab_commit_files makes its first branch.");
  return name;
}

export const repositoryEndpoints = {
  list_branches: endpoint({
    method: "GET",
    path: "/projects/{project}/branches",
    permission: "code.read",
    description: "List or search the branches of a GitLab project.",
    keywords: ["heads", "git branch"],
    params: inProject,
    query: t.Object({ q: words("Part of a name; ^a finds names that begin with a.") }),
    upstream: ({ params, query }) => ({
      path: path`/projects/${params.project}/repository/branches`,
      query: { search: query.q },
    }),
    returns: many("branches", branch, { pagination: paging }),
  }),
  create_branch: endpoint({
    method: "POST",
    path: "/projects/{project}/branches",
    permission: "code.write",
    reaches: false,
    description: "Create a branch in a GitLab project, from another branch, a tag or a commit.",
    keywords: ["new branch", "git checkout"],
    params: inProject,
    body: t.Object({
      name: branchName("Name of the new branch."),
      from: t.Optional(
        branchName("Branch, tag or commit to start from; the default is the repository's default branch."),
      ),
    }),
    readAs: { from: "sha" },
    run: async ({ params, body }, upstream) => {
      const ref = body.from ?? (await defaultBranch(params.project, upstream));
      return upstream.request({
        method: "POST",
        path: path`/projects/${params.project}/repository/branches`,
        json: { branch: body.name, ref },
      });
    },
    returns: one(branch),
  }),
  list_commits: endpoint({
    method: "GET",
    path: "/projects/{project}/commits",
    permission: "code.read",
    description: "List the commits of a GitLab project, newest first.",
    keywords: ["history", "git log", "changes", "who changed"],
    params: inProject,
    query: t.Object({
      ref: t.Optional(
        branchName("Branch, tag or commit to start from; the default is the repository's default branch."),
      ),
      path: t.Optional(filePath("Only commits that touch this file or folder.")),
      author: t.Optional(
        t.String({ minLength: 1, description: "Only commits of the author with this name or email address." }),
      ),
      since: since("Only commits at or after this time."),
      until: since("Only commits at or before this time."),
    }),
    upstream: ({ params, query: { ref, ...query } }) => ({
      path: path`/projects/${params.project}/repository/commits`,
      query: { ...query, ref_name: ref },
    }),
    returns: many("commits", record(listed), { pagination: paging }),
  }),
  get_commit: endpoint({
    method: "GET",
    path: "/projects/{project}/commits/{commit}",
    permission: "code.read",
    description: "Get one commit of a GitLab project, with its size and the state of its pipeline.",
    keywords: ["revision", "sha", "what is in this commit"],
    params: { ...inProject, commit: branchName("Sha of the commit, or a branch or tag.") },
    upstream: ({ params }) => ({ path: path`/projects/${params.project}/repository/commits/${params.commit}` }),
    returns: one(commit),
  }),
  commit_files: endpoint({
    method: "POST",
    effect: "destroys",
    reaches: true,
    path: "/projects/{project}/commits",
    permission: "code.write",
    description: "Create, change, move and delete files of a GitLab project in one commit.",
    keywords: ["commit", "push several changes"],
    params: inProject,
    maxBodyBytes: 10 * 1024 * 1024,
    body: t.Object({
      branch: branchName("Branch to commit to."),
      message,
      start_branch: startBranch,
      actions: t.Array(action, { minItems: 1, maxItems: 100, description: "The changes, one for each file." }),
    }),
    upstream: ({ params, body: { branch, message, start_branch, actions } }) => ({
      path: path`/projects/${params.project}/repository/commits`,
      json: {
        branch,
        start_branch,
        commit_message: message,
        actions: actions.map(({ path: file_path, content, ...rest }) => {
          if ((rest.action === "create" || rest.action === "update") && content === undefined)
            throw new InvalidInput(`To ${rest.action} a file takes "content".`);
          if ((rest.action === "move") !== (rest.previous_path !== undefined))
            throw new InvalidInput('"previous_path" is for moves, which need it.');
          return { file_path, ...rest, ...(content && inBase64(content)) };
        }),
      },
    }),
    returns: one(commit),
  }),
};
