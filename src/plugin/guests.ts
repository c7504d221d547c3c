// The guests of a calendar event, changed one by one: those who stay are sent as the provider has them.
import { type TSchema, Type as t } from "@sinclair/typebox";
import { InvalidInput } from "./endpoint.ts";

const addresses = (description: string) =>
  t.Optional(t.Array(t.String({ format: "email", maxLength: 320 }), { minItems: 1, maxItems: 500, description }));

/** The inputs of an event's change that name its guests; `guest` is one of the whole list. */
export const guestChanges = <Guest extends TSchema>(guest: Guest) => ({
  attendees: t.Optional(
    t.Array(guest, {
      maxItems: 500,
      description:
        "The whole list of guests, in place of the present one. Those who stay keep their answers; the organizer and rooms stay as well.",
    }),
  ),
  add_attendees: addresses("Email addresses of guests to add; the others stay. Not together with `attendees`."),
  remove_attendees: addresses(
    "Email addresses of guests or rooms to remove; the others stay. Not together with `attendees`.",
  ),
});

/** A caller's change of an event's guests. */
export interface GuestChange<Guest> {
  attendees?: readonly Guest[];
  add_attendees?: readonly string[];
  remove_attendees?: readonly string[];
}

/** How a provider writes a guest down. */
export interface GuestForm<Entry, Guest> {
  emailOf(entry: Entry): string | null | undefined;
  /** Whether it is the organizer or a room, which a whole list need not name. */
  isFixed(entry: Entry): boolean;
  /** The entry of a guest; `known` is what the provider has of the same address. */
  entryOf(guest: Guest | { email: string }, known?: Entry): Entry;
}

/** Whether the call changes the guests; throws `InvalidInput` where it does so in two ways. */
export function changesGuests({ attendees, add_attendees, remove_attendees }: GuestChange<unknown>): boolean {
  const isOneByOne = add_attendees !== undefined || remove_attendees !== undefined;
  if (attendees !== undefined && isOneByOne)
    throw new InvalidInput(
      '"attendees" is the whole list of guests: send either it, or "add_attendees" and "remove_attendees".',
    );
  const removed = new Set(remove_attendees?.map(keyOf));
  const both = add_attendees?.find((email) => removed.has(keyOf(email)));
  if (both !== undefined)
    throw new InvalidInput(`"${both}" is in both "add_attendees" and "remove_attendees": send it in one of them.`);
  return attendees !== undefined || isOneByOne;
}

/**
 * The list of guests to send, with one entry an address: providers replace the list whole, so it has those who stay, too. It
 * is `entries` itself where nothing changes.
 */
export function changedGuests<Entry, Guest extends { email: string }>(
  entries: readonly Entry[],
  change: GuestChange<Guest>,
  form: GuestForm<Entry, Guest>,
): readonly Entry[] {
  const present = distinct(entries, form);
  const { attendees } = change;
  const changed = attendees ? replaced(present, attendees, form) : addedAndRemoved(present, change, form);
  const before = new Set(entries);
  return changed.length === before.size && changed.every((entry) => before.has(entry)) ? entries : changed;
}

type ByAddress<Entry> = readonly (readonly [key: string | null, entry: Entry])[];

/** The first entry of each address, and those without one, whose key is null. */
function distinct<Entry>(entries: readonly Entry[], { emailOf }: Pick<GuestForm<Entry, never>, "emailOf">) {
  const known = new Set<string | null>();
  return entries.flatMap((entry) => {
    const email = emailOf(entry);
    const key = email ? keyOf(email) : null;
    if (key !== null && known.has(key)) return [];
    known.add(key);
    return [[key, entry] as const];
  });
}

function addedAndRemoved<Entry, Guest>(
  present: ByAddress<Entry>,
  { add_attendees = [], remove_attendees = [] }: GuestChange<Guest>,
  { entryOf }: GuestForm<Entry, Guest>,
): Entry[] {
  const removed = new Set<string | null>(remove_attendees.map(keyOf));
  const staying = present.filter(([key]) => !removed.has(key));
  const known = new Set(staying.map(([key]) => key));
  const added = new Map(add_attendees.map((email) => [keyOf(email), email]));
  for (const key of known) if (key !== null) added.delete(key);
  return [...staying.map(([, entry]) => entry), ...[...added.values()].map((email) => entryOf({ email }))];
}

/** Everybody on the list, and the organizer and rooms, which a caller need not know of. */
function replaced<Entry, Guest extends { email: string }>(
  present: ByAddress<Entry>,
  guests: readonly Guest[],
  { entryOf, isFixed }: GuestForm<Entry, Guest>,
): Entry[] {
  const known = new Map(present);
  const wanted = new Map<string | null, Entry>();
  for (const guest of guests) {
    const key = keyOf(guest.email);
    if (!wanted.has(key)) wanted.set(key, entryOf(guest, known.get(key)));
  }
  const fixed = present.filter(([key, entry]) => isFixed(entry) && !wanted.has(key));
  return [...fixed.map(([, entry]) => entry), ...wanted.values()];
}

/** Google and Exchange compare addresses without regard to case. */
const keyOf = (email: string) => email.trim().toLowerCase();
