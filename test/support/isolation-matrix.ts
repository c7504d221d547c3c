// The isolation matrix: the inputs of every documented operation that name an object, and foreign values for each.

import { BY_EXTERNAL_ID } from "../../src/identity/owner.ts";
import type { Json } from "../../src/web/http/openapi-shapes.ts";
import type { ApiDocument, Operation } from "./api-document.ts";
import type { TestPartner } from "./test-partners.ts";

/** The kind of object that an input names. */
export type Kind =
  | "account"
  | "session"
  | "panel_session"
  | "provider"
  | "oauth_app"
  | "confirm_token"
  | "external_id"
  | "new_external_id"
  | "account_filter"
  | "key_filter"
  | "request"
  | "request_filter"
  | "api_key"
  | "mcp_grant"
  | "agent_session"
  | "agent_session_filter"
  | "approval"
  | "approval_list"
  | "standing_approval"
  | "session_account"
  | "usage_cursor"
  | "usage_entry"
  | "usage_time"
  | "list_cursor"
  | "idempotency_key"
  | "webhook_endpoint"
  | "account_list"
  | "queued_event"
  | "queued_event_filter"
  | "event"
  | "event_list"
  | "share"
  | "borrowed_share"
  | "invitation"
  | "borrower"
  | "source"
  | "tool"
  | "operator";
type Where = "path" | "query" | "header" | "body";
export interface Position {
  where: Where;
  name: string;
  kind: Kind;
}
/** An operation's caller, and the owner of its objects. */
export type Family =
  | "partner"
  | "own"
  | "webhooks"
  | "tools"
  | "usage"
  | "inbox"
  | "audit"
  | "export"
  | "credentials"
  | "agent_sessions"
  | "sources"
  | "provider"
  | "operator"
  | "public";

