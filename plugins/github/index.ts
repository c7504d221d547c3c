// GitHub: repositories, files, issues, pull requests, search and notifications over the REST API.
import { defineProvider, field, record } from "gateway/plugin";
import { actions } from "./actions.ts";
import { branches } from "./branches.ts";
import { contents } from "./contents.ts";
import { failure } from "./failure.ts";
import { issues } from "./issues.ts";
import { notifications } from "./notifications.ts";
import { oauth } from "./oauth.ts";
import { orgs } from "./orgs.ts";
import { pulls } from "./pulls.ts";
import { releases } from "./releases.ts";
import { repos } from "./repos.ts";
import { reviews } from "./reviews.ts";
import { search } from "./search.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { users } from "./users.ts";
import { webhook } from "./webhook.ts";

/**
 * Covers public repositories; GitHub answers 404 for private ones, which need `repo`. No scope is read-only. The default
 * grant requests `repo` because listing collaborators needs it. A token without any scope could read public repositories,
 * but a grant made for something else must not enable these services.
 */
const CODE = ["public_repo"];

export default defineProvider({
  id: "github",
  name: "GitHub",
  docs: "https://docs.github.com/en/rest",
  baseUrl: "https://api.github.com",
  headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
  // Targets of the redirects of job logs: docs.github.com, "Self-hosted runners reference", "Accessible domains by function".
  downloadHosts: ["*.blob.core.windows.net", "*.actions.githubusercontent.com"],
  auth: { oauth2: oauth },
  services: {
    repos: {
      read: { scopes: CODE, description: "List and read repositories, files, branches, commits and releases." },
      write: { scopes: CODE, description: "Commit files, create branches and publish releases." },
    },
    issues: {
      read: { scopes: CODE, description: "List and read issues, their comments and labels." },
      write: { scopes: CODE, description: "Open, change and comment on issues." },
    },
    pulls: {
      read: { scopes: CODE, description: "List and read pull requests, their files and reviews." },
      write: { scopes: CODE, description: "Open, change, review and merge pull requests." },
    },
    actions: {
      read: { scopes: CODE, description: "List workflows, their runs and jobs, and read logs." },
      // GitHub refuses `public_repo` here: docs.github.com/rest/actions/workflow-runs.
      write: { scopes: ["repo"], description: "Start, rerun and cancel workflow runs." },
    },
    search: { read: { scopes: CODE, description: "Search issues, pull requests, repositories and code." } },
    collaborators: {
      // docs.github.com/rest/collaborators/collaborators#list-repository-collaborators
      read: { scopes: ["repo", "read:org"], description: "List who has access to a repository." },
    },
    // Any token can read its user's public profile.
    users: { read: { scopes: [], description: "Read the connected user's profile." } },
    orgs: { read: { scopes: ["read:org"], description: "List the connected user's organizations." } },
    notifications: { read: { scopes: ["notifications"], description: "List the connected user's notifications." } },
  },
  keywords: {
    repos: ["repository", "repositories", "git", "source code", "codebase"],
    issues: ["bug", "bugs", "ticket", "tickets", "task", "feature request"],
    pulls: ["PR", "PRs", "pull request", "merge request", "code review"],
    actions: ["CI", "CD", "GitHub Actions", "build", "pipeline", "workflow"],
    search: ["find", "look up"],
    collaborators: ["members", "access", "people"],
    users: ["profile", "account", "me"],
    orgs: ["organization", "organisation", "company"],
    notifications: ["inbox", "alerts", "mentions"],
  },
  translations,
  identity: {
    upstream: "/user",
    resource: record({ id: field.id(), name: field.text({ from: "login" }) }),
  },
  failure,
  webhook,
  sources,
  endpoints: {
    ...repos,
    ...branches,
    ...contents,
    ...actions,
    ...releases,
    ...issues,
    ...pulls,
    ...reviews,
    ...search,
    ...users,
    ...orgs,
    ...notifications,
  },
});
