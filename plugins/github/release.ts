// A release of a repository, with its assets.
import { asTime, maybe, nullable, rawId, resource, type Static, t } from "gateway/plugin";
import { time } from "./fields.ts";
import { person, personRaw, toPersonOrNull } from "./person.ts";

export const releaseRaw = t.Object({
  id: rawId,
  tag_name: t.String(),
  name: nullable(t.String()),
  body: maybe(t.String()),
  draft: t.Boolean(),
  prerelease: t.Boolean(),
  target_commitish: t.String(),
  html_url: t.String(),
  author: nullable(personRaw),
  assets: t.Array(
    t.Object({
      id: rawId,
      name: t.String(),
      content_type: t.String(),
      size: t.Integer(),
      download_count: t.Integer(),
      browser_download_url: t.String(),
    }),
  ),
  created_at: time,
  published_at: nullable(t.String()),
});
export const releaseShape = t.Object({
  id: t.String(),
  tag_name: t.String(),
  name: nullable(t.String()),
  body: nullable(t.String()),
  draft: t.Boolean(),
  prerelease: t.Boolean(),
  target: t.String({ description: "The branch or commit that the tag is made from." }),
  html_url: t.String(),
  author: nullable(person),
  assets: t.Array(
    t.Object({
      id: t.String(),
      name: t.String(),
      mime_type: t.String(),
      size: t.Integer({ description: "Bytes." }),
      download_count: t.Integer(),
      download_url: t.String(),
    }),
  ),
  created_at: time,
  published_at: nullable(time),
});
export function toRelease(raw: Static<typeof releaseRaw>): Static<typeof releaseShape> {
  return {
    id: String(raw.id),
    tag_name: raw.tag_name,
    name: raw.name,
    body: raw.body ?? null,
    draft: raw.draft,
    prerelease: raw.prerelease,
    target: raw.target_commitish,
    html_url: raw.html_url,
    author: toPersonOrNull(raw.author),
    assets: raw.assets.map((asset) => ({
      id: String(asset.id),
      name: asset.name,
      mime_type: asset.content_type,
      size: asset.size,
      download_count: asset.download_count,
      download_url: asset.browser_download_url,
    })),
    created_at: raw.created_at,
    published_at: asTime(raw.published_at),
  };
}
export const release = resource({ raw: releaseRaw, shape: releaseShape, map: toRelease });
