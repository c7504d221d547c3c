// A comment on an issue or a pull request.
import { nullable, rawId, resource, type Static, t } from "gateway/plugin";
import { time } from "./fields.ts";
import { issueShape } from "./issue.ts";
import { person, personRaw, toPersonOrNull } from "./person.ts";

export const commentRaw = t.Object({
  id: rawId,
  body: t.Optional(t.String()),
  user: nullable(personRaw),
  html_url: t.String(),
  author_association: t.Optional(t.String()),
  created_at: time,
  updated_at: time,
});
export const commentShape = t.Object({
  id: t.String(),
  body: t.String({ description: "Markdown." }),
  user: nullable(person),
  html_url: t.String(),
  author_association: issueShape.properties.author_association,
  created_at: time,
  updated_at: time,
});
export function toComment(raw: Static<typeof commentRaw>): Static<typeof commentShape> {
  return {
    id: String(raw.id),
    body: raw.body ?? "",
    user: toPersonOrNull(raw.user),
    html_url: raw.html_url,
    author_association: raw.author_association ?? null,
    created_at: raw.created_at,
    updated_at: raw.updated_at,
  };
}
export const comment = resource({ raw: commentRaw, shape: commentShape, map: toComment });