const FAMILIES: readonly [RegExp, Family][] = [
  [/^\/api\/v1\/(accounts|brand|evidence-setting|failed-sources|oauth-apps|redirect-origins)(\/|$)/, "partner"],
  [/^\/api\/v1\/connect$/, "partner"],
  [/^\/api\/v1\/providers$/, "usage"],
  [/^\/api\/v1\/(integrations|borrowed-integrations)(\/|$)/, "own"],
  [/^\/api\/v1\/policies(\/|$)/, "own"],
  [/^\/api\/v1\/(approvals|standing-approvals)(\/|$)/, "agent_sessions"],
  [/^\/api\/v1\/sources(\/|$)/, "sources"],
  [/^\/api\/v1\/webhook-endpoints(\/|$)/, "webhooks"],
  // A call by name ends as one of the tool's provider.
  [/^\/api\/v1\/tools\/\{name\}\/execute$/, "provider"],
  [/^\/api\/v1\/\{provider\}\/proxy\/\{path\}$/, "provider"],
  [/^\/api\/v1\/tools(\/|$)/, "tools"],
  [/^\/api\/v1\/(usage|requests)(\/|$)/, "usage"],
  [/^\/api\/v1\/inbox(\/|$)/, "inbox"],
  [/^\/api\/v1\/audit$/, "audit"],
  [/^\/api\/v1\/agent-sessions(\/|$)/, "agent_sessions"],
  [/^\/api\/v1\/export$/, "export"],
  [/^\/api\/v1\/(keys|mcp-clients)(\/|$)/, "credentials"],
  [/^\/admin\/v1\//, "operator"],
  [
    /^(\/health\/|\/metrics$|\/connected$|\/connect\.js$|\/client\.tgz$|\/connect\/|\/approve\/|\/panel(\/|$)|\/assets\/|\/openapi\.json$|\/docs(\/|$)|\/llms(-full)?\.txt$|\/\.well-known\/|\/oauth\/|\/api\/v1\/connect\/callback$|\/api\/v1\/webhooks\/)/,
    "public",
  ],
];

/** Inputs that name an object, by location; in a path, with the segment before. */
const KINDS: Record<string, Kind> = {
  "path accounts/{id}": "account",
  "path connect/{session_id}": "session",
  "path panel-sessions/{panel_session_id}": "panel_session",
  "path integrations/{provider}": "provider",
  "path shares/{share_id}": "share",
  "body to": "borrower",
  "path tools/{name}": "tool",
  "path events/{id}": "event",
  "path entries/{timestamp}": "usage_time",
  "path {timestamp}/{id}": "usage_entry",
  "body ids": "event_list",
  "body cursor": "list_cursor",
  "path {provider}/{id}": "source",
  "path sources/{provider}": "provider",
  "path users/{user}": "operator",
  "path partners/{user}": "operator",
  "path jobs/{queue}": "operator",
  "path secrets/{ring_key}": "operator",
  "path admin-tokens/{name}": "operator",
  "path accounts/{account}": "operator",
  "path people/{person}": "operator",
  "path providers/{provider}": "operator",
  "path user/{name}": "operator",
  "path partner/{name}": "operator",
  "query user": "operator",
  "query account": "operator",
  "path keys/{id}": "operator",
  "path mcp-clients/{id}": "operator",
  "path agent-sessions/{id}": "agent_session",
  "query agent_session_id": "agent_session_filter",
  "path approvals/{id}": "approval",
  "path standing-approvals/{id}": "standing_approval",
  "body user": "operator",
  "body external_id": "new_external_id",
  "body confirm_token": "confirm_token",
  "query account_id": "account_filter",
  "query key_id": "key_filter",
  "query request_id": "request_filter",
  "path requests/{request_id}": "request",
  "path webhook-endpoints/{id}": "webhook_endpoint",
  "body account_ids": "account_list",
  "body event_id": "queued_event",
  "query event_id": "queued_event_filter",
  "path deliveries/{event_id}": "queued_event",
  "header X-Account-Id": "external_id",
  "header X-Account-Id*": "external_id",
  "header Idempotency-Key": "idempotency_key",
};

/** Of the user's own credentials, which have the operators' names. */
const CREDENTIALS: Record<string, Kind> = {
  "keys/{id}": "api_key",
  "mcp-clients/{id}": "mcp_grant",
  "Idempotency-Key": "idempotency_key",
};

/** What operators choose to end at once, and the reports of it. */
const OF_RUNS = [...["revocation-runs/{id}", "partner", "before", "what", "everything", "run_id", "sha256", "seal"]];

/** Inputs that name no caller's object. */
const WORDS = new Set([
  // How and where the caller signs in at a provider: test/connections/connect/credentials.test.ts.
  "body auth",
  "body fields",
  "body credentials",
  "path oauth-apps/{provider}",
  // Whose integration it is, the account says; which thing at the provider, its token.
  "path v1/{provider}",
  "path proxy/{path}",
  // Only hosts that the plugin declares: test/providers/calls/proxy-hosts.test.ts.
  "header X-Upstream-Host",
  // A name among the owner's own connections: test/connections/integrations/several.test.ts.
  "header X-Connection",
  // How long the caller waits for a decision.
  "header Prefer",
  "body connection",
  "body is_default",
  "query cursor",
  // Which of the lender's permissions and events a borrower gets: test/connections/lending/lending.test.ts.
  "body permissions",
  "body events",
  // Which account or key it is, each of which a test tries: test/agents/policies/routes.test.ts.
  "path policies/{scope}",
  "query id",
  ...["default", "rules", "version", "tool", "account", "key", "at", "days"].map((name) => `body ${name}`),
  // Another user's session is 404, as an unknown one is: test/agents/sessions/safeguards.test.ts.
  ...["known_recipients", "session"].map((name) => `body ${name}`),
  ...["decision", "note", "remember"].map((name) => `body ${name}`),
  // An agent's name among the user's own sessions: test/agents/sessions/end-all.test.ts.
  "query agent",
  "path search/{query}",
  "path names/{query}",
  "path provider/{provider}",
  "path service/{service}",
  // A foreign one is a reset, as is an unknown one: test/events/inbox/stream.test.ts.
  "query last_event_id",
  // The page of a session: a secret names it, or the cookie of the browser that began: test/connections/connect/page.test.ts.
  "path connect/{token}",
  "path frame/{token}",
  "path sessions/{session_id}",
  // Which origin may read it, the session says: test/connections/connect/page-windows.test.ts.
  "path outcome/{token}",
  // Secrets name the session of a panel, and whom it is shown to: test/connections/panel/panel.test.ts.
  "body token",
  "body opener",
  "body expires_in",
  // A secret names the link, and a cookie the browser: test/agents/approvals/links.test.ts.
  "path approve/{token}",
  "path assets/{file}",
  // Where providers deliver: proven by signatures, never by whose id it is.
  "path webhooks/{provider}",
  "path {provider}/{source}",
  // The same for everybody.
  "query audience",
  "query providers",
  "path assets/{file}",
  "path guides/{name}",
  "path {name}/{page}",
  // Of the caller's own calls: test/metering/usage/steps.test.ts.
  "query integration_id",
  "query endpoint",
  ...[
    "by",
    "since",
    "until",
    "provider",
    "action",
    "status",
    "errors",
    "state",
    "limit",
    "offset",
    "all",
    "format",
    "strict",
    "detail",
    "service",
    "type",
    "q",
    "payload",
    "include",
    "needs_reconnecting",
    "email",
    "event",
    "outcome",
    "expect",
    "actor",
    "lang",
  ].map((name) => `query ${name}`),
  ...[
    "provider",
    "type",
    "redirect_url",
    "page",
    "color",
    "logo",
    "scopes",
    "confirm",
    "display_name",
    "metadata",
    "origins",
    "services",
    "filter",
    // As of a provider's body: ids at the provider, protected by the token.
    "arguments",
    "resource",
    "client_id",
    "client_secret",
    ...["url", "description", "event_types", "providers", "scope", "decides", "enabled", "since", "until"],
  ].map((name) => `body ${name}`),
  // Operator routes.
  ...[
    "email",
    "name",
    "role",
    "tier",
    ...["overrides", "minute", "day", "month", "overage_usd", "create"],
    "status",
    "payment_state",
    "permissions",
    "expires_at",
    "partner_only",
    "confirm_destructive",
    "record_evidence",
    "disabled",
    "user_role",
    "job",
    "all",
    // Whose an entry of an import is, an operator says: test/connections/imports.
    ...["entries", "format", "provider_names", "create_accounts", "replace", "dry_run"],
  ].map((name) => `body ${name}`),
]);

export interface Row {
  operation: Operation;
  family: Family;
  positions: readonly Position[];
  /** Inputs and paths missing from the matrix. */
  unknown: readonly string[];
}

/** One row for each operation; `unknown` lists what is missing here, so that a new route must be added. */
export function matrixOf(api: ApiDocument, providers: ReadonlySet<string>): Row[] {
  // What a message of /mcp names is the input of the tool that it calls.
  return api.operations
    .filter(({ path }) => path !== "/mcp")
    .map((operation) => {
      const isProvider =
        providers.has(operation.tags[0] ?? "") && operation.path.startsWith(`/api/v1/${operation.tags[0]}/`);
      const family = isProvider ? "provider" : FAMILIES.find(([pattern]) => pattern.test(operation.path))?.[1];
      const inputs = inputsOf(operation);
      const kindOf = ({ where, name, location }: Input): Kind | undefined => {
        // Saving an OAuth app affects only the caller; deleting one must not reveal whether another partner has it.
        if (location === "oauth-apps/{provider}") return operation.method === "DELETE" ? "oauth_app" : undefined;
        if (location === "borrowed-integrations/{share_id}")
          return operation.method === "DELETE" ? "borrowed_share" : "invitation";
        // Where a test mail goes, an owner says.
        if (family === "operator" && location === "to") return "operator";
        // A cursor of a borrower's log, which is another user's: test/connections/lending/lending.test.ts.
        if (location === "cursor" && operation.path.endsWith("/{share_id}/calls")) return undefined;
        if (where === "query" && name === "cursor") {
          if (family === "operator") return "operator";
          return isProvider ? "list_cursor" : "usage_cursor";
        }
        // Ids in provider paths, filters and bodies name objects at the provider, protected by the token.
        if (family === "credentials") return CREDENTIALS[location];
        if (family === "agent_sessions" && where === "body")
          return location === "account" ? "session_account" : location === "ids" ? "approval_list" : undefined;
        // An operator's token sees every user's requests; a key of a user sees none.
        if (family === "operator" && location === "requests/{request_id}") return "operator";
        if (family === "operator" && location === "agent-sessions/{id}") return "operator";
        // Only an operator ends access, or names a run: test/operations/revocation-runs.
        if (family === "operator" && OF_RUNS.includes(location)) return "operator";
        if (family === "operator" && ["account", "key"].includes(location)) return "operator";
        return isProvider && where !== "header" ? undefined : KINDS[`${where} ${location}`];
      };
      const positions = inputs.flatMap((input) => {
        const kind = kindOf(input);
        return kind ? [{ where: input.where, name: input.name, kind }] : [];
      });
      const isKnown = (input: Input) =>
        kindOf(input) !== undefined ||
        (isProvider && input.where !== "header") ||
        // Names of tools and of the owner's own connections: test/agents/sessions.
        (family === "agent_sessions" && input.where === "body") ||
        `${input.where} ${input.location}` === "query include_ended" ||
        WORDS.has(`${input.where} ${input.location}`);
      const unknown = [
        ...(family ? [] : [`the path ${operation.path}`]),
        ...inputs
          .filter((input) => !isKnown(input))
          .map((input) => `${operation.method} ${operation.path}: ${input.where} ${input.location}`),
      ];
      return { operation, family: family ?? "public", positions, unknown };
    });
}

interface Input {
  where: Where;
  name: string;
  location: string;
}

function inputsOf({ path, parameters, body }: Operation): Input[] {
  const segments = path.split("/");
  return [
    ...parameters.map(({ in: where, name }): Input => {
      const at = segments.indexOf(`{${name}}`);
      return { where, name, location: where === "path" ? `${segments[at - 1]}/{${name}}` : name };
    }),
    ...Object.keys((body?.properties as Json | undefined) ?? {}).map(
      (name): Input => ({ where: "body", name, location: name }),
    ),
  ];
}

/** Values of a kind that belong to another user, or to another owner of the same user, with descriptions. */
export function foreignValues(
  kind: Kind,
  { family }: Row,
  victim: TestPartner,
  own: TestPartner,
): Record<string, string> {
  const ofAccount = family === "partner";
  switch (kind) {
    case "account":
      return {
        "another partner's account": victim.account.id,
        "another partner's account in capitals": victim.account.id.toUpperCase(),
        "another partner's external_id": victim.account.externalId,
        "another partner's external_id behind external:": `${BY_EXTERNAL_ID}${victim.account.externalId}`,
        "one's own external_id": own.account.externalId,
        "another partner's user": victim.userId,
        "one's own session": own.account.sessionId,
      };
    case "session":
      return {
        "another partner's account's session": victim.account.sessionId,
        "another user's own session": victim.sessionId,
        "the session of another account of one's own": own.other.sessionId,
        ...(ofAccount
          ? { "one's own session of the user surface": own.sessionId }
          : { "a session of an account of one's own": own.account.sessionId }),
      };
    case "panel_session":
      return {
        "another partner's account's panel session": victim.account.panelSessionId,
        "the panel session of another account of one's own": own.other.panelSessionId,
        "one's own connect session": own.account.sessionId,
      };
    case "provider":
      return {
        "a provider that another partner's account is connected to": "google",
        "a provider that another account of one's own is connected to": "github",
        ...(ofAccount && { "a provider that one is connected to oneself": "slack" }),
        "an integration of another partner's account": victim.account.integrationId,
        "another user's own integration": victim.integrationId,
        "an integration of another account of one's own": own.other.integrationId,
        ...(ofAccount && { "an integration of one's own": own.integrationId }),
      };
    case "source":
      return { "another user's source": victim.sourceId, "a source of an account of one's own": own.other.sourceId };
    case "oauth_app":
      return { "a provider that another partner has an app for": "google" };
    case "confirm_token":
      return { "the confirm_token of another partner's account": victim.account.confirmToken };
    case "external_id":
      return {
        "another partner's external_id": victim.account.externalId,
        "another partner's account's uuid": victim.account.id,
        "one's own account's uuid": own.account.id,
      };
    case "new_external_id":
      return { "another partner's external_id": victim.account.externalId };
    case "account_filter":
      return {
        "another partner's account": victim.account.id,
        "another partner's external_id": `${BY_EXTERNAL_ID}${victim.account.externalId}`,
      };
    case "key_filter":
      return { "another user's key": victim.keyId };
    case "request":
    case "request_filter":
      return { "another user's request": victim.usageEntry.request_id };
    case "api_key":
      return { "another user's key": victim.keyId, "a client's access of one's own": own.mcpGrantId };
    case "mcp_grant":
      return { "another user's client": victim.mcpGrantId, "one's own key": own.keyId };
    case "agent_session":
      return { "another user's agent session": victim.agentSessionId, "one's own key": own.keyId };
    case "agent_session_filter":
      return { "another user's agent session": victim.agentSessionId };
    case "approval":
    case "approval_list":
      return { "another user's approval": victim.approvalId, "one's own key": own.keyId };
    case "standing_approval":
      return { "another user's": victim.standingApprovalId, "one's own approval": own.approvalId };
    case "session_account":
      return { "another partner's account": victim.account.externalId, "one's own account's uuid": own.account.id };
    case "usage_cursor":
      return { "another user's cursor": victim.usageCursor };
    case "usage_entry":
      return { "another user's entry": victim.usageEntry.id };
    case "usage_time":
      return { "the time of another user's entry": victim.usageEntry.timestamp };
    case "list_cursor":
      return { "another list's cursor": victim.usageCursor };
    case "webhook_endpoint":
      return {
        "another user's webhook endpoint": victim.webhookId,
        "the same in capitals": victim.webhookId.toUpperCase(),
        "another user's event": victim.queuedEventId,
        "one's own account": own.account.id,
      };
    case "account_list":
      return {
        "another partner's account": victim.account.id,
        "another partner's external_id": `${BY_EXTERNAL_ID}${victim.account.externalId}`,
        "another user": victim.userId,
      };
    case "queued_event":
    case "queued_event_filter":
      return { "another user's event": victim.queuedEventId };
    case "event":
    case "event_list":
      return {
        "an event of another partner's account": victim.account.eventId,
        "another user's own event": victim.eventId,
        "an event of another account of one's own": own.other.eventId,
        "one's own event of the user surface": own.eventId,
      };
    case "share":
      return {
        "another user's share": victim.shareId,
        "a share of another partner's account": victim.account.shareId,
        "what one borrows": own.borrowedId,
        ...(ofAccount && { "a share of one's own integration": own.shareId }),
      };
    case "borrowed_share":
    case "invitation":
      return {
        "what another user borrows": victim.borrowedId,
        "another user's invitation": victim.invitationId,
        "what one lends": own.shareId,
      };
    case "borrower":
      return {
        "another partner's account": victim.account.id,
        "another partner's external_id": `${BY_EXTERNAL_ID}${victim.account.externalId}`,
        "one's own user": own.userId,
      };
    case "idempotency_key":
      return { "another user's Idempotency-Key": "" };
    case "tool":
      // The same tools for everybody; what they reach, the account decides.
      return {};
    case "operator":
      return { "a user": victim.userId, "a key": victim.keyId };
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A value of the same kind that does not exist, and of an account one in the same form as `foreign`. */
export function randomValue(kind: Kind, foreign = ""): string {
  if (foreign.startsWith(BY_EXTERNAL_ID)) return `${BY_EXTERNAL_ID}${crypto.randomUUID()}`;
  if (kind === "account" && foreign !== "" && !UUID.test(foreign)) return `nobody-${crypto.randomUUID()}`;
  if (kind === "provider" && UUID.test(foreign)) return crypto.randomUUID();
  if (kind === "provider" || kind === "oauth_app") return "spare";
  if (kind === "usage_cursor" || kind === "list_cursor")
    return `k1.${Buffer.alloc(60, crypto.randomUUID()).toString("base64url")}`;
  if (kind === "usage_time") return "2001-01-01T00:00:00.000Z";
  return crypto.randomUUID();
}

/** A valid value of a schema. */
export function sample(schema: Json, name = ""): unknown {
  if (name in SAMPLES && !schema.format && (schema.type !== "object" || isObject(SAMPLES[name]))) return SAMPLES[name];
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return sample(schema.anyOf[0] as Json);
  switch ([schema.type].flat()[0]) {
    case "integer":
    case "number":
      return Math.max(1, (schema.minimum as number | undefined) ?? 1);
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: (schema.minItems as number | undefined) ?? 0 }, () => sample(schema.items as Json));
    case "object":
      return sampleObject(schema);
    default:
      return sampleText(schema);
  }
}

const isObject = (value: unknown) => typeof value === "object" && !Array.isArray(value);

const CONNECT = ["provider", "redirect_url"];

function sampleObject(schema: Json): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = (schema.required ?? []) as string[];
  // A connect needs its provider unless it has a page, and where to go back to, which no schema says.
  const has = (names: readonly string[]) => names.every((name) => properties.some(([key]) => key === name));
  const unsaid = [
    ...(has(CONNECT) ? CONNECT : []),
    // A file has its content, or says where it comes from.
    ...(has(["content", "from"]) ? ["content", "name", "mime_type"] : []),
  ];
  const isNeeded = (name: string) => required.includes(name) || unsaid.includes(name);
  const needed = properties.filter(([name]) => isNeeded(name));
  const more = properties.filter(([name]) => !isNeeded(name));
  const least = Math.max(0, ((schema.minProperties as number | undefined) ?? 0) - needed.length);
  return Object.fromEntries([...needed, ...more.slice(0, least)].map(([name, field]) => [name, sample(field, name)]));
}

function sampleText(schema: Json): string {
  if (Array.isArray(schema.examples)) return String(schema.examples[0]);
  if (schema.format === "uuid") return crypto.randomUUID();
  if (schema.format === "date-time") return "2030-01-01T00:00:00Z";
  if (schema.format === "date") return "2030-01-01";
  if (schema.format === "email") return "grace@example.com";
  return "sample"
    .padEnd((schema.minLength as number | undefined) ?? 0, "x")
    .slice(0, (schema.maxLength as number | undefined) ?? 100);
}

/** Sample values by name, for schemas that are too general. */
const SAMPLES: Json = {
  // An address needs no look-up; nothing is sent to it.
  url: "https://93.184.215.14/hook",
  redirect_url: "https://partner.example.com/done",
  provider: "acme",
  service: "items",
  number: "1",
  run_id: "1",
  job_id: "1",
  services: { "items.read": false },
  ts: "1700000000.000100",
  to: "grace@example.com",
  permissions: ["*"],
  mime_type: "text/plain",
  version: 0,
  tool: "acme_get_item",
};
