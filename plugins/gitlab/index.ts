// GitLab: projects, issues, merge requests, files, pipelines and search over REST v4, at gitlab.com and at instances of people's own.
import { defineProvider } from "gateway/plugin";
import { commentEndpoints } from "./comments.ts";
import { readFailure } from "./failure.ts";
import { fileEndpoints } from "./files.ts";
import { issueEndpoints } from "./issues.ts";
import { jobEndpoints } from "./jobs.ts";
import { mergeRequestEndpoints } from "./merge-requests.ts";
import { apiKey, host, identity, oauth } from "./oauth.ts";
import { pipelineEndpoints } from "./pipelines.ts";
import { projectEndpoints } from "./projects.ts";
import { repositoryEndpoints } from "./repository.ts";
import { searchEndpoints } from "./search.ts";
import { sources } from "./sources.ts";
import { todoEndpoints } from "./todos.ts";
import { translations } from "./translations.ts";
import { userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";

/** No scope is narrower: docs.gitlab.com/integration/oauth_provider, "Available scopes". */
const READ = ["read_api"];
const WRITE = ["api"];

export default defineProvider({
  id: "gitlab",
  name: "GitLab",
  docs: "https://docs.gitlab.com/api/rest/",
  baseUrl: "https://{host}/api/v4",
  tenant: { host },
  auth: { oauth2: oauth, api_key: apiKey },
  services: {
    users: { read: { scopes: ["read_user"], description: "Read the connected user's profile, and find people." } },
    projects: { read: { scopes: READ, description: "List and read projects, their members and labels." } },
    issues: {
      read: { scopes: READ, description: "List and read issues and their comments." },
      write: { scopes: WRITE, description: "Open, change and comment on issues." },
    },
    merge_requests: {
      read: { scopes: READ, description: "List and read merge requests, their changes and comments." },
      write: { scopes: WRITE, description: "Open, change, approve, merge and comment on merge requests." },
    },
    code: {
      read: { scopes: READ, description: "Read files, branches and commits." },
      write: { scopes: WRITE, description: "Commit files and create branches." },
    },
    ci: {
      read: { scopes: READ, description: "List pipelines and jobs, and read logs." },
      write: { scopes: WRITE, description: "Start, retry and cancel pipelines and jobs." },
    },
    search: { read: { scopes: READ, description: "Search issues, merge requests and code." } },
    todos: {
      read: { scopes: READ, description: "List the connected user's to-do items." },
      write: { scopes: WRITE, description: "Mark to-do items as done." },
    },
  },
  keywords: {
    users: ["profile", "account", "people"],
    projects: ["repository", "repositories", "repos", "git"],
    issues: ["bug", "bugs", "ticket", "tickets", "task", "feature request"],
    merge_requests: ["MR", "MRs", "pull request", "PR", "code review"],
    code: ["git", "source code", "codebase"],
    ci: ["CD", "build", "pipelines", "deployment"],
    search: ["find", "look up"],
    todos: ["notifications", "inbox", "mentions"],
  },
  translations,
  identity,
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...userEndpoints,
    ...projectEndpoints,
    ...issueEndpoints,
    ...mergeRequestEndpoints,
    ...commentEndpoints,
    ...repositoryEndpoints,
    ...fileEndpoints,
    ...pipelineEndpoints,
    ...jobEndpoints,
    ...searchEndpoints,
    ...todoEndpoints,
  },
});
