/** @jsxImportSource #pages */
// What an agent session has read of others' words, for its own page and for the person who decides on its call.
import type { AgentSessionShape } from "../../agents/sessions/model.ts";
import type { Child } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";

/** A row of facts: the first text that others may have written, as the tool and the field that held it. */
export function readingOf({ facts: { has_read_untrusted: first } }: AgentSessionShape): [string, Child] {
  const read =
    first === null
      ? tr("nothing that others wrote")
      : rich("texts of others, the first in {path} of {tool}", {
          path: <code>{first.path}</code>,
          tool: <code>{first.tool}</code>,
        });
  return [tr("The agent has read"), read];
}
