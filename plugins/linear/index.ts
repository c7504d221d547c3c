// Linear: issues, comments, teams, labels, projects and people over its GraphQL API (linear.app/developers/graphql).
import { defineProvider } from "gateway/plugin";
import { commentSource } from "./comment-source.ts";
import { commentEndpoints } from "./comments.ts";
import { readFailure } from "./failure.ts";
import { issueSource } from "./issue-source.ts";
import { issueEndpoints } from "./issues.ts";
import { identity } from "./member.ts";
import { oauth } from "./oauth.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";
import { workspaceEndpoints } from "./workspace.ts";

export default defineProvider({
  id: "linear",
  name: "Linear",
  docs: "https://linear.app/developers/graphql",
  baseUrl: "https://api.linear.app",
  auth: { oauth2: oauth },
  services: {
    issues: {
      read: { scopes: ["read"], description: "List, search and read issues." },
      create: { scopes: ["issues:create"], description: "Create issues." },
      write: { scopes: ["write"], description: "Change and archive issues." },
    },
    comments: {
      read: { scopes: ["read"], description: "Read comments." },
      write: { scopes: ["comments:create"], description: "Write comments." },
    },
    teams: { read: { scopes: ["read"], description: "List teams with their states, and labels." } },
    projects: { read: { scopes: ["read"], description: "List projects." } },
    users: { read: { scopes: ["read"], description: "List the people of the workspace." } },
  },
  keywords: {
    issues: ["tickets", "tasks", "bugs", "issue tracker", "backlog"],
    comments: ["discussion", "replies", "thread"],
    teams: ["groups", "workflow", "statuses", "labels", "tags", "cycles", "sprints"],
    projects: ["roadmap", "plan"],
    users: ["people", "members", "colleagues"],
  },
  translations,
  identity,
  failure: readFailure,
  webhook,
  sources: { issues: issueSource, comments: commentSource },
  endpoints: { ...issueEndpoints, ...commentEndpoints, ...workspaceEndpoints },
});
