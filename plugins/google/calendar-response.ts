// Answers an invitation in Google Calendar: the user's own entry among the guests, and no other field.
import { changeAsRead, InvalidInput, Refusal, type Upstream, type UpstreamPath } from "gateway/plugin";
import { type Invited, invitedOf, invitedRequest } from "./calendar-guests.ts";

interface Rsvp {
  response: string;
  comment?: string;
}

export function respond(eventPath: UpstreamPath, sendUpdates: string | undefined, rsvp: Rsvp, upstream: Upstream) {
  return changeAsRead(upstream, invitedRequest(eventPath), (found) => {
    const invited = invitedOf(found);
    if (invited.status === "cancelled") throw new Refusal("not_found", "The event was cancelled.");
    const { json, etag } = changeFor(invited, rsvp);
    return { etag, request: { method: "PATCH", path: eventPath, query: { sendUpdates }, json } };
  });
}

/**
 * `attendeesOmitted` makes Google change only the answer of the entry that is sent. It promises no more than that, so an answer
 * with a comment goes with the whole list: developers.google.com/workspace/calendar/api/v3/reference/events, "attendeesOmitted".
 */
function changeFor({ etag, attendees = [], attendeesOmitted }: Invited, { response, comment }: Rsvp) {
  const own = attendees.find(({ self, email }) => self && email);
  if (!own) throw new InvalidInput("The user is not among the event's guests, or was invited as a member of a group.");
  if (comment === undefined) {
    const json = { attendeesOmitted: true, attendees: [{ email: own.email, responseStatus: response }] };
    return { json, etag: null };
  }
  if (attendeesOmitted)
    throw new InvalidInput(
      'Google shows only a part of this event\'s guests, and takes a "comment" only with all of them: answer without it.',
    );
  const entry = { ...own, responseStatus: response, comment };
  return { json: { attendees: attendees.map((one) => (one === own ? entry : one)) }, etag };
}
