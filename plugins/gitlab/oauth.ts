// How people sign in: at gitlab.com or an instance of their own, by OAuth or with an access token, and who they are.
import { type ApiKey, type OAuth, rawId, resource, type TenantField, t } from "gateway/plugin";

export const host: TenantField = {
  label: "GitLab host",
  help: "gitlab.com, or the host of your company's own GitLab if the operator of this gateway has allowed it.",
  pattern: /^gitlab\.com$/,
  example: "gitlab.com",
  default: "gitlab.com",
  selfHosted: true,
};

/** docs.gitlab.com/api/oauth2: a refresh ends the former access and refresh token at once. */
export const oauth: OAuth = {
  authorizationUrl: "https://{host}/oauth/authorize",
  tokenUrl: "https://{host}/oauth/token",
  revocationUrl: "https://{host}/oauth/revoke",
  pkce: true,
  clientAuth: "body",
  // docs.gitlab.com/integration/oauth_provider, "Available scopes".
  implies: { api: ["read_api", "read_repository", "write_repository"], read_api: ["read_user"] },
};

/** Personal, project and group access tokens: docs.gitlab.com/api/rest/authentication. */
export const apiKey: ApiKey = {
  fields: {
    access_token: {
      label: "Access token",
      help: "A personal access token with the scope api, or read_api for reading only. Project and group tokens work too.",
      steps: ["Preferences", "Access", "Personal access tokens"],
      link: "https://gitlab.com/-/user_settings/personal_access_tokens",
      // Instances choose the prefix themselves.
      pattern: /^[A-Za-z0-9_.=-]{8,512}$/,
      example: "glpat-ExampleExampleExample",
    },
  },
  credential: { header: "PRIVATE-TOKEN" },
};

/** Ids count within one instance, so the host is the workspace. */
export const identity = {
  upstream: "/user",
  resource: resource({
    raw: t.Object({ id: rawId, username: t.String() }),
    shape: t.Object({ id: t.String(), name: t.String(), workspace: t.Object({ id: t.String(), name: t.String() }) }),
    map: ({ id, username }, { identity: { tenant } }) => {
      const instance = tenant.host ?? "gitlab.com";
      return { id: String(id), name: username, workspace: { id: instance, name: instance } };
    },
  }),
} as const;
