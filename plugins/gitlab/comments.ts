// Comments, which GitLab calls notes, on issues and merge requests.
import { endpoint, field, many, one, path, record, t } from "gateway/plugin";
import { inProject, issueNumber, mergeRequestNumber, order, paging, person } from "./fields.ts";

const comment = record({
  id: field.id(),
  body: field.text({ description: "Markdown." }),
  author: field.nullableOne(person),
  is_system: field.flag({ from: "system", description: "Whether GitLab wrote it, such as when a label changed." }),
  is_internal: field.flag({ from: "internal", description: "Whether only project members see it." }),
  is_resolvable: field.flag({ from: "resolvable" }),
  is_resolved: field.flag({ from: "resolved" }),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
});
const text = t.String({ minLength: 1, maxLength: 1_000_000, description: "Text in Markdown." });

export const commentEndpoints = {
  list_issue_comments: endpoint({
    method: "GET",
    path: "/projects/{project}/issues/{number}/comments",
    permission: "issues.read",
    description: "List the comments on a GitLab issue, newest first, including GitLab's own notes about changes.",
    keywords: ["notes", "discussion", "replies", "history of an issue"],
    params: { ...inProject, number: issueNumber },
    query: t.Object({ order }),
    upstream: ({ params, query }) => ({
      path: path`/projects/${params.project}/issues/${params.number}/notes`,
      query: { sort: query.order },
    }),
    returns: many("comments", comment, { pagination: paging }),
  }),
  create_issue_comment: endpoint({
    method: "POST",
    recipients: ["project"],
    reaches: true,
    path: "/projects/{project}/issues/{number}/comments",
    permission: "issues.write",
    description: "Comment on a GitLab issue.",
    keywords: ["reply", "add a comment"],
    params: { ...inProject, number: issueNumber },
    body: t.Object({
      body: text,
      internal: t.Optional(t.Boolean({ description: "Whether only project members may see it." })),
    }),
    upstream: ({ params, body }) => ({
      path: path`/projects/${params.project}/issues/${params.number}/notes`,
      json: body,
    }),
    returns: one(comment),
  }),
  list_merge_request_comments: endpoint({
    method: "GET",
    path: "/projects/{project}/merge-requests/{number}/comments",
    permission: "merge_requests.read",
    description:
      "List the comments on a GitLab merge request, newest first, including GitLab's own notes about changes.",
    keywords: ["review comments", "code review", "discussion", "feedback on a merge request"],
    params: { ...inProject, number: mergeRequestNumber },
    query: t.Object({ order }),
    upstream: ({ params, query }) => ({
      path: path`/projects/${params.project}/merge_requests/${params.number}/notes`,
      query: { sort: query.order },
    }),
    returns: many("comments", comment, { pagination: paging }),
  }),
  create_merge_request_comment: endpoint({
    method: "POST",
    recipients: ["project"],
    reaches: true,
    path: "/projects/{project}/merge-requests/{number}/comments",
    permission: "merge_requests.write",
    description: "Comment on a GitLab merge request.",
    keywords: ["reply", "review", "add a comment", "give feedback"],
    params: { ...inProject, number: mergeRequestNumber },
    body: t.Object({ body: text }),
    upstream: ({ params, body }) => ({
      path: path`/projects/${params.project}/merge_requests/${params.number}/notes`,
      json: body,
    }),
    returns: one(comment),
  }),
};
