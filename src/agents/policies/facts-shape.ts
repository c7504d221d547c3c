// What an agent session has received, on the wire: which text was the first to set each fact.
import { Type as t } from "@sinclair/typebox";
import { nullable } from "../../plugin/fields.ts";

const FactShape = t.Object(
  {
    tool: t.String(),
    path: t.String({ description: "Of the text in the tool's result." }),
    request_id: t.String(),
    session_id: t.String({ format: "uuid" }),
    at: t.String({ format: "date-time" }),
  },
  { title: "AgentSessionFact" },
);

export const FactsShape = t.Object(
  {
    has_read_private: nullable(FactShape),
    has_read_untrusted: nullable(FactShape),
  },
  { description: "What it, the sessions above it and those below them have received, and which text was the first." },
);
