// A Slack conversation: public or private channel, direct message, group direct message.
import { field, maybeFlag, maybeNumber, maybeText, oneOf, record, resource, type Static, t } from "gateway/plugin";
import { isoFromSeconds, matches, timeOrNull } from "./web-api.ts";

const types = ["public", "private", "im", "mpim"] as const;
const rawFlags = t.Object({ is_im: maybeFlag, is_mpim: maybeFlag, is_group: maybeFlag, is_private: maybeFlag });

/** Decides by flags; an id's first letter is not reliable. */
function typeOf(raw: Static<typeof rawFlags>): (typeof types)[number] {
  if (raw.is_im) return "im";
  if (raw.is_mpim) return "mpim";
  return raw.is_private || raw.is_group ? "private" : "public";
}

const note = (from: string) => field.of({ from, raw: maybeText, shape: t.String(), map: (text) => text ?? "" });

const conversation = record({
  id: field.text(),
  name: field.nullableText({ description: "Name without #; null for a direct message." }),
  type: field.derived({
    reads: rawFlags,
    shape: oneOf(types, "im is a direct message with one person, mpim with several people."),
    map: typeOf,
  }),
  topic: note("topic.value"),
  purpose: note("purpose.value"),
  is_archived: field.flag(),
  is_member: field.derived({
    reads: t.Object({ is_member: maybeFlag, is_im: maybeFlag }),
    shape: t.Boolean({ description: "Whether the app is a member." }),
    // The list of the app's own conversations omits is_member.
    map: ({ is_member, is_im }, { query }) => is_member ?? (is_im === true || query.member_only === true),
  }),
  is_general: field.flag({ description: "Whether it is the channel that everybody is in." }),
  is_shared: field.flag({ description: "Whether it is shared with other workspaces." }),
  member_count: field.nullableNumber({
    from: "num_members",
    description: "Number of members; null if Slack does not say.",
  }),
  creator: field.nullableText({ description: "User id." }),
  user_id: field.nullableText({
    from: "user",
    description: "User id of the other person in a direct message; null for others.",
  }),
  created_at: field.of({
    from: "created",
    raw: maybeNumber,
    shape: timeOrNull("When it was made."),
    map: isoFromSeconds,
  }),
});

export const channel = resource({
  raw: t.Object({ ...conversation.raw.properties, name: maybeText }),
  shape: conversation.shape,
  map: (raw, call) => (matches(call.query.q, [raw.name]) ? conversation.map(raw, call) : null),
});
