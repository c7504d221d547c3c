// The argument `approval_id` of tools over MCP: a call that has waited for a person is made again with it, for its result.
import type { Json } from "../../web/http/openapi-shapes.ts";

/** The name of the argument; no endpoint has one of that name. */
export const APPROVAL_ID = "approval_id";

export const APPROVAL_SCHEMA = {
  type: "string",
  description: "Only to get the result of a call that has waited for approval: the id that it was given.",
};

/** The schema of a tool's arguments with it. */
export const withApproval = (schema: Json): Json => ({
  ...schema,
  properties: { ...(schema.properties as Json), [APPROVAL_ID]: APPROVAL_SCHEMA },
});
