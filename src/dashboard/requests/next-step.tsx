/** @jsxImportSource #pages */
// What to do about a failed call, where its own sentence does not say.
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Child } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { ACCOUNTS_PATH, INTEGRATIONS_PATH, KEYS_PATH } from "../paths.ts";
import type { Entry } from "./request-table.tsx";

type Failed = Pick<Entry, "provider" | "account_id" | "key_id" | "method" | "action" | "steps" | "lent_by"> & {
  error: NonNullable<Entry["error"]>;
};

/** `name` is the provider's, and `endpoint` what was called where it is one. Null where the sentence says it all. */
export function nextStepOf(entry: Failed, name: string, endpoint?: RegisteredEndpoint): Child | null {
  const { code, provider } = entry.error;
  switch (code) {
    case "VALIDATION_ERROR":
      return provider === null
        ? tr("Correct what is named here, and send the call again.")
        : tr("{name} refused a value. Correct it, and send the call again.", { name });
    case "NOT_FOUND":
      return provider === null ? null : tr("Check the id. The connected account may also not be allowed to see it.");
    case "PROVIDER_CONFLICT":
      return tr("Read what is there now, and decide whether to send the call again.");
    case "PERMISSION_DENIED":
      return permissionStep(entry, name, endpoint);
    case "INTEGRATION_EXPIRED":
    case "INTEGRATION_REVOKED":
      return reconnect(entry, name);
    case "PROVIDER_UNAVAILABLE":
      return unavailableStep(entry, name);
    case "PROVIDER_ERROR":
      return errorStep(entry, name);
    case "ACCOUNT_NOT_FOUND":
      return rich("Compare the id with your <a>accounts</a>: an account is created before calls name it.", {
        a: (inner) => <a href={ACCOUNTS_PATH}>{inner}</a>,
      });
    case "IDEMPOTENCY_CONFLICT":
      return tr("Look for the first call with this Idempotency-Key among the requests; a new call needs a new key.");
    case "QUOTA_EXCEEDED":
      return tr("Calls go through again next month (UTC), or once the operator has raised the quota.");
    case "RATE_LIMITED":
      return tr("Send fewer calls at once. The response’s Retry-After header said how long to wait.");
    default:
      return null;
  }
}

/** Codes of responses that the gateway could read no further. */
const UNKNOWN_RESPONSES = ["not_json", "not_text", "not_form", "not_csv", "not_xml", "not_sse", "unexpected_shape"];

function errorStep({ error: { provider }, steps }: Failed, name: string): string | null {
  if (provider === null)
    return tr(
      "The client id or secret of the OAuth app for {name} may be wrong. The person who set up the app must check it; reconnecting does not help.",
      { name },
    );
  if (provider.status === 401) {
    const isRenewed = steps?.some(({ kind, reason }) => kind === "refresh" && reason === null);
    return isRenewed ? null : noAccess(name);
  }
  if (provider.code === "too_large") return tr("Ask for less in one call, for example with a smaller limit.");
  if (UNKNOWN_RESPONSES.includes(provider.code ?? ""))
    return tr(
      "{name} responded with something that this version of the gateway does not know. Try again; if it stays, report it with the request id.",
      { name },
    );
  return tr("The error is {name}’s own. Try again in a few minutes; its support can look into its request id.", {
    name,
  });
}

const noAccess = (name: string) =>
  tr("The connected account may not do this at {name}. Ask an admin there, or connect another account.", { name });

function permissionStep(entry: Failed, name: string, endpoint?: RegisteredEndpoint): Child | null {
  const { error, provider, account_id, key_id } = entry;
  if (error.reason === "key_bounds")
    return tr("The key or AI client is limited: to connected accounts, to one of them, or to reading.");
  if (error.reason === "session_bounds")
    return tr("The agent session does not allow this. Its maker can create one that does.");
  if (error.reason === "key_permission")
    return key_id === null
      ? rich("The AI client was not given {permission}. Let it in again to change what it may do.", {
          permission: neededBy(entry, endpoint),
        })
      : rich("The key needs {permission}. <a>Create a key</a> that has it.", {
          permission: neededBy(entry, endpoint),
          a: (inner) => <a href={`${KEYS_PATH}/new`}>{inner}</a>,
        });
  // Its sentence says whom to ask.
  if (error.reason === "not_lent") return null;
  if (error.reason === "not_set_up")
    return tr("{name} has no OAuth app here yet. An operator must set it up.", { name });
  if (error.provider !== null) return noAccess(name);
  if (provider === null) return null;
  const isMissing = error.reason === "not_connected";
  if (account_id !== null)
    return (
      <a href={accountPath(account_id)}>
        {isMissing ? tr("Make a connect link for the account") : tr("Open the account")}
      </a>
    );
  return (
    <a href={`${INTEGRATIONS_PATH}#${provider}`}>
      {isMissing ? rich("Connect {name}", { name }) : rich("Open the connection with {name}", { name })}
    </a>
  );
}

/** All permissions of the endpoint: the log does not say which of them the caller has. */
function neededBy({ provider, action }: Failed, endpoint?: RegisteredEndpoint): Child {
  if (endpoint) return <code>{endpoint.permissions.join(" ")}</code>;
  // A raw request has no endpoint, and the log has no permissions of the gateway's own routes.
  return provider && action ? (
    <code>{`${provider}:${action}`}</code>
  ) : (
    tr("the permission that the API document names for this route")
  );
}

function reconnect({ provider, account_id, lent_by: lender }: Failed, name: string): Child {
  if (lender !== null) return tr("Ask {lender}, who lends the connection, to connect it again.", { lender });
  const href = account_id === null ? `${INTEGRATIONS_PATH}#${provider ?? ""}` : accountPath(account_id);
  return rich("<a>Reconnect {name}</a> to go on; nothing else is lost.", {
    name,
    a: (inner) => <a href={href}>{inner}</a>,
  });
}

const accountPath = (id: string) => `${ACCOUNTS_PATH}/${id}`;

function unavailableStep({ error, method }: Failed, name: string): string {
  const isRead = method === "GET" || method === "HEAD";
  switch (error.reason) {
    case "rate_limited":
      return tr(
        "{name} asked for a pause. Later calls wait for its end; spread them, or have the limit raised at {name}.",
        { name },
      );
    case "timeout":
    case "reset":
      return isRead
        ? tr("Send the call again.")
        : tr(
            "Nobody knows whether {name} carried it out. Look there first, or send it again with the same Idempotency-Key.",
            { name },
          );
    case "connect":
    case "circuit_open":
    case "busy":
      return tr("Nothing was sent. Try again in a few minutes; {name}’s status page may say more.", { name });
    default:
      return tr("{name} has trouble. Try again in a few minutes.", { name });
  }
}
