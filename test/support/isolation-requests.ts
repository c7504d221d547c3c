// Calls documented operations with the caller's own ids, except those that a test overrides.
import type { Operation } from "./api-document.ts";
import type { ApiResponse, TestGateway } from "./gateway.ts";
import { type Family, type Kind, type Position, type Row, sample } from "./isolation-matrix.ts";
import type { TestPartner } from "./test-partners.ts";

/** A value that replaces the caller's own. */
export interface Override {
  position: Position;
  value: string;
}

/** The caller's own value at a position; null omits it. */
function ownValue(kind: Kind, family: Family, own: TestPartner): string | null {
  switch (kind) {
    case "account":
      return own.account.id;
    case "session":
      return family === "partner" ? own.account.sessionId : own.sessionId;
    case "panel_session":
      return own.account.panelSessionId;
    case "provider":
      return family === "partner" ? "acme" : "slack";
    case "tool":
      return "slack_list_channels";
    case "usage_entry":
      return own.usageEntry.id;
    case "request":
      return own.usageEntry.request_id;
    case "usage_time":
      return own.usageEntry.timestamp;
    case "source":
      return own.account.sourceId || own.sourceId;
    case "oauth_app":
      return "google";
    case "confirm_token":
      return own.account.confirmToken;
    case "event":
    case "event_list":
      return own.account.eventId;
    case "external_id":
      return own.account.externalId;
    case "new_external_id":
      return `new-${crypto.randomUUID()}`;
    case "webhook_endpoint":
      return own.webhookId;
    case "account_list":
      return own.account.id;
    case "queued_event":
      return own.queuedEventId;
    case "api_key":
      return own.keyId;
    case "agent_session":
      return own.agentSessionId;
    case "approval":
    case "approval_list":
      return own.approvalId;
    case "standing_approval":
      return own.standingApprovalId;
    case "session_account":
      return own.account.externalId;
    case "mcp_grant":
      return own.mcpGrantId;
    case "share":
      return (family === "partner" && own.account.shareId) || own.shareId;
    case "borrowed_share":
      return own.borrowedId;
    case "invitation":
      return own.invitationId;
    case "borrower":
      return own.third;
    case "operator":
      return own.userId;
    default:
      return null;
  }
}

/** Calls an operation as `own`; `overrides` replace its own ids. */
export function sendAs(
  gateway: TestGateway,
  row: Row,
  own: TestPartner,
  overrides: readonly Override[] = [],
  more: Record<string, string> = {},
): Promise<ApiResponse> {
  const { operation, family, positions } = row;
  const headers: Record<string, string> = { ...more };
  const query = new URLSearchParams();
  const named = new Map<string, string>();
  const body = operation.body === null ? undefined : (sample(operation.body) as Record<string, unknown>);
  const isOverridden = (position: Position) => overrides.some((put) => put.position === position);
  for (const position of positions) {
    const value = overrides.find((put) => put.position === position)?.value ?? ownValue(position.kind, family, own);
    if (value === null) continue;
    const { where, name, kind } = position;
    if (where === "path") named.set(name, value);
    else if (where === "query") query.set(name, value);
    else if (where === "body" && body) body[name] = inBody(kind, value);
    // The own external_id goes into the plain header, an overridden one into the extended header.
    else if (name === "X-Account-Id*" && isOverridden(position)) headers[name] = `UTF-8''${encodeURIComponent(value)}`;
    else if (name !== "X-Account-Id*") headers[name] = value;
  }
  if (positions.some((position) => position.name === "X-Account-Id*" && isOverridden(position)))
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

const inBody = (kind: Kind, value: string) =>
  kind === "borrower"
    ? { account: value }
    : ["account_list", "event_list", "approval_list"].includes(kind)
      ? [value]
      : value;

function pathOf({ path }: Operation, values: ReadonlyMap<string, string>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? "sample"));
}

const VOLATILE = /^(date|content-length|x-request-id|x-ratelimit-.*)$/;
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A response as text, without sent values, request id and rate headers. */
export function comparable(response: ApiResponse, sent: readonly string[]): string {
  const headers = [...response.headers]
    .filter(([name]) => !VOLATILE.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const echoed = sent.filter(Boolean).reduce((text, value) => text.replaceAll(value, "(sent)"), response.text);
  const requestId = response.headers.get("x-request-id") ?? "";
  return [response.status, ...headers.sort(), echoed.replaceAll(requestId, "(request)")].join("\n");
}

/** The same without what a creation generates: ids, times, states. */
export function comparableCreation(response: ApiResponse, sent: readonly string[]): string {
  return comparable(response, sent)
    .replace(UUIDS, "(id)")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "(time)")
    .replace(/whsec_[\w+/=]+/g, "(secret)")
    .replace(/"token":"[\w-]{32,}"/g, '"token":"(secret)"')
    .replace(/\/approve\/[\w-]{65}/g, "/approve/(secret)")
    .replace(/sk_live_\w{4}…\w{4}/g, "(key)")
    .replace(/(state|code_challenge)=[^&"]+/g, "$1=(new)");
}
