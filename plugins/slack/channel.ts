// A Slack conversation: public or private channel, direct message, group direct message.
import {
  type AnyCall,
  maybe,
  maybeFlag,
  maybeNumber,
  maybeText,
  nullable,
  oneOf,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { isoFromSeconds, matches, timeOrNull } from "./web-api.ts";

const rawNote = maybe(t.Object({ value: maybeText }));
const rawChannel = t.Object({
  id: t.String(),
  name: maybeText,
  user: maybeText,
  creator: maybeText,
  created: maybeNumber,
  num_members: maybeNumber,
  topic: rawNote,
  purpose: rawNote,
  is_im: maybeFlag,
  is_mpim: maybeFlag,
  is_group: maybeFlag,
  is_private: maybeFlag,
  is_archived: maybeFlag,
  is_member: maybeFlag,
  is_general: maybeFlag,
  is_shared: maybeFlag,
});
const types = ["public", "private", "im", "mpim"] as const;

const channelShape = t.Object({
  id: t.String(),
  name: shapes.nullableText("Name without #; null for a direct message."),
  type: oneOf(types, "im is a direct message with one person, mpim with several people."),
  topic: t.String(),
  purpose: t.String(),
  is_archived: t.Boolean(),
  is_member: t.Boolean({ description: "Whether the app is a member." }),
  is_general: t.Boolean({ description: "Whether it is the channel that everybody is in." }),
  is_shared: t.Boolean({ description: "Whether it is shared with other workspaces." }),
  member_count: nullable(t.Number(), "Number of members; null if Slack does not say."),
  creator: shapes.nullableText("User id."),
  user_id: shapes.nullableText("User id of the other person in a direct message; null for others."),
  created_at: timeOrNull("When it was made."),
});

export const channel = resource({
  raw: rawChannel,
  shape: channelShape,
  map: (raw, call) => (matches(call.query.q, [raw.name]) ? toChannel(raw, call) : null),
});

function toChannel(raw: Static<typeof rawChannel>, call: AnyCall): Static<typeof channelShape> {
  return {
    id: raw.id,
    name: raw.name ?? null,
    type: typeOf(raw),
    topic: raw.topic?.value ?? "",
    purpose: raw.purpose?.value ?? "",
    is_archived: raw.is_archived ?? false,
    // The list of the app's own conversations omits is_member.
    is_member: raw.is_member ?? (raw.is_im === true || call.query.member_only === true),
    is_general: raw.is_general ?? false,
    is_shared: raw.is_shared ?? false,
    member_count: raw.num_members ?? null,
    creator: raw.creator ?? null,
    user_id: raw.user ?? null,
    created_at: isoFromSeconds(raw.created),
  };
}

/** Decides by flags; an id's first letter is not reliable. */
function typeOf(raw: Static<typeof rawChannel>): (typeof types)[number] {
  if (raw.is_im) return "im";
  if (raw.is_mpim) return "mpim";
  return raw.is_private || raw.is_group ? "private" : "public";
}
