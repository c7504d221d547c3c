// Endpoints of releases: list, read the latest, publish.
import { endpoint, many, one, oneOf, t } from "gateway/plugin";
import { inRepo, paging } from "./fields.ts";
import { release } from "./release.ts";

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
    recipients: ["{owner}/{repo}"],
    reaches: true,
    path: "/repos/{owner}/{repo}/releases",
    permission: "repos.write",
    description: "Publish a release of a GitHub repository, or save it as a draft; creates the tag if it is missing.",
    keywords: ["new version", "ship", "tag", "publish"],
    params: inRepo,
    body: t.Object({
      tag_name: t.String({ minLength: 1, description: "Tag of the release, such as v1.2.0." }),
      target_commitish: t.Optional(
        t.String({
          minLength: 1,
          description: "Branch or commit for a new tag; the default is the repository's default branch.",
        }),
      ),
      name: t.Optional(t.String({ description: "Title." })),
      body: t.Optional(t.String({ description: "Release notes in Markdown." })),
      draft: t.Optional(t.Boolean({ description: "Whether to save it as a draft, without publishing it." })),
      prerelease: t.Optional(t.Boolean({ description: "Whether to mark it as not ready for production." })),
      generate_release_notes: t.Optional(
        t.Boolean({ description: "Whether GitHub writes the release notes from the changes." }),
      ),
      make_latest: t.Optional(
        oneOf(
          ["true", "false", "legacy"],
          "Whether it becomes the latest release; legacy decides by date and version.",
        ),
      ),
    }),
    readAs: {
      target_commitish: "target",
      generate_release_notes: "body",
      make_latest: { absent: "A release does not say it; github_get_latest_release returns the latest one." },
    },
    upstream: "/repos/{owner}/{repo}/releases",
    returns: one(release),
  }),
};
