// `gateway/plugin`: everything a plugin may import.
export { type Static, type TSchema, Type as t } from "@sinclair/typebox";
export * from "./base64.ts";
export * from "./checked.ts";
export * from "./endpoint.ts";
export * from "./fields.ts";
export * from "./mail.ts";
export * from "./pages.ts";
export { encoded, holdsUnsafe, joinPaths, path, segments, UnsafePathValue, type UpstreamPath } from "./path.ts";
export * from "./poll-since.ts";
export * from "./provider.ts";
export * from "./resource.ts";
export * from "./rich-text.ts";
export * as shapes from "./shapes.ts";
export * from "./source.ts";
export * from "./spans.ts";
export { asDay, assertDayOrTime, asTime, asUtc, isDay, isTime, timeOfMs } from "./times.ts";
export * from "./verify.ts";
export * from "./webhook.ts";
