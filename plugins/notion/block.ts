// A block of a Notion page, as Markdown and in Notion's own form.
import { asTime, maybeFlag, maybeText, resource, type Static, shapes, t, valueAt } from "gateway/plugin";
import { asNotion } from "./fields.ts";
import { parent, toParent } from "./parent.ts";
import { type AnyBlock, toMarkdown } from "./to-markdown.ts";

const rawBlock = t.Object(
  {
    id: t.String(),
    type: t.String(),
    has_children: maybeFlag,
    parent: t.Optional(t.Unknown()),
    created_time: maybeText,
    last_edited_time: maybeText,
    in_trash: maybeFlag,
    archived: maybeFlag,
  },
  { additionalProperties: true },
);
export const blockShape = t.Object({
  id: t.String(),
  type: t.String({ description: "Notion's block type, such as paragraph, to_do or table." }),
  markdown: t.String({ description: "The block as Markdown." }),
  content: asNotion("The block as Notion's own JSON."),
  has_children: t.Boolean(),
  parent: parent.shape,
  created_at: shapes.nullableTime(),
  updated_at: shapes.nullableTime(),
  in_trash: t.Boolean(),
});

function toBlock(raw: Static<typeof rawBlock>): Static<typeof blockShape> {
  const block = raw as unknown as AnyBlock;
  const content = valueAt(block[block.type], "") as Record<string, unknown> | undefined;
  const { children: _, ...own } = content ?? {};
  return {
    id: raw.id,
    type: raw.type,
    markdown: toMarkdown([block]),
    content: own,
    has_children: raw.has_children ?? false,
    parent: toParent(raw.parent),
    created_at: asTime(raw.created_time),
    updated_at: asTime(raw.last_edited_time),
    in_trash: raw.in_trash ?? raw.archived ?? false,
  };
}

export const block = resource({ raw: rawBlock, shape: blockShape, map: toBlock });

/** Flattens a tree of blocks in reading order, parents before children. */
export function flattenTree(blocks: readonly AnyBlock[]): Static<typeof blockShape>[] {
  return blocks.flatMap((one) => {
    const children = valueAt(one[one.type], "children");
    const raw = one as unknown as Static<typeof rawBlock>;
    const own = { ...toBlock(raw), markdown: toMarkdown([withoutChildren(one)]) };
    return [own, ...flattenTree(Array.isArray(children) ? children : [])];
  });
}

function withoutChildren(block: AnyBlock): AnyBlock {
  // A table's Markdown needs its rows.
  if (block.type === "table") return block;
  return { ...block, [block.type]: { ...(block[block.type] as object), children: [] } };
}
