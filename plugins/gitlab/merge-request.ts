// A merge request, in a list and alone, and the files that it changes.
import { field, record, t } from "gateway/plugin";
import { key, labels, person } from "./fields.ts";

const listed = {
  id: field.id({ description: "Id of the merge request; endpoints take its project and number." }),
  key: key("!"),
  number: field.integer({ from: "iid" }),
  project_id: field.id(),
  reference: field.nullableText({ from: "references.full", description: "Full reference, such as acme/site!7." }),
  title: field.text(),
  body: field.nullableText({ from: "description", description: "Markdown." }),
  state: field.text({ description: "opened, closed, merged or locked." }),
  is_closed: field.of({
    from: "state",
    raw: t.String(),
    shape: t.Boolean({ description: "Whether it was merged or closed." }),
    map: (state) => state === "closed" || state === "merged",
  }),
  is_draft: field.flag({ from: "draft" }),
  source_branch: field.text(),
  target_branch: field.text(),
  source_project_id: field.nullableId({
    description: "Id of the project of the source branch, a fork or the project itself; null if it was deleted.",
  }),
  author: field.nullableOne(person),
  assignees: field.many(person),
  reviewers: field.many(person),
  labels: labels(),
  milestone: field.nullableText({ from: "milestone.title" }),
  sha: field.nullableText({ description: "SHA of the source branch's last commit, for gitlab_merge_merge_request." }),
  merge_status: field.nullableText({
    from: "detailed_merge_status",
    description: "mergeable, checking, or why it cannot be merged, such as conflict, ci_still_running or not_approved.",
  }),
  has_conflicts: field.flag(),
  squash: field.nullableFlag({ description: "Whether its commits become one when it is merged." }),
  comments: field.nullableInteger({ from: "user_notes_count" }),
  url: field.nullableText({ from: "web_url" }),
  merge_commit_sha: field.nullableText(),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
  merged_at: field.nullableTime(),
  closed_at: field.nullableTime(),
} as const;
export const listedMergeRequest = record(listed);

export const mergeRequest = record({
  ...listed,
  changed_files: field.nullableText({
    from: "changes_count",
    description: "Number of changed files as text, such as 3 or 1000+.",
  }),
  merge_error: field.nullableText(),
  can_merge: field.nullableFlag({ from: "user.can_merge", description: "Whether the connected user may merge it." }),
  pipeline_id: field.nullableId({ from: "head_pipeline.id" }),
  pipeline_status: field.nullableText({ from: "head_pipeline.status" }),
});

export const diff = record({
  path: field.text({ from: "new_path" }),
  old_path: field.text(),
  diff: field.text({ description: "Unified diff; empty if GitLab collapses it or it is too large." }),
  is_new: field.flag({ from: "new_file" }),
  is_renamed: field.flag({ from: "renamed_file" }),
  is_deleted: field.flag({ from: "deleted_file" }),
  is_collapsed: field.flag({ from: "collapsed" }),
  is_too_large: field.flag({ from: "too_large" }),
});
