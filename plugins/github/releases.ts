// Releases of a repository: listing them, the latest one, publishing a new one.
import { asTime, endpoint, many, maybe, nullable, one, oneOf, resource, type Static, t } from "gateway/plugin";
import { inRepo, paging, person, personRaw, time, toPersonOrNull } from "./shared.ts";

export const releaseRaw = t.Object({
  id: t.Integer(),
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
      id: t.Integer(),
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
const release = resource({ raw: releaseRaw, shape: releaseShape, map: toRelease });

export const releases = {
  list_releases: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/releases",
    permission: "repos.read",
    description: "List the releases of a GitHub repository, newest first.",
    keywords: ["versions", "changelog", "downloads"],
    params: inRepo,
    upstream: "/repos/{owner}/{repo}/releases",
    returns: many("releases", release, { pagination: paging }),
  }),
  get_latest_release: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/releases/latest",
    permission: "repos.read",
    description: "Get the latest release of a GitHub repository, leaving out drafts and prereleases.",
    keywords: ["newest version", "current version", "what is new"],
    params: inRepo,
    upstream: "/repos/{owner}/{repo}/releases/latest",
    returns: one(release),
  }),
  create_release: endpoint({
    method: "POST",
    path: "/repos/{owner}/{repo}/releases",
    permission: "repos.write",
    description: "Publish a release of a GitHub repository, or save it as a draft; makes the tag where it is missing.",
    keywords: ["new version", "ship", "tag", "publish"],
    params: inRepo,
    body: t.Object({
      tag_name: t.String({ minLength: 1, description: "Tag of the release, such as v1.2.0." }),
      target_commitish: t.Optional(
        t.String({ minLength: 1, description: "Branch or commit for a new tag; the default branch unless said." }),
      ),
      name: t.Optional(t.String({ description: "Title." })),
      body: t.Optional(t.String({ description: "Release notes in Markdown." })),
      draft: t.Optional(t.Boolean({ description: "Save it unpublished." })),
      prerelease: t.Optional(t.Boolean({ description: "Mark it as not ready for production." })),
      generate_release_notes: t.Optional(t.Boolean({ description: "Let GitHub write the notes from the changes." })),
      make_latest: t.Optional(
        oneOf(
          ["true", "false", "legacy"],
          "Whether it becomes the latest release; legacy decides by date and version.",
        ),
      ),
    }),
    upstream: "/repos/{owner}/{repo}/releases",
    returns: one(release),
  }),
};
