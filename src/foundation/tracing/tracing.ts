// Spans of what the gateway does, as far as an operator collects them. otel.ts has the OpenTelemetry SDK behind it.
import type { LogFields } from "../log/log.ts";

/** Closed sets and names of routes and providers; never a user's own, never a secret. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `type` is a code, never a message. */
  fail(type: string): void;
}

export interface Tracing {
  /** Runs a request in a span, which continues the caller's trace if its headers name one. */
  request(request: Request, requestId: string, work: (span: Span) => Promise<Response>): Promise<Response>;
  /** Runs `work` in a span of the running request; outside of one, without a span. */
  span<T>(
    name: string,
    kind: "client" | "internal",
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T>;
  /** The running request's trace, span and request id, for a line of the log. */
  logFields(): LogFields;
  /** Sends a line of the log, which is redacted already. */
  logLine(level: "debug" | "info" | "warn" | "error", event: string, fields: LogFields): void;
  /** Sends what is queued, within two seconds. */
  close(): Promise<void>;
}

const NO_SPAN: Span = { set: () => {}, fail: () => {} };

/** Runs `work` in a span where spans are collected. */
export async function traced<T>(
  tracing: Tracing | null,
  name: string,
  attributes: SpanAttributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracing ? tracing.span(name, "client", attributes, work) : work(NO_SPAN);
}
