// Asks operations of the API document with ids of one's own, all but those that a test puts in their place.
import type { Operation } from "./api-document.ts";
import type { Answer, TestGateway } from "./gateway.ts";
import { type Family, type Kind, type Position, type Row, sample } from "./isolation-matrix.ts";
import type { Party } from "./parties.ts";

/** A value in the place of one's own. */
export interface Put {
  position: Position;
  value: string;
}

/** What a party itself would send at a position; null leaves it out. */
function ownValue(kind: Kind, family: Family, own: Party): string | null {
  switch (kind) {
    case "account":
      return own.account.id;
    case "session":
      return family === "partner" ? own.account.sessionId : own.sessionId;
    case "provider":
      return family === "partner" ? "acme" : "slack";
    case "oauth_app":
      return "google";
    case "confirm_token":
      return own.account.confirmToken;
    case "external_id":
      return own.account.externalId;
    case "new_external_id":
      return `new-${crypto.randomUUID()}`;
    case "operator":
      return own.userId;
    default:
      return null;
  }
}

/** Sends an operation as `own`; what is in `puts` takes the place of its own ids. */
export function ask(
  gateway: TestGateway,
  row: Row,
  own: Party,
  puts: readonly Put[] = [],
  more: Record<string, string> = {},
): Promise<Answer> {
  const { operation, family, positions } = row;
  const headers: Record<string, string> = { ...more };
  const query = new URLSearchParams();
  const named = new Map<string, string>();
  const body = operation.body === null ? undefined : (sample(operation.body) as Record<string, unknown>);
  const isPut = (position: Position) => puts.some((put) => put.position === position);
  for (const position of positions) {
    const value = puts.find((put) => put.position === position)?.value ?? ownValue(position.kind, family, own);
    if (value === null) continue;
    const { where, name } = position;
    if (where === "path") named.set(name, value);
    else if (where === "query") query.set(name, value);
    else if (where === "body" && body) body[name] = value;
    // One's own name goes into the plain header; the extended one is used where it is tried.
    else if (name === "X-Account-Id*" && isPut(position)) headers[name] = `UTF-8''${encodeURIComponent(value)}`;
    else if (name !== "X-Account-Id*") headers[name] = value;
  }
  if (positions.some((position) => position.name === "X-Account-Id*" && isPut(position)))
    delete headers["X-Account-Id"];
  for (const { in: where, name, required, schema } of operation.parameters) {
    if (!required || named.has(name)) continue;
    const text = String(sample(schema, name));
    if (where === "path") named.set(name, text);
    else if (where === "query") query.set(name, text);
  }
  return gateway.call(operation.method, `${pathOf(operation, named)}${query.size > 0 ? `?${query}` : ""}`, {
    key: own.key,
    ...(body && { body }),
    headers,
  });
}

function pathOf({ path }: Operation, values: ReadonlyMap<string, string>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? "sample"));
}

const VOLATILE = /^(date|content-length|x-request-id|x-ratelimit-.*)$/;
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** An answer as text, with the values that were sent, the request id and the rate figures taken out. */
export function comparable(answer: Answer, sent: readonly string[]): string {
  const headers = [...answer.headers]
    .filter(([name]) => !VOLATILE.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const echoed = sent.filter(Boolean).reduce((text, value) => text.replaceAll(value, "(sent)"), answer.text);
  const requestId = answer.headers.get("x-request-id") ?? "";
  return [answer.status, ...headers.sort(), echoed.replaceAll(requestId, "(request)")].join("\n");
}

/** The same with everything that a creation makes anew taken out: ids, times, states. */
export function comparableCreation(answer: Answer, sent: readonly string[]): string {
  return comparable(answer, sent)
    .replace(UUIDS, "(id)")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "(time)")
    .replace(/(state|code_challenge)=[^&"]+/g, "$1=(new)");
}
