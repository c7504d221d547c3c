// Jira Cloud: issues, their workflow and comments, projects and people, over the REST API version 3.
import { defineProvider, maybeText, resource, t } from "gateway/plugin";
import { commentEndpoints } from "./comments.ts";
import { readFailure } from "./failure.ts";
import { issueSource } from "./issue-source.ts";
import { issueEndpoints } from "./issues.ts";
import { identityIn, oauth } from "./oauth.ts";
import { projectEndpoints } from "./projects.ts";
import { transitionEndpoints } from "./transitions.ts";
import { translations } from "./translations.ts";
import { userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "jira",
  name: "Jira",
  docs: "https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/",
  // A site's own host refuses OAuth tokens.
  baseUrl: "https://api.atlassian.com/ex/jira/{cloud}/rest/api/3",
  tenant: {
    cloud: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    // For links only, no request goes there. A site may have a custom domain.
    site: /^([a-z0-9-]+\.)+[a-z]{2,}$/i,
    account: /^[A-Za-z0-9][A-Za-z0-9.-]*$/,
  },
  auth: { oauth2: oauth },
  services: {
    issues: {
      read: { scopes: ["read:jira-work"], description: "Search and read issues." },
      write: { scopes: ["write:jira-work"], description: "Create, change, move and delete issues." },
    },
    comments: {
      read: { scopes: ["read:jira-work"], description: "Read comments." },
      write: { scopes: ["write:jira-work"], description: "Write comments." },
    },
    projects: { read: { scopes: ["read:jira-work"], description: "List projects, issue types and fields." } },
    users: { read: { scopes: ["read:jira-user"], description: "Find the people of the site." } },
  },
  keywords: {
    issues: ["tickets", "bugs", "tasks", "stories", "epics", "backlog", "atlassian"],
    comments: ["discussion", "replies"],
    projects: ["boards", "teams"],
    users: ["people", "members", "colleagues"],
  },
  translations,
  identity: {
    upstream: "https://api.atlassian.com/oauth/token/accessible-resources",
    resource: resource({
      raw: t.Array(t.Object({ id: t.String(), url: t.String(), name: maybeText, scopes: t.Array(t.String()) })),
      shape: t.Object({
        id: t.String(),
        name: t.String(),
        workspace: t.Optional(t.Object({ id: t.String(), name: t.String() })),
        tenant: t.Optional(t.Record(t.String(), t.String())),
      }),
      map: identityIn,
    }),
  },
  failure: readFailure,
  webhook,
  sources: { issues: issueSource },
  endpoints: {
    ...issueEndpoints,
    ...transitionEndpoints,
    ...commentEndpoints,
    ...projectEndpoints,
    ...userEndpoints,
  },
});
