// Endpoints of Notion's blocks: list, read, append, change and delete.
import { deleted, endpoint, InvalidInput, many, one, oneOf, path, resource, t } from "gateway/plugin";
import { block } from "./block.ts";
import { notionId } from "./fields.ts";
import { inQuery } from "./paging.ts";
import { childrenOf, toBlocks } from "./to-blocks.ts";
import { appendTree, assertWritable, type Position } from "./tree.ts";

const blockId = notionId("Block id, from notion_list_blocks, or a page's id for the page's own blocks.");
const markdown = (description: string) => t.String({ minLength: 1, description });

const appended = resource({
  raw: t.Object({ block_ids: t.Array(t.String()), is_complete: t.Boolean() }),
  shape: t.Object({
    block_ids: t.Array(t.String(), { description: "Ids of the new blocks, without nested ones." }),
    is_complete: t.Boolean({ description: "false if Notion failed midway: the rest of the content is missing." }),
  }),
  map: (raw) => raw,
});

export const blockEndpoints = {
  list_blocks: endpoint({
    method: "GET",
    path: "/blocks/{id}/children",
    permission: "pages.read",
    description:
      "List the blocks of a Notion page or block, one level deep, each as Markdown and as Notion's own JSON.",
    keywords: ["content", "paragraphs", "children", "text", "to-do"],
    params: { id: blockId },
    upstream: ({ params }) => ({ path: path`/blocks/${params.id}/children` }),
    returns: many("blocks", block, { at: "results", pagination: inQuery }),
  }),
  append_blocks: endpoint({
    method: "POST",
    path: "/blocks/{id}/children",
    permission: "pages.write",
    recipients: ["id"],
    reaches: true,
    description: "Add content to a Notion page or block, written as Markdown; by default at the end.",
    keywords: ["write", "add text", "insert", "paragraph", "to-do", "note", "append"],
    params: { id: blockId },
    body: t.Object({
      content: markdown("Markdown; up to 32,767 characters."),
      position: t.Optional(oneOf(["start", "end"], "Before or after the existing content; the default is end.")),
      after: t.Optional(notionId("Id of a direct child block to insert after, instead of position.")),
    }),
    run: async ({ params, body }, upstream) => {
      if (body.position && body.after) throw new InvalidInput("position and after cannot be combined.");
      const blocks = toBlocks(body.content);
      if (blocks.length === 0) throw new InvalidInput("The Markdown shows nothing.");
      assertWritable(blocks);
      const position: Position | undefined = body.after
        ? { type: "after_block", after_block: { id: body.after } }
        : body.position && { type: body.position };
      const done = await appendTree(upstream, params.id, blocks, { position, hasStarted: false });
      return { status: 200, headers: new Headers(), json: { block_ids: done.ids, is_complete: done.isComplete } };
    },
    returns: one(appended),
  }),
  get_block: endpoint({
    method: "GET",
    path: "/blocks/{id}",
    permission: "pages.read",
    description: "Read one Notion block, as Markdown and as Notion's own JSON, without nested blocks.",
    keywords: ["paragraph", "content", "element"],
    params: { id: blockId },
    upstream: ({ params }) => ({ path: path`/blocks/${params.id}` }),
    returns: one(block),
  }),
  update_block: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/blocks/{id}",
    permission: "pages.write",
    reaches: true,
    description: "Replace the text of one Notion block, written as Markdown of the same kind; ticks a to-do as well.",
    keywords: ["edit", "change", "check", "tick", "done", "rewrite"],
    params: { id: blockId },
    body: t.Object({
      content: markdown("Markdown of one block of the same kind: `- [x] text` for a to-do, `## text` for a heading."),
    }),
    upstream: ({ params, body }) => {
      const [only, ...others] = toBlocks(body.content);
      if (!only || others.length > 0 || childrenOf(only).length > 0)
        throw new InvalidInput(
          "The Markdown must be one block, with nothing within it; notion_append_blocks adds more.",
        );
      // Notion refuses the type of a picture's source in an update.
      const content = { ...(only[only.type] as object), type: undefined };
      return { path: path`/blocks/${params.id}`, json: { [only.type]: content } };
    },
    returns: one(block),
  }),
  delete_block: endpoint({
    method: "DELETE",
    path: "/blocks/{id}",
    permission: "pages.write",
    reaches: false,
    description: "Delete a Notion block: move it to the trash, together with all blocks within it.",
    keywords: ["remove", "trash", "paragraph"],
    params: { id: blockId },
    upstream: ({ params }) => ({ path: path`/blocks/${params.id}` }),
    returns: deleted(),
  }),
};
