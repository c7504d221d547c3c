// The two ways to sign in: a person's OAuth (developers.zoom.us, "OAuth"), and an account's own client ("Server-to-Server OAuth").
import { type ClientCredentials, type OAuth, type TokenSet, textAt, valueAt } from "gateway/plugin";

const TOKEN_URL = "https://zoom.us/oauth/token";
/** Works for accounts of every region. */
const GLOBAL_HOST = "api.zoom.us";
/** Zoom calls 90 days usual. */
const REFRESH_LIFE_S = 90 * 86_400;

/** Scopes of the permissions, without those of administrators. */
const GRANULAR = [
  "user:read:user",
  "meeting:read:list_meetings",
  "meeting:read:meeting",
  "meeting:write:meeting",
  "meeting:update:meeting",
  "meeting:delete:meeting",
  "meeting:update:status",
  "meeting:read:list_upcoming_meetings",
  "meeting:read:past_meeting",
  "meeting:read:list_past_instances",
  "meeting:read:list_past_participants",
  "meeting:read:list_registrants",
  "meeting:write:registrant",
  "meeting:update:registrant_status",
  "cloud_recording:read:list_user_recordings",
  "cloud_recording:read:list_recording_files",
  "cloud_recording:read:meeting_transcript",
  "meeting:read:summary",
  "webinar:read:list_webinars",
  "webinar:read:webinar",
];

/** Apps from before 2024 have these; each covers what begins with one of the others. */
const CLASSIC: Record<string, readonly string[]> = {
  "user:read": ["user:read:"],
  "meeting:read": ["meeting:read:"],
  "meeting:write": ["meeting:write:", "meeting:update:", "meeting:delete:"],
  "recording:read": ["cloud_recording:read:"],
  "webinar:read": ["webinar:read:"],
};

const coveredBy = (prefixes: readonly string[]) =>
  GRANULAR.filter((scope) => prefixes.some((prefix) => scope.startsWith(prefix)));

/** `:admin` is account-wide, and includes what is the user's own. */
const implies: Record<string, readonly string[]> = {
  ...Object.fromEntries(GRANULAR.map((scope) => [`${scope}:admin`, [scope]])),
  ...Object.fromEntries(Object.entries(CLASSIC).map(([scope, prefixes]) => [scope, coveredBy(prefixes)])),
  ...Object.fromEntries(Object.keys(CLASSIC).map((scope) => [`${scope}:admin`, [scope]])),
  "user:read:admin": ["user:read", "user:read:list_users:admin", "user:read:user:admin"],
};

export const oauth: OAuth = {
  authorizationUrl: "https://zoom.us/oauth/authorize",
  tokenUrl: TOKEN_URL,
  revocationUrl: "https://zoom.us/oauth/revoke",
  // A person's later grant to the same app ends the earlier one, so there is one token to revoke.
  revocationScope: "identity",
  pkce: true,
  clientAuth: "basic",
  // Zoom grants what is ticked on the app; its own SDK requests no scopes.
  authorize: () => ({}),
  implies,
  tokens: (json) => ({
    ...readTokens(json),
    refreshToken: textAt(json, "refresh_token") ?? undefined,
    refreshExpiresIn: REFRESH_LIFE_S,
    tenant: { host: hostOf(json), user: "me" },
  }),
  tokenError,
  // The app's scopes changed, the owner is gone, unknown, disabled by an administrator, replaced by a later grant.
  deadGrantErrors: ["4711", "4735", "4737", "4738", "4741"],
  clientErrors: ["4702", "4704", "4705", "4706", "4717", "unsupported_grant_type"],
};

export const clientCredentials: ClientCredentials = {
  fields: {
    account_id: {
      label: "Account ID",
      help: "Shown by a Server-to-Server OAuth app that you create and activate in Zoom's App Marketplace.",
      steps: ["Develop", "Build App", "Server-to-Server OAuth", "App Credentials"],
      link: "https://marketplace.zoom.us/user/build",
      secret: false,
      pattern: /^[A-Za-z0-9_-]{6,64}$/,
      example: "AbCdEfGhQx2TestAccount",
    },
    client_id: { label: "Client ID", secret: false, pattern: /^[A-Za-z0-9_-]{6,64}$/, example: "aBcDeFgHTestClient" },
    client_secret: { label: "Client secret", pattern: /^[A-Za-z0-9_-]{8,128}$/ },
    user: {
      label: "User",
      help: "Email address or id of the user whose meetings and recordings to use: a Server-to-Server app has none of its own.",
      secret: false,
      pattern: /^([A-Za-z0-9_-]{16,64}|[A-Za-z0-9_][A-Za-z0-9._+-]*@[A-Za-z0-9.-]+\.[A-Za-z]+)$/,
      example: "ada@example.com",
    },
  },
  tokenUrl: TOKEN_URL,
  clientAuth: "basic",
  params: { grant_type: "account_credentials", account_id: "{account_id}" },
  tokens: (json) => ({ ...readTokens(json), tenant: { host: hostOf(json) } }),
};

function readTokens(json: Record<string, unknown>): TokenSet {
  const seconds = Number(json.expires_in);
  return {
    accessToken: textAt(json, "access_token") ?? "",
    expiresIn: Number.isFinite(seconds) && seconds > 0 ? seconds : 3_600,
    scopes: typeof json.scope === "string" ? json.scope.split(/[\s,]+/).filter(Boolean) : undefined,
  };
}

/** The host of `api_url`. The gateway refuses one that is not Zoom's. */
function hostOf(json: Record<string, unknown>): string {
  const url = json.api_url;
  if (url === undefined) return GLOBAL_HOST;
  return /^https:\/\/(.*)$/s.exec(typeof url === "string" ? url : "")?.[1] ?? "";
}

/** Zoom's own code, where an error has one: it stands in a field or at the start of the reason. */
export function tokenError(json: Record<string, unknown>): string | undefined {
  const texts = [valueAt(json, "code"), valueAt(json, "errorCode"), json.reason].map(String);
  return texts.map((text) => /^\W*(47\d\d)\b/.exec(text)?.[1]).find((code) => code !== undefined);
}
