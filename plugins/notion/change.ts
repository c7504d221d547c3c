// A change in Notion as the inbox shows it, whether the webhook tells of it or the search.
import { type EventView, nullable, type Static, shapes, t, textAt, valueAt } from "gateway/plugin";
import { plainText } from "./spans.ts";
import { titleOf } from "./values.ts";

export const changeShape = t.Object({
  id: t.String({ description: "Id of the page, database or comment." }),
  type: t.String({ description: "page, database, data_source or comment." }),
  title: shapes.nullableText("Title of the page or database; null for a comment."),
  text: shapes.nullableText("Text of the comment; null for a page or database."),
  url: shapes.nullableText("URL to open in a browser."),
  author_name: shapes.nullableText("Name of who did it; null if Notion does not say."),
  parent_id: nullable(t.String()),
  page_id: nullable(t.String({ description: "Id of the page that the comment is on; null for others." })),
  author_ids: t.Array(t.String()),
  updated_ids: t.Array(t.String(), { description: "Ids of the blocks or properties that changed." }),
  workspace_name: nullable(t.String()),
  occurred_at: nullable(t.String()),
});
export type Change = Static<typeof changeShape>;

export function idsIn(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).flatMap((item) =>
    typeof item === "string" ? item : (textAt(item, "id") ?? []),
  );
}

/** What a page, database, data source or comment itself says; nulls where it was not read. */
export function contentOf(thing: unknown): Pick<Change, "title" | "text" | "url" | "author_name"> {
  const isComment = textAt(thing, "object") === "comment";
  return {
    title: isComment ? null : (titleOf(valueAt(thing, "properties")) ?? plainText(valueAt(thing, "title"))) || null,
    text: isComment ? plainText(valueAt(thing, "rich_text")) : null,
    url: textAt(thing, "url"),
    author_name:
      textAt(thing, "display_name.resolved_name") ??
      textAt(thing, "last_edited_by.name") ??
      textAt(thing, "created_by.name"),
  };
}

export const titled = (title: string, workspace: string | null) => (workspace ? `${title} in ${workspace}` : title);

/** The thing's own title stands before what happened, where it is known. */
export function viewOf(change: Change, what: string): EventView {
  return {
    title: change.title ?? what,
    summary: change.text ?? (change.title === null ? null : what),
    actor: change.author_name ?? change.author_ids[0] ?? null,
    url: change.url ?? webUrl(change),
    occurredAt: change.occurred_at,
  };
}

function webUrl({ id, type, page_id }: Change): string | null {
  const targetId = type === "comment" ? page_id : id;
  return targetId === null ? null : `https://www.notion.so/${targetId.replaceAll("-", "")}`;
}
