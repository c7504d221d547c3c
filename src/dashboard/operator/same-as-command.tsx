/** @jsxImportSource #pages */
// The command and the call of the admin API that give what an operator's page shows, to copy.
import { Disclosure } from "../../web/pages/components.tsx";
import { Code } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { type CallLine, curlOf } from "../same-as-call.tsx";

/** `id` is unique on the page; `command` is a line of the command line, where it has one. */
export const SameAsCommand = (props: {
  baseUrl: string;
  line: CallLine;
  id: string;
  command?: string;
  body?: unknown;
}): Markup => (
  <div class="section">
    <Disclosure summary={tr("The same as a call")}>
      {props.command ? (
        <Code id={`${props.id}-command`} label={tr("Copy command")}>
          {props.command}
        </Code>
      ) : null}
      <Code id={`${props.id}-curl`} label={tr("Copy curl")}>
        {curlOf(props).replace("$KEY", "$GATEWAY_ADMIN_TOKEN")}
      </Code>
    </Disclosure>
  </div>
);
