// The activity log over OTLP, through a queue of its own: no flood of log lines takes its places, and what is dropped is counted.
import { SeverityNumber } from "@opentelemetry/api";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { BatchLogRecordProcessor, LoggerProvider, type ReadableLogRecord } from "@opentelemetry/sdk-logs";
import { type ActivityReport, type ActivityTarget, withinClose } from "../log/activity.ts";
import type { LogFields } from "../log/log.ts";
import { VERSION } from "../version.ts";
import { NAME, QUEUE, resourceOf } from "./otel-resource.ts";

export function openOtelActivity(report: ActivityReport): ActivityTarget {
  /** Events that the SDK has and that no export has ended with: the SDK itself would drop further ones in silence. */
  let pending = 0;
  const inner = new OTLPLogExporter();
  const exporter: Pick<OTLPLogExporter, "export" | "shutdown" | "forceFlush"> = {
    export: (records: ReadableLogRecord[], done) =>
      inner.export(records, ({ code }) => {
        pending -= records.length;
        if (code === 0) report.written(records.length);
        else report.dropped(records.length, "collector");
        done({ code: 0 });
      }),
    shutdown: () => inner.shutdown(),
    forceFlush: () => inner.forceFlush(),
  };
  const processor = new BatchLogRecordProcessor({ exporter, ...QUEUE });
  const provider = new LoggerProvider({
    resource: resourceOf(),
    logRecordLimits: { attributeValueLengthLimit: 4_000, attributeCountLimit: 64 },
    processors: [processor],
  });
  const logger = provider.getLogger(NAME, VERSION);
  return {
    write({ kind, at, fields }) {
      if (pending >= QUEUE.maxQueueSize) return report.dropped(1, "queue_full");
      pending++;
      const severity = { severityNumber: SeverityNumber.INFO, severityText: "INFO" };
      const eventName = `gateway.${kind}`;
      logger.emit({
        ...severity,
        timestamp: at,
        body: eventName,
        eventName,
        attributes: attributesOf(fields) as never,
      });
    },
    async close() {
      await withinClose(provider.shutdown());
      if (pending > 0) report.dropped(pending, "closed");
    },
  };
}

/** OTLP has no null. */
const attributesOf = (fields: LogFields): LogFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
