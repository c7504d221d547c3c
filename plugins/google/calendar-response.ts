// Answers an invitation in Google Calendar: the user's own entry among the guests, and no other field.
import { checked, InvalidInput, Refusal, t, type Upstream, type UpstreamPath } from "gateway/plugin";

const Invitation = t.Object({
  status: t.Optional(t.String()),
  attendees: t.Optional(t.Array(t.Object({ email: t.Optional(t.String()), self: t.Optional(t.Boolean()) }))),
});

/**
 * `attendeesOmitted` makes Google change only the entry that is sent; without it the list would be replaced:
 * developers.google.com/workspace/calendar/api/v3/reference/events, "attendeesOmitted".
 */
export async function respond(
  eventPath: UpstreamPath,
  sendUpdates: string | undefined,
  { response, comment }: { response: string; comment?: string },
  upstream: Upstream,
) {
  const { json } = await upstream.request({ path: eventPath, query: { fields: "id,status,attendees(email,self)" } });
  const { status, attendees } = checked(Invitation, json);
  if (status === "cancelled") throw new Refusal("not_found", "The event was cancelled.");
  const email = attendees?.find(({ self }) => self)?.email;
  if (email === undefined) {
    throw new InvalidInput("The user is not among the event's guests, or was invited as a member of a group.");
  }
  return upstream.request({
    method: "PATCH",
    path: eventPath,
    query: { sendUpdates },
    json: { attendeesOmitted: true, attendees: [{ email, responseStatus: response, comment }] },
  });
}
