// What every exporter of OpenTelemetry says of this process, and how much each of them queues.
import { detectResources, envDetector, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { VERSION } from "../version.ts";

export const NAME = "integration-gateway";
/** Everything further is dropped while the collector is slow or gone. */
export const QUEUE = {
  maxQueueSize: 4_096,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 1_000,
  exportTimeoutMillis: 5_000,
};

export function resourceOf(): Resource {
  const named = resourceFromAttributes({ "service.name": NAME, "service.version": VERSION });
  return named.merge(detectResources({ detectors: [envDetector] }));
}
