// Schemas that several endpoints use: ids, and objects in Notion's own form.
import { nullable, t } from "gateway/plugin";

export const UUID = "^[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$";
/** A UUID, with or without dashes. */
export const notionId = (description: string) => t.String({ pattern: UUID, description });

/** An object in Notion's own form. */
export const asNotion = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));

/** Of a page or a database. */
export const appearance = {
  icon: t.Optional(
    nullable(t.String({ maxLength: 2_000, description: "An emoji, or the URL of a picture; null for none." })),
  ),
  cover_url: t.Optional(
    nullable(t.String({ maxLength: 2_000, description: "URL of the cover picture; null for none." })),
  ),
};
