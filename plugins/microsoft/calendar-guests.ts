// Guests of an Outlook event, in a caller's words and in Graph's.
import {
  changeAsRead,
  changedGuests,
  checked,
  entityTag,
  type GuestChange,
  type GuestForm,
  maybe,
  maybeText,
  type Static,
  t,
  type Upstream,
  type UpstreamRequest,
} from "gateway/plugin";

export const guest = t.Object(
  {
    email: t.String({ format: "email", description: "The guest's email address." }),
    name: t.Optional(t.String({ maxLength: 255, description: "The guest's name." })),
    optional: t.Optional(t.Boolean({ description: "Whether the guest may stay away." })),
  },
  { additionalProperties: false },
);
export type Guest = Static<typeof guest>;

const RawAddress = maybe(t.Object({ name: maybeText, address: maybeText }));
const GuestEntry = t.Object({ emailAddress: RawAddress, type: maybeText });
/** An entry as Graph has it, with fields of which only Graph knows, such as the answer. */
export type GuestEntry = Static<typeof GuestEntry>;

const ROOM = "resource";

/** `organizer` is the address of the event's organizer, who is often among the guests. */
export function guestForm(organizer?: string | null): GuestForm<GuestEntry, Guest> {
  const addressOf = ({ emailAddress }: GuestEntry) => emailAddress?.address;
  const isOrganizer = (entry: GuestEntry) => !!organizer && addressOf(entry)?.toLowerCase() === organizer.toLowerCase();
  return {
    emailOf: addressOf,
    isFixed: (entry) => entry.type === ROOM || isOrganizer(entry),
    entryOf: (input, known) => {
      const { email, name, optional } = input as Guest;
      const type = optional ? "optional" : "required";
      if (!known) return { emailAddress: { address: email, ...(name && { name }) }, type };
      const isOther = name !== undefined || (optional !== undefined && known.type !== ROOM);
      if (!isOther) return known;
      return {
        ...known,
        ...(name !== undefined && { emailAddress: { ...known.emailAddress, name } }),
        ...(optional !== undefined && known.type !== ROOM && { type }),
      };
    },
  };
}

const Invited = t.Object({
  "@odata.etag": entityTag,
  organizer: maybe(t.Object({ emailAddress: RawAddress })),
  attendees: maybe(t.Array(GuestEntry)),
});

/** Changes guests and what else `request` has, of the event that `read` reads. */
export function updateGuests(
  read: UpstreamRequest,
  request: UpstreamRequest & { json: Record<string, unknown> },
  change: GuestChange<Guest>,
  upstream: Upstream,
) {
  return changeAsRead(upstream, read, (json) => {
    const { "@odata.etag": etag, organizer, attendees } = checked(Invited, json);
    const entries = attendees ?? [];
    const guests = changedGuests(entries, change, guestForm(organizer?.emailAddress?.address));
    if (guests === entries && Object.values(request.json).every((value) => value === undefined)) return null;
    return { etag, request: { ...request, json: { ...request.json, attendees: guests } } };
  });
}
