// Who wrote the text of a field: what strangers wrote can contain instructions to the model that reads it.
import type { TSchema } from "@sinclair/typebox";

/**
 * `others`: people besides the owner may have written it, as the body of a mail or somebody's name. `owner`: the owner alone.
 * `provider`: one of the provider's own words, ids or codes. Unless declared, a text is written by others, but for names of
 * fields that have no prose, such as `id`, `status` and `html_url`, which are the provider's.
 */
export type WrittenBy = "others" | "owner" | "provider";

/** The key of schemas that has it: a symbol, which stays out of the API document and of tools' schemas. */
export const WRITTEN_BY: unique symbol = Symbol.for("gateway.writtenBy");

/** Marks a schema of a result, and every text in it that is not marked itself. */
export function writtenBy<Schema extends TSchema>(by: WrittenBy, schema: Schema): Schema {
  return { ...schema, [WRITTEN_BY]: by };
}
