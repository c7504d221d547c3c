// Zoom: meetings, registrants, participants, recordings, transcripts, summaries and webinars over the API v2.
import { defineProvider } from "gateway/plugin";
import { readFailure } from "./failure.ts";
import { meetingEndpoints } from "./meetings.ts";
import { clientCredentials, oauth } from "./oauth.ts";
import { pastMeetingEndpoints } from "./past-meetings.ts";
import { recordingEndpoints } from "./recordings.ts";
import { registrantEndpoints } from "./registrants.ts";
import { sources } from "./sources.ts";
import { summaryEndpoints } from "./summaries.ts";
import { translations } from "./translations.ts";
import { identityResource, userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";
import { webinarEndpoints } from "./webinars.ts";

export default defineProvider({
  id: "zoom",
  name: "Zoom",
  docs: "https://developers.zoom.us/docs/api/",
  // No path: files are on other hosts of Zoom, outside of /v2.
  baseUrl: "https://{host}",
  tenant: {
    // The API's host of the account's region, which the token response names; for files that of their URL.
    host: /^([a-z0-9][a-z0-9-]*\.)*zoom\.us$/,
    // Whom calls act for: "me" with a person's own token, which takes no other id, else the user that was typed.
    user: /^(me|[A-Za-z0-9_-]{16,64}|[A-Za-z0-9_][A-Za-z0-9._+-]*@[A-Za-z0-9.-]+\.[A-Za-z]+)$/,
  },
  downloadHosts: ["*.zoom.us"],
  auth: { oauth2: oauth, client_credentials: clientCredentials },
  services: {
    profile: { read: { scopes: ["user:read:user"], description: "Read the connected user's profile." } },
    users: {
      read: {
        scopes: ["user:read:list_users:admin", "user:read:user:admin"],
        description: "List and read the account's users; for administrators and server-to-server apps.",
      },
    },
    meetings: {
      read: {
        scopes: ["meeting:read:list_meetings", "meeting:read:meeting"],
        description: "List and read meetings.",
      },
      write: {
        scopes: ["meeting:write:meeting", "meeting:update:meeting", "meeting:delete:meeting"],
        description: "Schedule, change and delete meetings.",
      },
      end: { scopes: ["meeting:update:status"], description: "End meetings that are going on." },
    },
    schedule: {
      read: {
        scopes: ["meeting:read:list_upcoming_meetings"],
        description: "List upcoming meetings, also those that the user is invited to.",
      },
    },
    past_meetings: {
      read: {
        scopes: ["meeting:read:past_meeting", "meeting:read:list_past_instances"],
        description: "Read meetings that have been held.",
      },
    },
    participants: {
      read: { scopes: ["meeting:read:list_past_participants"], description: "List who took part in meetings." },
    },
    registrants: {
      read: { scopes: ["meeting:read:list_registrants"], description: "List who registered for meetings." },
      write: {
        scopes: ["meeting:write:registrant", "meeting:update:registrant_status"],
        description: "Register people for meetings, and approve or deny them.",
      },
    },
    recordings: {
      read: {
        scopes: ["cloud_recording:read:list_user_recordings", "cloud_recording:read:list_recording_files"],
        description: "List and download cloud recordings.",
      },
    },
    transcripts: {
      read: { scopes: ["cloud_recording:read:meeting_transcript"], description: "Download transcripts of meetings." },
    },
    summaries: { read: { scopes: ["meeting:read:summary"], description: "Read AI Companion's meeting summaries." } },
    webinars: {
      read: { scopes: ["webinar:read:list_webinars", "webinar:read:webinar"], description: "List and read webinars." },
    },
  },
  keywords: {
    profile: ["account", "me", "user"],
    users: ["members", "colleagues", "hosts", "licences"],
    meetings: ["video calls", "conferences", "video conference"],
    schedule: ["agenda", "calendar", "upcoming"],
    past_meetings: ["history", "held"],
    participants: ["attendees", "attendance", "guests"],
    registrants: ["registrations", "sign-ups"],
    recordings: ["cloud recordings", "video", "audio"],
    transcripts: ["captions", "subtitles", "what was said"],
    summaries: ["notes", "minutes", "recap", "action items", "AI Companion"],
    webinars: ["broadcasts", "online events"],
  },
  translations,
  identity: { upstream: "/v2/users/{user}", resource: identityResource },
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...userEndpoints,
    ...meetingEndpoints,
    ...pastMeetingEndpoints,
    ...registrantEndpoints,
    ...recordingEndpoints,
    ...summaryEndpoints,
    ...webinarEndpoints,
  },
});
