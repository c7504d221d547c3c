// X (formerly Twitter): posts, people, search, bookmarks and direct messages over its API, version 2 (docs.x.com/x-api).
import { defineProvider, resource, t } from "gateway/plugin";
import { bookmarkEndpoints } from "./bookmarks.ts";
import { readFailure } from "./failure.ts";
import { messageEndpoints } from "./messages.ts";
import { oauth } from "./oauth.ts";
import { postEndpoints } from "./posts.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";

/** X's endpoints on people and posts need both: docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping. */
const BASE = ["tweet.read", "users.read"];

export default defineProvider({
  id: "twitter",
  name: "X",
  docs: "https://docs.x.com/x-api",
  baseUrl: "https://api.x.com/2",
  auth: { oauth2: oauth },
  services: {
    users: { read: { scopes: BASE, description: "See the person's own profile and those of others." } },
    posts: {
      read: { scopes: BASE, description: "Read and search posts, mentions and the home timeline." },
      write: { scopes: [...BASE, "tweet.write"], description: "Write, delete and repost posts as the person." },
    },
    bookmarks: {
      read: { scopes: [...BASE, "bookmark.read"], description: "List the posts that the person has bookmarked." },
      write: { scopes: [...BASE, "bookmark.write"], description: "Add and remove bookmarks." },
    },
    dms: {
      read: { scopes: [...BASE, "dm.read"], description: "Read direct messages." },
      write: { scopes: [...BASE, "dm.write"], description: "Send direct messages as the person." },
    },
  },
  keywords: {
    users: ["profiles", "accounts", "followers", "handles"],
    posts: ["tweets", "twitter", "timeline", "feed", "mentions", "social media"],
    bookmarks: ["saved posts", "saved tweets", "read later"],
    dms: ["DM", "direct messages", "private messages"],
  },
  translations,
  identity: {
    upstream: "/users/me",
    resource: resource({
      raw: t.Object({ data: t.Object({ id: t.String(), username: t.String() }) }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: ({ data }) => ({ id: data.id, name: `@${data.username}` }),
    }),
  },
  failure: readFailure,
  webhook,
  sources,
  settings: {
    WEBHOOK_ID: {
      description: "Id of the app's webhook at X, which POST /2/webhooks returned.",
      pattern: /^[0-9]{1,19}$/,
    },
  },
  endpoints: { ...userEndpoints, ...postEndpoints, ...bookmarkEndpoints, ...messageEndpoints },
});
