// Tests that the words of a Slack message's blocks and attachments are in its plain text.
import { describe, expect, test } from "bun:test";
import { type Random, random, SEEDS } from "../../test/support/random.ts";
import { readMessage } from "./layout.ts";
import { toMessage } from "./message.ts";

const richText = (...elements: unknown[]) => ({ type: "rich_text", elements });
const line = (...elements: unknown[]) => ({ type: "rich_text_section", elements });
const text = (words: string) => ({ type: "text", text: words });
const markdown = (words: string) => ({ type: "mrkdwn", text: words });
const plain = (words: string) => ({ type: "plain_text", text: words });

describe("plain text of a Slack message", () => {
  const cases: [what: string, raw: Parameters<typeof readMessage>[0], text: string][] = [
    [
      "the words of rich text",
      {
        text: "",
        blocks: [
          richText(
            line(text("Deploy "), { type: "link", url: "https://ci.example/7", text: "build 7" }, text(" failed")),
            { type: "rich_text_list", style: "ordered", elements: [line(text("step 1")), line(text("step 2"))] },
            { type: "rich_text_list", style: "bullet", indent: 1, elements: [line(text("inner"))] },
            { type: "rich_text_quote", elements: [text("quoted")] },
            { type: "rich_text_preformatted", elements: [text("$ make\nall")] },
          ),
        ],
      },
      "Deploy build 7 (https://ci.example/7) failed\n1. step 1\n2. step 2\n  • inner\nquoted\n$ make\nall",
    ],
    [
      "the blocks of an attachment instead of its fallback",
      {
        text: "",
        attachments: [
          {
            fallback: "[no preview available]",
            blocks: [{ type: "section", text: markdown("CPU *90%* on <https://x.example|db1>") }],
          },
        ],
      },
      "CPU *90%* on db1 (https://x.example)",
    ],
    [
      "people, channels and groups by the names of the text",
      {
        text: "<@U1|ada> <#C1|general> <!subteam^S1|@ops>",
        blocks: [
          richText(
            line(
              { type: "user", user_id: "U1" },
              text(" "),
              { type: "channel", channel_id: "C1" },
              text(" "),
              { type: "usergroup", usergroup_id: "S1" },
              text(" "),
              { type: "broadcast", range: "here" },
              { type: "emoji", name: "wave", skin_tone: 2 },
              { type: "date", timestamp: 1767225600, format: "{date}" },
            ),
          ),
        ],
      },
      "@ada #general @ops @here:wave::skin-tone-2:2026-01-01T00:00:00.000Z",
    ],
    [
      "an attachment in the order of its display",
      {
        text: "Alert",
        attachments: [
          {
            fallback: "Alert: disk",
            footer: "Monitor",
            fields: [{ title: "Host", value: "db1", short: true }],
            text: "disk is *full*",
            title_link: "https://m.example/1",
            title: "Disk",
            author_name: "Watch",
            pretext: "Look:",
            actions: [{ type: "button", text: "Silence", value: "secret-id" }],
          },
        ],
      },
      "Alert\nLook:\nWatch\nDisk (https://m.example/1)\ndisk is *full*\nHost\ndb1\nSilence\nMonitor",
    ],
    [
      "the fallback, where there is nothing else",
      { text: "", attachments: [{ fallback: "Build &lt;7&gt;" }] },
      "Build <7>",
    ],
    [
      "a table by rows",
      {
        text: "",
        blocks: [
          {
            type: "table",
            rows: [
              [
                { type: "raw_text", text: "Host" },
                { type: "raw_text", text: "Load" },
              ],
              [richText(line(text("db1"))), { type: "raw_number", value: 3 }],
            ],
          },
        ],
      },
      "Host Load \ndb1 3",
    ],
    [
      "blocks instead of what Slack writes where there is no text",
      { text: "This content can't be displayed.", blocks: [{ type: "header", text: plain("A &amp; B") }] },
      "A & B",
    ],
    [
      "a message that is shared once",
      {
        text: "",
        attachments: [{ text: "hello", message_blocks: [{ message: { blocks: [richText(line(text("hello")))] } }] }],
      },
      "hello",
    ],
  ];
  for (const [what, raw, words] of cases) {
    test(what, () => {
      expect(readMessage(raw).plainText).toBe(words);
    });
  }

  test("what has no words is marked", () => {
    const picture = { type: "image", image_url: "https://p.example/a.png", alt_text: "a chart" };
    expect(readMessage({ text: "", blocks: [picture] })).toEqual({ plainText: "a chart", hasOther: true });
    expect(toMessage({ ts: "1.1", text: "see", files: [{ id: "F1" }] }, "C1").has_other_content).toBe(true);
    expect(toMessage({ ts: "1.1", text: "see", blocks: [{ type: "divider" }] }, "C1").has_other_content).toBe(false);
    expect(toMessage({ ts: "1.1", text: "", blocks: [{ type: "new_kind" }] }, "C1").has_other_content).toBe(true);
  });

  test("each word of blocks and attachments is there once and in order, below any text", () => {
    for (const seed of SEEDS) {
      const chance = random(seed);
      const message = randomMessage(chance);
      const found = [...readMessage(message.raw).plainText.matchAll(/\bw\d+\b/g)].map(([word]) => word);
      expect([seed, found]).toEqual([seed, message.words]);
    }
  });

  test("ten thousand levels are read like one", () => {
    let list: unknown = line(text("innermost"));
    for (let i = 0; i < 10_000; i++) list = { type: "rich_text_list", style: "bullet", elements: [list] };
    expect(readMessage({ text: "", blocks: [richText(list)] }).plainText).toEndWith("innermost");
  });
});

