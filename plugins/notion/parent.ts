// The parent of a page, database, block or comment.
import { nullable, t, textAt, valueAt } from "gateway/plugin";

export const parentShape = nullable(
  t.Object({
    type: t.String({ description: "page_id, data_source_id, database_id, block_id or workspace." }),
    id: nullable(t.String()),
    database_id: nullable(t.String()),
  }),
);
export function toParent(parent: unknown) {
  const type = valueAt(parent, "type");
  if (typeof type !== "string") return null;
  return { type, id: textAt(parent, type), database_id: textAt(parent, "database_id") };
}
