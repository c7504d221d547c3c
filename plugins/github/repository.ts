// A repository, and what the connected user may do in it.
import { field, record, resource, t } from "gateway/plugin";
import { account } from "./person.ts";

const rights = resource({
  raw: t.Object({
    admin: t.Boolean(),
    maintain: t.Optional(t.Boolean()),
    push: t.Boolean(),
    triage: t.Optional(t.Boolean()),
    pull: t.Boolean(),
  }),
  shape: t.Object({
    admin: t.Boolean(),
    maintain: t.Boolean(),
    push: t.Boolean(),
    triage: t.Boolean(),
    pull: t.Boolean(),
  }),
  map: ({ admin, maintain = admin, push, triage = push, pull }) => ({ admin, maintain, push, triage, pull }),
});
export const permissions = field.nullableOne(rights);

export const repository = record({
  id: field.id(),
  name: field.text(),
  full_name: field.text({ description: "Repository as owner/name." }),
  owner: field.nullableOne(account),
  private: field.flag(),
  visibility: field.derived({
    reads: t.Object({ visibility: t.Optional(t.String()), private: t.Boolean() }),
    shape: t.String({ description: "public, private or internal." }),
    map: ({ visibility, private: isPrivate }) => visibility ?? (isPrivate ? "private" : "public"),
  }),
  description: field.nullableText(),
  html_url: field.text(),
  clone_url: field.text(),
  ssh_url: field.text(),
  default_branch: field.text(),
  language: field.nullableText(),
  topics: field.texts(),
  fork: field.flag(),
  archived: field.flag(),
  is_template: field.flag(),
  stargazers_count: field.integer(),
  forks_count: field.integer(),
  open_issues_count: field.integer({ description: "Open issues and open pull requests together." }),
  size_kb: field.integer({ from: "size" }),
  has_issues: field.flag(),
  license: field.nullableText({ from: "license.spdx_id", description: "SPDX identifier of the license." }),
  permissions,
  pushed_at: field.nullableTime(),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
});
