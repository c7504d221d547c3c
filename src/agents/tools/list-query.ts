// What the query of a tool endpoint says of the response: a vendor's form, how many tools and how much of each.
import { type Static, Type as t } from "@sinclair/typebox";
import type { InputError } from "../../foundation/errors.ts";
import type { Input } from "../../web/http/input.ts";
import { TOOL_FORMS } from "./forms/definition.ts";
import type { FullView, ListView } from "./list.ts";

export const MAX_HITS = 50;

const formatQuery = {
  format: t.Optional(
    t.Union(
      TOOL_FORMS.map((form) => t.Literal(form)),
      {
        description:
          "Returns only the definitions, in this vendor's request format. The default is openai with metadata.",
      },
    ),
  ),
  strict: t.Optional(
    t.Boolean({ description: "true: definitions for OpenAI's strict mode; needs format=openai or openai-responses." }),
  ),
};
export const FormatQuery = t.Object(formatQuery);
export const ListQuery = t.Object({
  all: t.Optional(t.Boolean({ description: "true: also tools whose integration is not connected." })),
  ...formatQuery,
});
export const SearchQuery = t.Object({
  ...formatQuery,
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: MAX_HITS, default: MAX_HITS, description: "Maximum number of tools to return." }),
  ),
  detail: t.Optional(
    t.Union([t.Literal("full"), t.Literal("names")], { description: "names: only each tool's name and one line." }),
  ),
});
const STRICT_FORMS: readonly unknown[] = ["openai", "openai-responses"];

/** Combinations that no schema refuses. */
export function formatErrors({ query: { format, strict, detail } }: Input): InputError[] {
  const errors: InputError[] = [];
  if (strict === true && !STRICT_FORMS.includes(format))
    errors.push({ in: "query", path: "/strict", message: '"strict" needs format=openai or openai-responses.' });
  if (detail === "names" && format !== undefined)
    errors.push({
      in: "query",
      path: "/detail",
      message: '"format" cannot be combined with detail=names. Leave one of them out.',
    });
  return errors;
}

export const viewOf = ({ format, strict = false }: Static<typeof FormatQuery>): FullView =>
  format === undefined ? null : { form: format, options: { strict } };

export const foundViewOf = (query: Static<typeof SearchQuery>): ListView =>
  query.detail === "names" ? "names" : viewOf(query);
