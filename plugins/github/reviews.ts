// Endpoints that review a pull request: its files, its reviews, a new review.
import { endpoint, field, many, one, oneOf, record, t } from "gateway/plugin";
import { inRepo, numberParam, paging } from "./fields.ts";
import { review } from "./review.ts";

const changedFile = record({
  filename: field.text(),
  previous_filename: field.nullableText(),
  status: field.text({ description: "added, removed, modified, renamed, copied, changed or unchanged." }),
  additions: field.integer({ description: "Lines." }),
  deletions: field.integer({ description: "Lines." }),
  patch: field.nullableText({ description: "The diff; null for binary and for very large files." }),
  html_url: field.nullableText({ from: "blob_url" }),
});

const line = (description: string) => t.Optional(t.Integer({ minimum: 1, description }));
const whichSide = (description: string) => t.Optional(oneOf(["LEFT", "RIGHT"], description));
const remark = t.Object(
  {
    path: t.String({ minLength: 1, description: "Path of the file." }),
    body: t.String({ minLength: 1, description: "Text in Markdown." }),
    line: line("Line number in the file; the last line if the comment covers several."),
    side: whichSide("RIGHT for the new version of the file, LEFT for the old one."),
    start_line: line("First line of a comment that covers several lines."),
    start_side: whichSide("Side of the first line."),
  },
  { additionalProperties: false },
);

const number = numberParam("Number of the pull request, as in #12.");

export const reviews = {
  list_pull_request_files: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls/{number}/files",
    permission: "pulls.read",
    description: "List the files that a GitHub pull request changes, with their diffs; 3,000 at most.",
    keywords: ["PR", "diff", "patch", "changes", "merge request"],
    params: { ...inRepo, number },
    upstream: "/repos/{owner}/{repo}/pulls/{number}/files",
    returns: many("files", changedFile, { pagination: paging }),
  }),
  list_pull_request_reviews: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls/{number}/reviews",
    permission: "pulls.read",
    description: "List the reviews of a GitHub pull request, oldest first.",
    keywords: ["PR", "approvals", "code review", "merge request"],
    params: { ...inRepo, number },
    upstream: "/repos/{owner}/{repo}/pulls/{number}/reviews",
    returns: many("reviews", review, { pagination: paging }),
  }),
  review_pull_request: endpoint({
    method: "POST",
    recipients: ["{owner}/{repo}"],
    reaches: true,
    path: "/repos/{owner}/{repo}/pulls/{number}/reviews",
    permission: "pulls.write",
    description: "Review a GitHub pull request: approve it, request changes or comment, also on single lines.",
    keywords: ["PR", "approve", "LGTM", "code review", "merge request"],
    params: { ...inRepo, number },
    body: t.Object({
      event: oneOf(["APPROVE", "REQUEST_CHANGES", "COMMENT"], "The verdict; REQUEST_CHANGES and COMMENT need a body."),
      body: t.Optional(t.String({ description: "Text in Markdown." })),
      comments: t.Optional(t.Array(remark, { maxItems: 100, description: "Comments on single lines." })),
      commit_id: t.Optional(t.String({ description: "SHA of the commit to review; the default is the newest one." })),
    }),
    upstream: "/repos/{owner}/{repo}/pulls/{number}/reviews",
    returns: one(review),
  }),
};
