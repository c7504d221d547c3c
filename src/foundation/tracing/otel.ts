// OpenTelemetry: spans and log lines over OTLP. Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from "@opentelemetry/api";
import { type ExportResult, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { withinClose } from "../log/activity.ts";
import { VERSION } from "../version.ts";
import { NAME, QUEUE, resourceOf } from "./otel-resource.ts";
import type { Span, SpanAttributes, Tracing } from "./tracing.ts";

const MAX_TEXT = 512;
const SEVERITY = {
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
};

export interface OtelOptions {
  env: Record<string, string | undefined>;
  /** Called when exports begin to fail, and not again before one has succeeded. */
  onFailure(error: unknown): void;
}

interface Running {
  context: Context;
  requestId: string;
}

const headerGetter: TextMapGetter<Headers> = {
  keys: (headers) => [...headers.keys()],
  get: (headers, name) => headers.get(name) ?? undefined,
};

/** Starts the SDK. The exporters read their standard variables (`OTEL_EXPORTER_OTLP_…`) from the environment themselves. */
export function startOtel({ env, onFailure }: OtelOptions): Tracing {
  const resource = resourceOf();
  const report = failuresOnce(onFailure);
  const spans = new BatchSpanProcessor({ exporter: reporting(new OTLPTraceExporter(), report), ...QUEUE });
  const lines = new BatchLogRecordProcessor({ exporter: reporting(new OTLPLogExporter(), report), ...QUEUE });
  const limits = { attributeValueLengthLimit: MAX_TEXT, attributeCountLimit: 64 };
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(env),
    spanLimits: limits,
    spanProcessors: env.OTEL_TRACES_EXPORTER === "none" ? [] : [spans],
  });
  const logs = new LoggerProvider({
    resource,
    logRecordLimits: { ...limits, attributeValueLengthLimit: 2_000 },
    processors: env.OTEL_LOGS_EXPORTER === "none" ? [] : [lines],
  });
  const tracer = provider.getTracer(NAME, VERSION);
  const logger = logs.getLogger(NAME, VERSION);
  const propagator = new W3CTraceContextPropagator();
  const storage = new AsyncLocalStorage<Running>();
  const run = async <T>(span: SdkSpan, running: Running, work: (span: Span) => Promise<T>): Promise<T> => {
    try {
      return await storage.run(running, () => work(faceOf(span)));
    } finally {
      span.end();
    }
  };
  return {
    request(request, requestId, work) {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, headerGetter);
      const attributes = { "http.request.method": request.method, "gateway.request_id": requestId };
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
      return run(span, { context: trace.setSpan(parent, span), requestId }, work);
    },
    async span(name, kind, attributes, work) {
      const running = storage.getStore();
      if (!running) return work({ set: () => {}, fail: () => {} });
      const options = { kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes };
      const span = tracer.startSpan(name, options, running.context);
      return run(span, { ...running, context: trace.setSpan(running.context, span) }, work);
    },
    logFields() {
      const running = storage.getStore();
      const current = running && trace.getSpanContext(running.context);
      if (!running || !current) return {};
      return { trace_id: current.traceId, span_id: current.spanId, request_id: running.requestId };
    },
    logLine(level, event, fields) {
      const context = storage.getStore()?.context ?? ROOT_CONTEXT;
      const severity = { severityNumber: SEVERITY[level], severityText: level.toUpperCase() };
      logger.emit({ ...severity, body: event, eventName: event, attributes: fields as never, context });
    },
    close: () => withinClose(Promise.allSettled([provider.shutdown(), logs.shutdown()])),
  };
}

function faceOf(span: SdkSpan): Span {
  return {
    set(attributes: SpanAttributes) {
      const { name, ...others } = attributes;
      if (name !== undefined) span.updateName(String(name));
      span.setAttributes(others);
    },
    fail(type) {
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

/** One report for an outage of the collector, whichever exporter notices it. */
function failuresOnce(onFailure: (error: unknown) => void): (result: ExportResult) => void {
  let hasFailed = false;
  return ({ code, error }) => {
    // Zero is success.
    if (code !== 0 && !hasFailed) onFailure(error);
    hasFailed = code !== 0;
  };
}

interface Exporter<Item> {
  export(items: Item[], done: (result: ExportResult) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
}

function reporting<Item>(
  inner: Exporter<Item>,
  report: (result: ExportResult) => void,
): Exporter<Item> & { forceFlush(): Promise<void> } {
  return {
    export: (items, done) =>
      inner.export(items, (result) => {
        report(result);
        done({ code: 0 });
      }),
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}

/** The standard names (OpenTelemetry specification, "SDK Environment Variables"); those that are not known sample all. */
function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }: OtelOptions["env"]): Sampler {
  const share = Number(argument ?? 1);
  const ratio = () => new TraceIdRatioBasedSampler(share >= 0 && share <= 1 ? share : 1);
  const of = (root: Sampler) => new ParentBasedSampler({ root });
  switch (name) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return ratio();
    case "parentbased_always_off":
      return of(new AlwaysOffSampler());
    case "parentbased_traceidratio":
      return of(ratio());
    default:
      return of(new AlwaysOnSampler());
  }
}
