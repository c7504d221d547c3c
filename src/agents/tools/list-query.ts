// What the query of a tool endpoint says of the response: a vendor's form, how many tools and how much of each.
import { Type as t } from "@sinclair/typebox";
import type { InputError } from "../../foundation/errors.ts";
import type { Input } from "../../web/http/input.ts";
import { TOOL_FORMS, type ToolForm } from "./forms/definition.ts";
import type { ListView } from "./list.ts";

export const MAX_HITS = 50;

export const formatQuery = {
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
export const searchQuery = {
  ...formatQuery,
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: MAX_HITS, default: MAX_HITS, description: "Maximum number of tools to return." }),
  ),
  detail: t.Optional(
    t.Union([t.Literal("full"), t.Literal("names")], { description: "names: only each tool's name and one line." }),
  ),
};
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

export function viewOf({ format, strict, detail }: Input["query"]): ListView {
  if (detail === "names") return "names";
  return format === undefined ? null : { form: format as ToolForm, options: { strict: strict === true } };
}
