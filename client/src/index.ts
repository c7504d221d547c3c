// What @integration-gateway/client exports.
export type {
  AgentSessionClient,
  AgentSessionMcp,
  AgentSessionOptions,
  ToolList,
  ToolsOptions,
} from "./agent-session.ts";
export type { Call, CallOptions, CallPath, Data, FilePath, InitOf, ItemOf, PagedPath, PathOf } from "./calls.ts";
export { createClient, type GatewayClient } from "./client.ts";
export type { ConnectOptions, CredentialsOptions, CustomerClient } from "./customer.ts";
export type { ArgumentsOf, Endpoint, ListCall, ListEndpoint, ResultOf } from "./endpoint.ts";
export type { Providers } from "./endpoints.ts";
export * from "./errors.ts";
export type { EventStream, EventsOptions } from "./events.ts";
export type { FileStream } from "./file.ts";
export type { ClientOptions } from "./options.ts";
export type { RetryOptions } from "./retry.ts";
export type { components, operations, paths } from "./schema.ts";
export {
  type EventType,
  type InboxEvent,
  type ReceivedWebhook,
  type SignedDecision,
  signDecision,
  verifyWebhook,
  type WebhookBody,
  type WebhookDecision,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookSecret,
  type WebhookVerificationCode,
  WebhookVerificationError,
} from "./webhooks.ts";
