// A review of a pull request.
import { asTime, maybe, nullable, rawId, resource, type Static, t } from "gateway/plugin";
import { time } from "./fields.ts";
import { person, personRaw, toPersonOrNull } from "./person.ts";

export const reviewRaw = t.Object({
  id: rawId,
  state: t.String(),
  body: t.String(),
  user: nullable(personRaw),
  commit_id: nullable(t.String()),
  html_url: t.String(),
  submitted_at: maybe(t.String()),
});
export const reviewShape = t.Object({
  id: t.String(),
  state: t.String({ description: "APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED or PENDING." }),
  body: t.String({ description: "Markdown." }),
  user: nullable(person),
  commit_sha: nullable(t.String({ description: "The commit that was reviewed." })),
  html_url: t.String(),
  submitted_at: nullable(time),
});
export function toReview(raw: Static<typeof reviewRaw>): Static<typeof reviewShape> {
  return {
    id: String(raw.id),
    state: raw.state,
    body: raw.body,
    user: toPersonOrNull(raw.user),
    commit_sha: raw.commit_id,
    html_url: raw.html_url,
    submitted_at: asTime(raw.submitted_at),
  };
}
export const review = resource({ raw: reviewRaw, shape: reviewShape, map: toReview });
