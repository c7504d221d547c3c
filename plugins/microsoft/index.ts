// Microsoft 365: Outlook mail, calendar and contacts, and OneDrive, over Microsoft Graph (learn.microsoft.com/graph).
import { defineProvider, maybeText, resource, t } from "gateway/plugin";
import { calendarEndpoints } from "./calendar.ts";
import { calendarSource } from "./calendar-source.ts";
import { driveEndpoints } from "./drive.ts";
import { driveCopyEndpoints } from "./drive-copy.ts";
import { driveSource } from "./drive-source.ts";
import { graphFailure } from "./failure.ts";
import { mailEndpoints } from "./mail.ts";
import { mailSendEndpoints } from "./mail-send.ts";
import { mailSource } from "./mail-source.ts";
import { oauth } from "./oauth.ts";
import { prefer } from "./odata.ts";
import { peopleEndpoints } from "./people.ts";
import { scheduleEndpoints } from "./schedule.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "microsoft",
  name: "Microsoft 365",
  docs: "https://learn.microsoft.com/en-us/graph/api/overview",
  mark: {
    path: "M8 7V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2h4a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM10 5v2h4V5zM10.5 12v3h3v-3z",
    color: "#475569",
  },
  baseUrl: "https://graph.microsoft.com/v1.0",
  headers: prefer(),
  // Targets of /content's redirects: SharePoint for work and school, storage of personal drives, the PDF converter.
  downloadHosts: [
    "*.sharepoint.com",
    "*.microsoftpersonalcontent.com",
    "*.1drv.com",
    "*.storage.live.com",
    "*.livefilestore.com",
    "*.svc.ms",
  ],
  // Addresses of upload sessions.
  linkHosts: ["*.sharepoint.com", "*.1drv.com", "api.onedrive.com", "*.microsoftpersonalcontent.com"],
  auth: { oauth2: oauth },
  services: {
    mail: {
      read: { scopes: ["Mail.Read"], description: "List, search and read emails, attachments and folders." },
      write: { scopes: ["Mail.ReadWrite"], description: "Write drafts; mark, move and delete emails." },
      send: { scopes: ["Mail.Send"], description: "Send, answer and forward emails." },
    },
    calendar: {
      read: { scopes: ["Calendars.Read"], description: "List and read events and calendars." },
      write: { scopes: ["Calendars.ReadWrite"], description: "Create, change, answer and delete events." },
    },
    drive: {
      read: { scopes: ["Files.Read"], description: "List, search and download files in OneDrive." },
      write: { scopes: ["Files.ReadWrite"], description: "Upload, rename, move, share and delete files in OneDrive." },
    },
    contacts: { read: { scopes: ["Contacts.Read"], description: "List contacts." } },
    profile: { read: { scopes: ["User.Read"], description: "Read the connected user's profile." } },
  },
  keywords: {
    mail: ["outlook", "email", "hotmail", "inbox"],
    calendar: ["outlook", "meetings", "appointments", "schedule"],
    drive: ["onedrive", "sharepoint", "files", "documents"],
    contacts: ["outlook", "address book", "people"],
    profile: ["account", "me"],
  },
  translations,
  identity: {
    upstream: "/me?$select=id,displayName,mail,userPrincipalName",
    // A work account's id is a GUID, unique across tenants; a personal account's is a number. Notifications name the user
    // by it.
    resource: resource({
      raw: t.Object({ id: t.String(), displayName: maybeText, mail: maybeText, userPrincipalName: maybeText }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: (me) => ({ id: me.id, name: me.mail || me.userPrincipalName || me.displayName || me.id }),
    }),
  },
  failure: graphFailure,
  webhook,
  sources: { mail: mailSource, calendar: calendarSource, drive: driveSource },
  endpoints: {
    ...mailEndpoints,
    ...mailSendEndpoints,
    ...calendarEndpoints,
    ...scheduleEndpoints,
    ...driveEndpoints,
    ...driveCopyEndpoints,
    ...peopleEndpoints,
  },
});
