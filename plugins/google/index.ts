// Google: Gmail, Google Calendar and Google Drive.
import { defineProvider } from "gateway/plugin";
import { accountEndpoints } from "./account.ts";
import { calendarEndpoints } from "./calendar.ts";
import { calendarSource } from "./calendar-source.ts";
import { driveEndpoints } from "./drive.ts";
import { driveSharingEndpoints } from "./drive-sharing.ts";
import { driveSource } from "./drive-source.ts";
import { googleFailure } from "./failure.ts";
import { gmailEndpoints } from "./gmail.ts";
import { gmailForwardEndpoints } from "./gmail-forward.ts";
import { gmailSendEndpoints } from "./gmail-send.ts";
import { gmailSource } from "./gmail-source.ts";
import { identity } from "./identity.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const scopes = (...names: string[]) => names.map(scope);

export default defineProvider({
  id: "google",
  name: "Google",
  docs: "https://developers.google.com/workspace",
  baseUrl: {
    gmail: "https://gmail.googleapis.com",
    calendar: "https://www.googleapis.com",
    drive: "https://www.googleapis.com",
    profile: "https://openidconnect.googleapis.com",
    // Exports of more than 10 MB; Google redirects to storage that takes no token.
    docs: "https://docs.google.com",
  },
  downloadHosts: ["*.googleusercontent.com"],
  auth: {
    oauth2: {
      authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenUrl: "https://oauth2.googleapis.com/token",
      revocationUrl: "https://oauth2.googleapis.com/revoke",
      // Revoking one token ends all of the person's grants to the Cloud project.
      revocationScope: "identity",
      issuer: "https://accounts.google.com",
      pkce: true,
      // Google takes Basic too; its own libraries send the credentials in the body.
      clientAuth: "body",
      // Google returns `email` and `profile` as URLs; no permission needs them.
      identityScopes: ["openid", "email", "profile"],
      identifiesPeople: true,
      // Without a new consent, a second grant of one person has no refresh token.
      authorizationParams: { access_type: "offline", prompt: "consent" },
      // developers.google.com/identity/protocols/oauth2/web-server, "Refresh token expiration" and "Authorization errors".
      deadGrantErrors: ["admin_policy_enforced"],
      clientErrors: ["deleted_client", "unauthorized_client", "redirect_uri_mismatch", "org_internal"],
      implies: {
        "https://mail.google.com/": scopes("gmail.modify"),
        [scope("gmail.modify")]: scopes("gmail.readonly", "gmail.compose", "gmail.labels"),
        [scope("gmail.readonly")]: scopes("gmail.metadata"),
        [scope("gmail.compose")]: scopes("gmail.send"),
        [scope("calendar")]: scopes("calendar.readonly", "calendar.events"),
        [scope("calendar.readonly")]: scopes(
          "calendar.events.readonly",
          "calendar.calendarlist.readonly",
          "calendar.freebusy",
          "calendar.settings.readonly",
        ),
        [scope("calendar.events")]: scopes("calendar.events.readonly"),
        [scope("drive")]: scopes("drive.readonly", "drive.file", "drive.metadata"),
        [scope("drive.readonly")]: scopes("drive.metadata.readonly"),
        [scope("drive.metadata")]: scopes("drive.metadata.readonly"),
      },
    },
  },
  services: {
    gmail: {
      read: { scopes: scopes("gmail.readonly"), description: "Search and read emails, conversations and labels." },
      // This scope cannot read.
      send: { scopes: scopes("gmail.send"), description: "Send emails." },
      modify: { scopes: scopes("gmail.modify"), description: "Label, archive and trash emails." },
      // No scope covers drafts alone; this one sends as well.
      drafts: { scopes: scopes("gmail.compose"), description: "Read, write, send and delete drafts." },
    },
    calendar: {
      // calendar.events.readonly cannot list calendars or query free time.
      read: { scopes: scopes("calendar.readonly"), description: "Read calendars, events and free time." },
      write: { scopes: scopes("calendar.events"), description: "Create, change and delete events." },
    },
    drive: {
      read: { scopes: scopes("drive.readonly"), description: "Search, read and download files." },
      // Covers the app's own files and needs no verification by Google; an operator can request `drive` instead.
      write: { scopes: scopes("drive.file"), description: "Upload files, and change files uploaded through this app." },
    },
    profile: {
      read: { scopes: scopes("userinfo.profile"), description: "Read the connected user's name and email address." },
    },
  },
  keywords: {
    gmail: ["email", "mail", "inbox", "e-mail", "message"],
    calendar: ["meeting", "appointment", "agenda", "schedule", "event"],
    drive: ["document", "file", "folder", "docs", "sheets", "slides", "storage"],
    profile: ["account", "me"],
  },
  translations,
  identity: { upstream: "https://openidconnect.googleapis.com/v1/userinfo", resource: identity },
  failure: googleFailure,
  webhook,
  sources: { gmail: gmailSource, calendar: calendarSource, drive: driveSource },
  settings: {
    PUBSUB_TOPIC: {
      description: "The Pub/Sub topic that Gmail publishes to, in the OAuth client's own Cloud project.",
      pattern: /^projects\/[a-z][a-z0-9:.-]{4,62}\/topics\/[A-Za-z][\w.~+%-]{2,254}$/,
    },
  },
  endpoints: {
    ...gmailEndpoints,
    ...gmailSendEndpoints,
    ...gmailForwardEndpoints,
    ...calendarEndpoints,
    ...driveEndpoints,
    ...driveSharingEndpoints,
    ...accountEndpoints,
  },
});
