/** @jsxImportSource #pages */
// What a tried call gave: status, time, headers and body, what to do about an error, and the lines that repeat it.

import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { Notice } from "../../web/pages/components.tsx";
import { Code, FormattedNumber, Status } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { ConnectButton, type ProviderAccess } from "../integrations/connecting.tsx";
import type { PageRequest } from "../visit.ts";
import type { TriedCall } from "./tool-try.ts";

interface ResultProps {
  visit: PageRequest;
  endpoint: RegisteredEndpoint;
  access: ProviderAccess | undefined;
  tried: TriedCall;
  /** Whether it was for a connected account, whose integration somebody else connects. */
  isForAccount: boolean;
  /** Whether it named a connection that others lend. */
  isBorrowed: boolean;
}

export function ToolResult(props: ResultProps): Markup {
  const { visit, tried } = props;
  const { status, code, headers, text, isCut, size, file, durationMs, isReplay } = tried;
  const { reader } = visit;
  return (
    <div class="result">
      <p class="result-line">
        <Status tone={status < 400 ? "good" : "bad"}>
          <code>{status}</code> {status < 400 ? tr("Success") : (code ?? tr("Error"))}
        </Status>
        <span class="muted small">
          {rich("{duration_ms} ms · {size} bytes", {
            duration_ms: Math.round(durationMs),
            size: <FormattedNumber reader={reader} value={size} />,
          })}
        </span>
      </p>
      {isReplay ? (
        <Notice tone="neutral">
          {tr("This is the first response again; nothing was done a second time. “Run it again” repeats the call.")}
        </Notice>
      ) : null}
      {code === null ? null : <Advice {...props} />}
      {file ? (
        <p class="small">
          {rich("The file {name}, {type}, {size} bytes. The lines below download it.", {
            name: <bdi class="strong">{file.name}</bdi>,
            type: <code>{file.type}</code>,
            size: <FormattedNumber reader={reader} value={file.size} />,
          })}
        </p>
      ) : null}
      <Code id="response">{text}</Code>
      {isCut ? <p class="small muted">{tr("The first 64 KB; the call itself returns all of it.")}</p> : null}
      {headers.length > 0 ? (
        <dl class="facts small">
          {headers.map(([name, value]) => (
            <>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <code>{value}</code>
              </dd>
            </>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function Advice({ visit, endpoint, access, tried, isForAccount, isBorrowed }: ResultProps): Markup {
  const { code } = tried;
  const isIntegration =
    code === "INTEGRATION_EXPIRED" || code === "INTEGRATION_REVOKED" || code === "PERMISSION_DENIED";
  const { provider } = endpoint;
  return (
    <Notice tone="warning">
      <p>
        {isIntegration && isBorrowed
          ? tr("Others lend you this connection: only its lender can lend more of it, or connect it again.")
          : adviceOf(endpoint, access, tried, isForAccount)}
      </p>
      {isIntegration && !isForAccount && !isBorrowed ? (
        <div class="after">
          <ConnectButton visit={visit} provider={provider} access={access} />
        </div>
      ) : (
        NOTHING
      )}
    </Notice>
  );
}

function againIn(headers: TriedCall["headers"]): string | null {
  const seconds = headers.find(([name]) => name === "retry-after")?.[1];
  return seconds === undefined ? null : tr("Try again in {seconds} seconds.", { seconds });
}

const EXPIRED = message("{name} no longer accepts {whose}. Connect it again; nothing else is lost.");
const BROKEN_PLUGIN = message(
  "The gateway's plugin for {name} does not work. Ask an operator; the response says which part.",
);
/** Advice by the error's code alone. */
const ADVICE: Readonly<Record<string, Message>> = {
  INTEGRATION_EXPIRED: EXPIRED,
  INTEGRATION_REVOKED: EXPIRED,
  ACCOUNT_NOT_FOUND: message("You have no connected account with this external_id. Accounts are listed under Partner."),
  NOT_FOUND: message("{name} did not find it, or this person has no access to it. Check the ids."),
  VALIDATION_ERROR: message("{name} did not accept the values; the response says what is wrong with them."),
  PROVIDER_CONFLICT: message(
    "{name} refuses because of a resource’s state; the response says what is in the way. Change that, then try again.",
  ),
  PROVIDER_ERROR: message("{name} failed; its own message is in the response. Try again, or try other values."),
  PLUGIN_ERROR: BROKEN_PLUGIN,
  PLUGIN_UNAVAILABLE: BROKEN_PLUGIN,
  PAYMENT_REQUIRED: message("Payment is past due. Ask an operator."),
  PARTNER_SUSPENDED: message("Your partner profile is suspended. Ask an operator why."),
};

function adviceOf(
  { provider: { name }, permission }: RegisteredEndpoint,
  access: ProviderAccess | undefined,
  { code, headers }: TriedCall,
  isForAccount: boolean,
): string {
  const again = againIn(headers);
  const whose = isForAccount ? tr("the account’s integration") : tr("your integration");
  switch (code) {
    case "PERMISSION_DENIED":
      if (!isForAccount && access?.status == null)
        return tr("{name} is not connected yet. Connect it, then try again.", { name });
      return tr(
        "{permission} is not granted to {whose}, or {name} refuses it to this person; the response says which. Connect it again to request the permission.",
        { permission, whose, name },
      );
    case "RATE_LIMITED":
    case "QUOTA_EXCEEDED":
      return [tr("You have reached your limit."), again, tr("An operator can raise it with another tier.")]
        .filter(Boolean)
        .join(" ");
    case "PROVIDER_UNAVAILABLE":
      return `${tr("{name} cannot be reached, failed for the moment, or is rate-limiting us.", { name })} ${again ?? tr("Try again in a minute.")}`;
    default: {
      const known = code !== null && Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined;
      return tr(known ?? "The response says what is wrong.", { name, whose });
    }
  }
}
