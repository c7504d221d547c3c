// Tests that the words of a Discord message outside its content are in its plain text.
import { describe, expect, test } from "bun:test";
import { type Random, random, SEEDS } from "../../test/support/random.ts";
import { readMessage } from "./layout.ts";
import { toMessage } from "./message.ts";

const bare = {
  id: "5",
  channel_id: "3",
  guild_id: "2",
  author: { id: "1", username: "ada" },
  content: "",
  timestamp: "2026-01-01T00:00:00Z",
  type: 0,
};
const noNames = new Map<string, string>();

describe("plain text of a Discord message", () => {
  test("a forward has the words of its snapshot, with the names that it mentions", () => {
    const forward = toMessage({
      ...bare,
      message_reference: { type: 1 },
      message_snapshots: [
        {
          message: {
            content: "the forwarded words for <@9>",
            mentions: [{ id: "9", username: "bo", global_name: "Bo" }],
            embeds: [{ title: "Mill", description: "of a card" }],
          },
        },
      ],
    });
    expect(forward.plain_text).toBe("the forwarded words for @Bo\nMill\nof a card");
    expect(forward.is_content_hidden).toBe(false);
  });

  test("a forward whose words Discord hides says so, like a message", () => {
    expect(toMessage({ ...bare, message_snapshots: [{ message: { content: "" } }] }).is_content_hidden).toBe(true);
    expect(toMessage(bare).is_content_hidden).toBe(true);
    expect(toMessage({ ...bare, components: [{ type: 14 }] }).is_content_hidden).toBe(false);
  });

  test("cards, components, polls and stickers in order", () => {
    const raw = {
      content: "Alert",
      embeds: [
        {
          author: { name: "Watch" },
          title: "Disk",
          url: "https://m.example",
          fields: [{ name: "Host", value: "db1" }],
          footer: { text: "Monitor" },
        },
      ],
      components: [
        {
          type: 17,
          components: [
            { type: 10, content: "# Report" },
            { type: 9, components: [{ type: 10, content: "All well" }], accessory: { type: 2, label: "Open" } },
            { type: 12, items: [{ media: { url: "https://p.example" }, description: "a chart" }] },
            { type: 14 },
            { type: 1, components: [{ type: 2, emoji: { id: null, name: "👍" }, label: "Approve", custom_id: "x" }] },
            { type: 1, components: [{ type: 3, placeholder: "Pick", options: [{ label: "One", value: "secret" }] }] },
          ],
        },
      ],
      poll: { question: { text: "Lunch?" }, answers: [{ poll_media: { text: "Soup", emoji: { name: "🍲" } } }] },
      sticker_items: [{ id: "7", name: "Wave" }],
    };
    const lines = ["Alert", "Watch", "Disk", "Host", "db1", "Monitor", "# Report", "All well", "Open", "a chart"];
    const more = ["👍 Approve", "Pick", "One", "Lunch?", "🍲 Soup", "Wave"];
    expect(readMessage(raw, noNames)).toEqual({ plainText: [...lines, ...more].join("\n"), hasOther: true });
  });

  test("a message without anything but words has no other content", () => {
    expect(readMessage({ content: "hi", embeds: [{ title: "Mill" }] }, noNames).hasOther).toBe(false);
    expect(readMessage({ content: "", components: [{ type: 99 }] }, noNames).hasOther).toBe(true);
  });

  test("each word is there once and in order, whatever the tree", () => {
    for (const seed of SEEDS) {
      const { raw, words } = randomMessage(random(seed));
      const found = [...readMessage(raw, noNames).plainText.matchAll(/\bw\d+\b/g)].map(([word]) => word);
      expect([seed, found]).toEqual([seed, words]);
    }
  });

  test("ten thousand containers are read like one", () => {
    let component: unknown = { type: 10, content: "innermost" };
    for (let i = 0; i < 10_000; i++) component = { type: 17, components: [component] };
    expect(readMessage({ content: "", components: [component] }, noNames).plainText).toBe("innermost");
  });
});

/** A message of random parts, with its words in the order of their display. */
function randomMessage({ oneOf, listOf }: Random) {
  const words: string[] = [];
  const word = () => {
    words.push(`w${words.length}`);
    return words.at(-1) ?? "";
  };
  const embed = () => ({
    provider: { name: word() },
    author: { name: word() },
    title: word(),
    description: `**${word()}**`,
    fields: listOf(3, () => ({ name: word(), value: word(), inline: true })),
    footer: { text: word() },
  });
  const component = (depth: number): unknown =>
    oneOf([
      () => ({ type: 10, content: word() }),
      () => ({ type: 2, label: word(), custom_id: "hidden" }),
      () => ({ type: 12, items: listOf(3, () => ({ media: { url: "https://p.example" }, description: word() })) }),
      () => ({ type: 3, placeholder: word(), options: listOf(2, () => ({ label: word(), value: "hidden" })) }),
      () => ({ type: 17, components: depth > 5 ? [] : listOf(3, () => component(depth + 1)) }),
      () => ({
        type: 9,
        components: [{ type: 10, content: word() }],
        accessory: depth > 5 ? null : component(depth + 1),
      }),
      () => ({ type: 18, label: word(), description: word(), component: { type: 3, placeholder: word() } }),
    ])();
  const poll = () => ({
    question: { text: word() },
    answers: listOf(3, () => ({ poll_media: { text: word() } })),
  });
  const content = oneOf([() => "", () => word()])();
  const message_snapshots = listOf(2, () => ({
    message: { content: word(), embeds: listOf(2, embed), components: listOf(2, () => component(0)) },
  }));
  const embeds = listOf(2, embed);
  const components = listOf(3, () => component(0));
  return {
    raw: {
      content,
      message_snapshots,
      embeds,
      components,
      poll: oneOf([() => null, poll])(),
      sticker_items: listOf(2, () => ({ id: "1", name: word() })),
      attachments: listOf(2, () => ({ id: "1", filename: "a.png", description: word() })),
    },
    words,
  };
}
