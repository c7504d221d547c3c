// LinkedIn: posts, pictures, comments and reactions of members and of the company pages that they manage.
import { defineProvider, maybeText, resource, t } from "gateway/plugin";
import { commentEndpoints } from "./comments.ts";
import { readFailure } from "./failure.ts";
import { imageEndpoints } from "./images.ts";
import { memberEndpoints } from "./members.ts";
import { MEMBER_SCOPES, oauth } from "./oauth.ts";
import { organizationEndpoints } from "./organizations.ts";
import { postEndpoints } from "./posts.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

const REST = "https://api.linkedin.com/rest";

export default defineProvider({
  id: "linkedin",
  name: "LinkedIn",
  docs: "https://learn.microsoft.com/en-us/linkedin/",
  mark: {
    path: "M12 2a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM5 15a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM19 15a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM10.7 6.5l1.8 1-5.6 9.4-1.8-1zM11.5 7.5l1.8-1 5.6 9.4-1.8 1zM7 17h10v2H7z",
    color: "#475569",
  },
  baseUrl: {
    posts: REST,
    comments: REST,
    organizations: REST,
    profile: "https://api.linkedin.com/v2",
    // Uploads of pictures.
    uploads: "https://www.linkedin.com",
  },
  // A version is required, and served for at least a year: learn.microsoft.com/en-us/linkedin/marketing/versioning.
  headers: { "linkedin-version": "202607", "x-restli-protocol-version": "2.0.0" },
  auth: { oauth2: oauth },
  services: {
    profile: { read: { scopes: MEMBER_SCOPES, description: "Read the connected member's name, picture and email." } },
    posts: {
      read: { scopes: ["r_organization_social"], description: "Read the posts of company pages." },
      write: { scopes: ["w_member_social"], description: "Write, change and delete posts, with pictures and links." },
    },
    comments: {
      read: { scopes: ["r_organization_social_feed"], description: "Read the comments on posts of company pages." },
      write: { scopes: ["w_member_social"], description: "Comment on posts and react to them." },
    },
    organizations: {
      read: { scopes: ["r_organization_admin"], description: "List the company pages that the member manages." },
      report: { scopes: ["rw_organization_admin"], description: "Read the statistics of company pages." },
    },
  },
  keywords: {
    profile: ["account", "me", "who am i"],
    posts: ["share", "update", "feed", "social media", "publish"],
    comments: ["reply", "likes", "reactions", "engagement"],
    organizations: ["company page", "business page", "brand", "analytics"],
  },
  translations,
  identity: {
    upstream: "https://api.linkedin.com/v2/userinfo",
    // `sub` is the member's id, valid for this app only; posts name it as author.
    resource: resource({
      raw: t.Object({ sub: t.String({ pattern: "^[A-Za-z0-9_-]+$" }), name: maybeText, email: maybeText }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: (member) => ({ id: member.sub, name: member.name || member.email || member.sub }),
    }),
  },
  failure: readFailure,
  webhook,
  sources,
  settings: {
    APPLICATION_ID: { description: "Id of the app in LinkedIn's developer portal.", pattern: /^[0-9]{1,20}$/ },
  },
  endpoints: {
    ...memberEndpoints,
    ...postEndpoints,
    ...imageEndpoints,
    ...commentEndpoints,
    ...organizationEndpoints,
  },
});