/** A message of random blocks and attachments, with its words in the order of their display. */
function randomMessage({ below, oneOf, listOf }: Random) {
  const words: string[] = [];
  const word = () => {
    words.push(`w${words.length}`);
    return words.at(-1) ?? "";
  };
  const inline = (): unknown =>
    oneOf([
      () => text(`${word()} ${word()}`),
      () => ({ type: "link", url: "https://l.example", text: word() }),
      () => ({ type: "user", user_id: word() }),
      () => ({ type: "emoji", name: word() }),
      () => ({ type: "date", timestamp: 1, fallback: word() }),
    ])();
  const spaced = () => listOf(3, inline).flatMap((one) => [one, text(" ")]);
  const rich = (depth: number): unknown =>
    oneOf([
      () => line(...spaced()),
      () => ({ type: "rich_text_quote", elements: spaced() }),
      () => ({ type: "rich_text_preformatted", elements: spaced() }),
      () => ({
        type: "rich_text_list",
        style: oneOf(["ordered", "bullet"]),
        indent: below(3),
        elements: depth > 4 ? [line(...spaced())] : listOf(3, () => rich(depth + 1)),
      }),
    ])();
  const block = (): unknown =>
    oneOf([
      () => richText(...listOf(3, () => rich(0))),
      () => ({
        type: "section",
        text: markdown(`*${word()}*`),
        fields: listOf(3, () => plain(word())),
        accessory: { type: "button", text: plain(word()), value: "hidden" },
      }),
      () => ({ type: "header", text: plain(word()) }),
      () => ({ type: "markdown", text: `# ${word()}` }),
      () => ({ type: "context", elements: listOf(3, () => markdown(word())) }),
      () => ({ type: "actions", elements: listOf(3, () => ({ type: "button", text: plain(word()) })) }),
      () => ({ type: "image", title: plain(word()), image_url: "https://p.example", alt_text: word() }),
      () => ({
        type: "input",
        label: plain(word()),
        element: { type: "plain_text_input", placeholder: plain(word()) },
      }),
      () => ({ type: "video", title: plain(word()), description: plain(word()), alt_text: word() }),
      () => ({ type: "table", rows: listOf(3, () => listOf(3, () => ({ type: "raw_text", text: word() }))) }),
      () => ({ type: "of_tomorrow", title: word(), body: { text: word() }, elements: listOf(2, block) }),
    ])();
  const attachment = () => ({
    fallback: "hidden",
    pretext: word(),
    author_name: word(),
    title: word(),
    title_link: "https://t.example",
    text: word(),
    fields: listOf(2, () => ({ title: word(), value: word() })),
    blocks: listOf(2, block),
    footer: word(),
  });
  const above = oneOf([() => "", () => word()])();
  const blocks = listOf(4, block);
  const repeated = above === "" ? oneOf(["", readMessage({ blocks }).plainText]) : above;
  return { raw: { text: repeated, blocks, attachments: listOf(3, attachment) }, words };
}
