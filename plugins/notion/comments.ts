// Comments on Notion pages and blocks: resource and endpoints.
import {
  endpoint,
  field,
  InvalidInput,
  many,
  markdownOfSpans,
  normalSpans,
  one,
  path,
  record,
  t,
} from "gateway/plugin";
import { notionId } from "./fields.ts";
import { inQuery } from "./paging.ts";
import { parent } from "./parent.ts";
import { plainText, spansOf } from "./spans.ts";
import { toRichText } from "./to-blocks.ts";

const richText = t.Optional(t.Unknown());
const comment = record({
  id: field.text(),
  parent,
  discussion_id: field.nullableText({ description: "Id of the discussion thread." }),
  markdown: field.of({
    from: "rich_text",
    raw: richText,
    shape: t.String({ description: "The comment as Markdown." }),
    map: (text) => markdownOfSpans(normalSpans(spansOf(text))),
  }),
  text: field.of({
    from: "rich_text",
    raw: richText,
    shape: t.String({ description: "The comment as plain text." }),
    map: (text) => plainText(text),
  }),
  author_id: field.nullableText({ from: "created_by.id" }),
  created_at: field.nullableTime({ from: "created_time" }),
  updated_at: field.nullableTime({ from: "last_edited_time" }),
});

export const commentEndpoints = {
  list_comments: endpoint({
    method: "GET",
    path: "/comments",
    permission: "comments.read",
    description: "List the open comments on a Notion page or block; those of resolved discussions are not shown.",
    keywords: ["discussion", "thread", "feedback", "replies"],
    query: t.Object({
      block_id: notionId("Id of the page or block, from notion_search_workspace or notion_list_blocks."),
    }),
    upstream: "/comments",
    returns: many("comments", comment, { at: "results", pagination: inQuery }),
  }),
  create_comment: endpoint({
    method: "POST",
    recipients: ["page_id", "block_id", "discussion_id"],
    reaches: true,
    path: "/comments",
    permission: "comments.write",
    description:
      "Comment on a Notion page or block, or reply in a discussion; the text is Markdown. Send exactly one of the three ids.",
    keywords: ["reply", "discuss", "feedback", "note", "answer"],
    body: t.Object({
      page_id: t.Optional(notionId("Id of the page to start a discussion on.")),
      block_id: t.Optional(notionId("Id of the block to start a discussion on.")),
      discussion_id: t.Optional(notionId("Id of the discussion to reply in, from notion_list_comments.")),
      content: t.String({ minLength: 1, description: "The comment as Markdown: one paragraph or several." }),
    }),
    readAs: { page_id: "parent.id", block_id: "parent.id", content: "markdown" },
    upstream: ({ body: { page_id, block_id, discussion_id, content } }) => {
      if ([page_id, block_id, discussion_id].filter((id) => id !== undefined).length !== 1)
        throw new InvalidInput("A comment needs exactly one of page_id, block_id and discussion_id.");
      const rich_text = toRichText(content);
      if (rich_text.length === 0) throw new InvalidInput("The Markdown shows nothing.");
      const target = page_id === undefined ? block_id && { block_id } : { page_id };
      return { path: path`/comments`, json: { parent: target, discussion_id, rich_text } };
    },
    returns: one(comment),
  }),
};
