// Schemas that several endpoints use: ids, and objects in Notion's own form.
import { t } from "gateway/plugin";

export const UUID = "^[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$";
/** A UUID, with or without dashes. */
export const notionId = (description: string) => t.String({ pattern: UUID, description });

/** An object in Notion's own form. */
export const asNotion = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));
