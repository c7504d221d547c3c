// What X's pushed and polled events have in common: a direct message's shape, and the inbox's views.
import { type EventView, type Static, shapes, t } from "gateway/plugin";
import { authorShape } from "./fields.ts";
import type { postShape } from "./post.ts";

/** The inbox's view of a post; `did` completes "@ada …". */
export const viewPost =
  (did: string) =>
  (post: Static<typeof postShape>): EventView => ({
    title: `${post.author ? `@${post.author.username}` : "Someone"} ${did} on X`,
    summary: post.text,
    actor: post.author?.name ?? null,
    url: post.url,
    occurredAt: post.created_at,
  });

export const directMessageShape = t.Object({
  id: t.String(),
  user_id: t.String({ description: "Id of the sender." }),
  sender: authorShape,
  text: t.String(),
  created_at: shapes.nullableTime(),
});
export const viewMessage = (message: Static<typeof directMessageShape>): EventView => ({
  title: `New message on X${message.sender ? ` from @${message.sender.username}` : ""}`,
  summary: message.text,
  actor: message.sender?.name ?? null,
  url: "https://x.com/messages",
  occurredAt: message.created_at,
});
