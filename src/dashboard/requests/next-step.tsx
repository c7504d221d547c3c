/** @jsxImportSource #pages */
// What to do about a failed call, where its own sentence does not say.
import type { Child } from "../../web/pages/jsx-runtime.ts";
import { INTEGRATIONS_PATH, KEYS_PATH } from "../paths.ts";
import type { Entry } from "./request-table.tsx";

type Failed = Pick<Entry, "action" | "provider" | "account_id" | "method"> & { error: NonNullable<Entry["error"]> };

/** `name` is the provider's. Null where the sentence says it all. */
export function nextStepOf(entry: Failed, name: string): Child | null {
  const { code, provider } = entry.error;
  switch (code) {
    case "VALIDATION_ERROR":
      return provider === null
        ? "Correct what is named here, and send the call again."
        : `${name} refused a value. Correct it, and send the call again.`;
    case "NOT_FOUND":
      return provider === null ? null : `Check the id. The connected account may also not be allowed to see it.`;
    case "PROVIDER_CONFLICT":
      return "Read what is there now, and decide whether to send the call again.";
    case "PERMISSION_DENIED":
      return permissionStep(entry, name);
    case "INTEGRATION_EXPIRED":
    case "INTEGRATION_REVOKED":
      return reconnect(entry, name);
    case "PROVIDER_UNAVAILABLE":
      return unavailableStep(entry, name);
    case "PROVIDER_ERROR":
      return provider?.code === "not_json" || provider?.code === "unexpected_shape"
        ? `${name} responded with something that this version of the gateway does not know. Try again; if it stays, report it with the request id.`
        : `The error is ${name}’s own. Try again in a few minutes; its support can look into its request id.`;
    case "RATE_LIMITED":
      return "Send fewer calls at once. The response’s Retry-After header said when the next one is taken.";
    default:
      return null;
  }
}

function permissionStep(entry: Failed, name: string): Child | null {
  const { error, action, provider, account_id } = entry;
  if (error.reason === "key_permission")
    return (
      <>
        The key lacks <code>{`${provider ?? "gateway"}:${action ?? "*"}`}</code>.{" "}
        <a href={`${KEYS_PATH}/new`}>Create a key</a> that has it.
      </>
    );
  if (error.reason === "not_set_up") return `${name} has no OAuth app here yet. An operator must set it up.`;
  if (error.provider !== null)
    return `The connected account may not do this at ${name}. Ask an admin there, or connect another account.`;
  const isMissing = error.message.endsWith("is not connected");
  if (!isMissing || provider === null) return null;
  if (account_id !== null) return <a href={accountPath(account_id)}>Make a connect link for the account</a>;
  return <a href={`${INTEGRATIONS_PATH}#${provider}`}>Connect {name}</a>;
}

function reconnect({ provider, account_id }: Failed, name: string): Child {
  const href = account_id === null ? `${INTEGRATIONS_PATH}#${provider ?? ""}` : accountPath(account_id);
  return (
    <>
      <a href={href}>Reconnect {name}</a> to go on; nothing else is lost.
    </>
  );
}

const accountPath = (id: string) => `/partner/accounts/${id}`;

function unavailableStep({ error, method }: Failed, name: string): string {
  const isRead = method === "GET" || method === "HEAD";
  switch (error.reason) {
    case "rate_limited":
      return `${name} asked for a pause. Later calls wait for its end; spread them, or have the limit raised at ${name}.`;
    case "timeout":
    case "reset":
      return isRead
        ? "Send the call again."
        : `Nobody knows whether ${name} carried it out. Look there first, or send it again with the same Idempotency-Key.`;
    case "connect":
    case "circuit_open":
    case "busy":
      return `Nothing was sent. Try again in a few minutes; ${name}’s status page may say more.`;
    default:
      return `${name} has trouble. Try again in a few minutes.`;
  }
}
