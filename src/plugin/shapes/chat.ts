// A chat message, as Slack and Discord give it.
import { Type as t } from "@sinclair/typebox";
import { nullableText, nullableTime } from "./fields.ts";

export const chatMessage = {
  id: t.String({ description: "Unique within the channel." }),
  channel_id: t.String(),
  user_id: nullableText("Who wrote it; null for some apps."),
  text: t.String({ description: "In the provider's markup." }),
  plain_text: t.String({ description: "The text for people: mentions, links and escapes resolved." }),
  edited_at: nullableTime("Last change."),
  created_at: t.String({ format: "date-time", description: "When it was sent." }),
};
