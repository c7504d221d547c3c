// The parent of a page, database, block or comment.
import { field, nullable, t, textAt, valueAt } from "gateway/plugin";

const parentShape = nullable(
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
export const parent = field.of({ raw: t.Optional(t.Unknown()), shape: parentShape, map: toParent });
