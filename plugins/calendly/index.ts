// Calendly: event types, available times, booked meetings and their invitees, over the API v2.
import { defineProvider, maybeText, resource, t } from "gateway/plugin";
import { availabilityEndpoints } from "./availability.ts";
import { bookingEndpoints } from "./bookings.ts";
import { eventTypeEndpoints } from "./event-types.ts";
import { eventEndpoints } from "./events.ts";
import { readFailure } from "./failure.ts";
import { idOf } from "./fields.ts";
import { oauth } from "./oauth.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "calendly",
  name: "Calendly",
  docs: "https://developer.calendly.com/api-docs",
  baseUrl: "https://api.calendly.com",
  auth: { oauth2: oauth },
  services: {
    profile: { read: { scopes: ["users:read"], description: "Read the connected user's profile." } },
    event_types: { read: { scopes: ["event_types:read"], description: "List and read event types." } },
    availability: {
      read: { scopes: ["availability:read"], description: "Read free times, busy times and working hours." },
    },
    events: {
      read: { scopes: ["scheduled_events:read"], description: "List and read booked meetings and their invitees." },
      write: { scopes: ["scheduled_events:write"], description: "Book and cancel meetings." },
    },
    scheduling_links: {
      write: { scopes: ["scheduling_links:write"], description: "Create links for a single booking." },
    },
  },
  keywords: {
    profile: ["account", "me", "user"],
    event_types: ["booking page", "meeting type", "appointment type"],
    availability: ["free slots", "open times", "busy", "working hours"],
    events: ["meetings", "appointments", "bookings", "calendar", "schedule"],
    scheduling_links: ["booking link", "invite", "single use"],
  },
  translations,
  identity: {
    upstream: "/users/me",
    resource: resource({
      raw: t.Object({
        resource: t.Object({ uri: t.String(), email: t.String(), current_organization: maybeText }),
      }),
      shape: t.Object({
        id: t.String(),
        name: t.String(),
        workspace: t.Optional(t.Object({ id: t.String(), name: t.String() })),
      }),
      map: ({ resource: user }) => {
        // The API does not return the organization's name.
        const organization = idOf(user.current_organization);
        return {
          id: idOf(user.uri) ?? user.uri,
          name: user.email,
          ...(organization !== null && { workspace: { id: organization, name: "Calendly organization" } }),
        };
      },
    }),
  },
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...userEndpoints,
    ...eventTypeEndpoints,
    ...availabilityEndpoints,
    ...eventEndpoints,
    ...bookingEndpoints,
  },
});
