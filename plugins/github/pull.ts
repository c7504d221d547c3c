// A pull request, alone and in a list.
import { field, maybe, maybeText, record, t } from "gateway/plugin";
import { label } from "./label.ts";
import { milestone } from "./milestone.ts";
import { account } from "./person.ts";

const side = record(
  {
    ref: field.text({ description: "Name of the branch." }),
    sha: field.text(),
    repository: field.nullableText({
      from: "repo.full_name",
      description: "Repository as owner/name; null if the fork was deleted.",
    }),
  },
  { title: "GithubBranchRef" },
);

const listedFields = {
  id: field.id({ description: "Id of the pull request; endpoints take its number." }),
  number: field.integer(),
  title: field.text(),
  body: field.nullableText({ description: "Markdown." }),
  state: field.text({ description: "open or closed." }),
  draft: field.flag(),
  merged: field.of({ from: "merged_at", raw: maybeText, shape: t.Boolean(), map: (time) => typeof time === "string" }),
  locked: field.flag(),
  html_url: field.text(),
  head: field.one(side),
  base: field.one(side),
  user: field.nullableOne(account),
  assignees: field.many(account),
  requested_reviewers: field.many(account),
  requested_teams: field.of({
    raw: maybe(t.Array(t.Object({ slug: t.String() }))),
    shape: t.Array(t.String({ description: "Slug of a team." })),
    map: (teams) => (teams ?? []).map(({ slug }) => slug),
  }),
  labels: field.many(label),
  milestone: field.nullableOne(milestone),
  created_at: field.time(),
  updated_at: field.time(),
  closed_at: field.nullableTime(),
  merged_at: field.nullableTime(),
};
export const listedPull = record(listedFields);

/** A single pull request has more fields than one in a list. */
export const pull = record({
  ...listedFields,
  mergeable: field.nullableFlag({
    description: "Whether it can be merged; null while GitHub is still checking, so read it again later.",
  }),
  mergeable_state: field.text(),
  maintainer_can_modify: field.nullableFlag({ description: "Whether maintainers may push to its branch." }),
  additions: field.integer({ description: "Lines." }),
  deletions: field.integer({ description: "Lines." }),
  changed_files: field.integer(),
  commits: field.integer(),
  comments: field.integer(),
  review_comments: field.integer(),
});
