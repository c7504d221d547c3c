// Fields that may be null, as the shapes use them.
import { Type as t } from "@sinclair/typebox";

const said = (description: string | undefined) => (description === undefined ? {} : { description });

export const nullableText = (description?: string) => t.Union([t.String(), t.Null()], said(description));

/** ISO 8601, or null where the provider does not say. */
export const nullableTime = (description?: string) =>
  t.Union([t.String({ format: "date-time" }), t.Null()], said(description));
