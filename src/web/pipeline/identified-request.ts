// A request by its Idempotency-Key: what the key belongs to, and what tells the request from others under it.
import type { Caller } from "../../identity/keys/model.ts";
import type { Owner } from "../../identity/owner.ts";
import type { IdempotentRequest } from "../../metering/idempotency/service.ts";
import type { ReadBody } from "../http/input.ts";
import { connectionOf } from "./connection-header.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import type { ApiKeyRoute, Incoming } from "./route.ts";
import type { Call } from "./settle.ts";

/** A provider's own key passes with everything else. */
export function keyOf({ responds }: ApiKeyRoute, { request, message }: Incoming): string | null {
  if (responds === "proxy") return null;
  return message ? message.idempotencyKey : idempotencyKeyOf(request);
}

/** What an idempotency key belongs to; null for a request without one. */
export function identifiedBy(
  call: Call,
  { route, owner, body }: { route: ApiKeyRoute; owner: Owner; body: ReadBody | null },
): IdempotentRequest | null {
  const key = route.method === "GET" ? null : keyOf(route, call.incoming);
  if (key === null) return null;
  const { caller } = call;
  return { ...owner, key: scopedKey(caller, key), ...identityOf(call, body), hasSecret: route.hasSecret === true };
}

/** An agent session gets no response that was stored for others: they may have used a connection that it may not. */
const scopedKey = (caller: Caller, key: string) => (caller.kind === "agent_session" ? `${caller.id} ${key}` : key);

/** What tells a request from others under its key: a call by name is the same over every protocol. */
function identityOf({ match, incoming }: Call, body: ReadBody | null) {
  const { request, message } = incoming;
  const connection = connectionOf(request);
  const named = (target: string) => (connection === null ? target : `${target}#${connection}`);
  if (message && match.named) {
    const { method, path } = match.named;
    const body = new TextEncoder().encode(JSON.stringify({ arguments: message.args }));
    return { method, target: named(path), body };
  }
  const { pathname, search } = new URL(request.url);
  return { method: request.method, target: named(pathname + search), body: (body as ReadBody).bytes };
}
