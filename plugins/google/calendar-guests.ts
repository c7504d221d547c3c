// Guests of a Google Calendar event, in a caller's words and in Google's.
import {
  changeAsRead,
  changedGuests,
  checked,
  entityTag,
  type GuestChange,
  type GuestForm,
  Refusal,
  type Static,
  t,
  type Upstream,
  type UpstreamPath,
  type UpstreamRequest,
} from "gateway/plugin";

const RESPONSES = ["needs_action", "declined", "tentative", "accepted"] as const;
export const guest = t.Object(
  {
    email: t.String({ format: "email", description: "The guest's email address." }),
    name: t.Optional(t.String({ description: "The guest's name." })),
    optional: t.Optional(t.Boolean({ description: "Whether the guest may stay away." })),
    response: t.Optional(
      t.Union(
        RESPONSES.map((value) => t.Literal(value)),
        { description: "The guest's answer to the invitation." },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Guest = Static<typeof guest>;

const GuestEntry = t.Object({
  email: t.Optional(t.String()),
  self: t.Optional(t.Boolean()),
  organizer: t.Optional(t.Boolean()),
  resource: t.Optional(t.Boolean()),
});
/** An entry as Google has it, with fields of which only Google knows. */
export type GuestEntry = Static<typeof GuestEntry>;

export const guestForm: GuestForm<GuestEntry, Guest> = {
  emailOf: ({ email }) => email,
  isFixed: ({ organizer, resource }) => organizer === true || resource === true,
  entryOf: (input, known) => {
    const { email, name, optional, response } = input as Guest;
    const given = {
      ...(name !== undefined && { displayName: name }),
      ...(optional !== undefined && { optional }),
      ...(response && { responseStatus: response === "needs_action" ? "needsAction" : response }),
    };
    if (!known) return { email, ...given };
    return Object.keys(given).length === 0 ? known : { ...known, ...given };
  },
};

const Invited = t.Object({
  etag: entityTag,
  status: t.Optional(t.String()),
  attendees: t.Optional(t.Array(GuestEntry)),
  attendeesOmitted: t.Optional(t.Boolean()),
});
export type Invited = Static<typeof Invited>;

/** Reads the whole list: where it is longer than `maxAttendees`, Google sends only the user's own entry. */
export const invitedRequest = (eventPath: UpstreamPath): UpstreamRequest => ({
  path: eventPath,
  query: { maxAttendees: 10_000 },
});
export const invitedOf = (json: unknown): Invited => checked(Invited, json);

/** Changes guests and what else `request` has. An event of which Google shows some guests alone stays as it is. */
export function updateGuests(
  request: UpstreamRequest & { json: Record<string, unknown> },
  change: GuestChange<Guest>,
  upstream: Upstream,
) {
  return changeAsRead(upstream, invitedRequest(request.path), (json) => {
    const { etag, attendees = [], attendeesOmitted } = invitedOf(json);
    if (attendeesOmitted)
      throw new Refusal(
        "forbidden",
        "Google shows only a part of this event's guests, and a change would remove the others. Nothing was changed; ask the organizer.",
        "attendees_omitted",
      );
    const guests = changedGuests(attendees, change, guestForm);
    if (guests === attendees && Object.values(request.json).every((value) => value === undefined)) return null;
    return { etag, request: { ...request, json: { ...request.json, attendees: guests } } };
  });
}
