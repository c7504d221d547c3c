// Search in all projects or in one: issues, merge requests, and code.
import { endpoint, field, many, path, record, t } from "gateway/plugin";
import { inProject, PROJECT, paging } from "./fields.ts";
import { issue } from "./issues.ts";
import { listedMergeRequest } from "./merge-request.ts";

const match = record({
  path: field.text(),
  ref: field.nullableText({ description: "Branch or commit that was searched." }),
  start_line: field.nullableInteger({ from: "startline" }),
  text: field.text({ from: "data", description: "The lines around the match." }),
  project_id: field.id(),
});
const words = (description: string) => t.String({ minLength: 1, maxLength: 1_000, description });
const within = t.Optional(
  t.String({ pattern: PROJECT, description: "Only in this project: its id, or a path such as acme/site." }),
);
const searchIn = (project: string | undefined, scope: string, search: string) => ({
  path: project === undefined ? path`/search` : path`/projects/${project}/search`,
  query: { scope, search },
});

export const searchEndpoints = {
  search_issues: endpoint({
    method: "GET",
    path: "/search/issues",
    permission: "search.read",
    description: "Search the issues of all GitLab projects that the user can see, or of one.",
    keywords: ["find issue", "find bug", "find ticket"],
    query: t.Object({ q: words("Words in title or description."), project: within }),
    upstream: ({ query }) => searchIn(query.project, "issues", query.q),
    returns: many("issues", issue, { pagination: paging }),
  }),
  search_merge_requests: endpoint({
    method: "GET",
    path: "/search/merge-requests",
    permission: "search.read",
    description: "Search the merge requests of all GitLab projects that the user can see, or of one.",
    keywords: ["find MR"],
    query: t.Object({ q: words("Words in title or description."), project: within }),
    upstream: ({ query }) => searchIn(query.project, "merge_requests", query.q),
    returns: many("merge_requests", listedMergeRequest, { pagination: paging }),
  }),
  search_code: endpoint({
    method: "GET",
    path: "/projects/{project}/search/code",
    permission: "search.read",
    description: "Search the code of a GitLab project for words, also in file names.",
    keywords: ["grep", "find in files", "where is it used", "source"],
    params: inProject,
    query: t.Object({
      q: words("Words; filename:*.ts, path:src and extension:ts narrow it down."),
      ref: t.Optional(words("Branch or tag; the default is the repository's default branch.")),
    }),
    upstream: ({ params, query }) => {
      const request = searchIn(params.project, "blobs", query.q);
      return { ...request, query: { ...request.query, ref: query.ref } };
    },
    returns: many("matches", match, { pagination: paging }),
  }),
};
