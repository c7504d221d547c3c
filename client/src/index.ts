// What @integration-gateway/client exports.
export type { Call, Data, FilePath, InitOf, ItemOf, PagedPath, PathOf } from "./calls.ts";
export { type ClientOptions, createClient, type GatewayClient } from "./client.ts";
export * from "./errors.ts";
export type { FileStream } from "./file.ts";
export type { RetryOptions } from "./retry.ts";
export type { components, operations, paths } from "./schema.ts";
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhooks.ts";
