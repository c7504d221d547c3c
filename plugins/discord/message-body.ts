// The content of a new or edited Discord message, and the rights that it needs of the person.
import { t } from "gateway/plugin";
import type { Right } from "./rights.ts";

const MENTIONS = ["users", "roles", "everyone"] as const;
export const embed = t.Object({
  title: t.Optional(t.String({ maxLength: 256, description: "Heading." })),
  description: t.Optional(t.String({ maxLength: 4096, description: "Text, in Markdown." })),
  url: t.Optional(t.String({ maxLength: 2048, pattern: "^https?://", description: "The link of the heading." })),
  color: t.Optional(
    t.Integer({ minimum: 0, maximum: 0xffffff, description: "Color of the card's edge, as a decimal RGB number." }),
  ),
  fields: t.Optional(
    t.Array(
      t.Object({
        name: t.String({ minLength: 1, maxLength: 256, description: "Heading." }),
        value: t.String({ minLength: 1, maxLength: 1024, description: "Text." }),
        inline: t.Optional(t.Boolean({ description: "Whether it is displayed side by side with the next field." })),
      }),
      { maxItems: 25, description: "Short sections, each with a heading." },
    ),
  ),
});

/** Fields of a new message and of an edited one. */
export const contentFields = {
  content: t.Optional(t.String({ minLength: 1, maxLength: 2000, description: "Text, in Discord's Markdown." })),
  embeds: t.Optional(t.Array(embed, { minItems: 1, maxItems: 10, description: "Cards below the text." })),
  mentions: t.Optional(
    t.Array(t.Union(MENTIONS.map((kind) => t.Literal(kind))), {
      uniqueItems: true,
      description:
        "Which mentions in the text send notifications; the default is users. For roles and everyone, the connected user needs the permission to mention them.",
    }),
  ),
};

interface NewMessage {
  content?: string;
  embeds?: object[];
  reply_to_id?: string;
  mentions?: readonly (typeof MENTIONS)[number][];
  silent?: boolean;
}

/** Rights that the person needs; the bot may have more. */
export function rightsToSend(body: NewMessage): Right[] {
  const pingsMany = body.mentions?.some((kind) => kind !== "users");
  return [
    "send",
    ...(body.embeds?.length ? (["embed"] as const) : []),
    ...(body.reply_to_id ? (["history"] as const) : []),
    ...(pingsMany ? (["mentionEveryone"] as const) : []),
  ];
}

/**
 * Rights to edit what the bot has sent, for whichever person: Discord records only the bot. Who may delete the message and
 * have another one sent gains nothing by it.
 */
export const rightsToEdit = (body: NewMessage): Right[] => [...rightsToSend(body), "manageMessages"];

/** discord.com/developers/docs/resources/message#message-object-message-flags */
const SILENT = 1 << 12;

export function messageBody(body: NewMessage): object {
  return {
    content: body.content,
    embeds: body.embeds,
    // Only these mentions notify, whatever the text contains.
    allowed_mentions: { parse: body.mentions ?? ["users"] },
    ...(body.reply_to_id && { message_reference: { message_id: body.reply_to_id } }),
    ...(body.silent && { flags: SILENT }),
  };
}
