// How pages name what the usage log holds: providers, statuses and durations.
import { STATUS_CODES } from "node:http";
import type { Registry } from "../../providers/registry/registry.ts";
import type { Tone } from "../../web/pages/components.tsx";
import { tr } from "../../web/pages/messages.ts";
import { formatNumber, type Reader } from "../../web/pages/reader.ts";

/** Null for calls of the gateway's own routes. */
export const providerName = (registry: Registry, provider: string | null) =>
  provider === null ? tr("The gateway itself") : (registry.provider(provider)?.name ?? provider);

/** Sentence case: "Not found". */
export function statusLabel(status: number): string {
  const word = STATUS_CODES[status] ?? "";
  return word.length > 2 ? word.charAt(0) + word.slice(1).toLowerCase() : word;
}

export function statusTone(status: number): Tone {
  if (status >= 500) return "bad";
  if (status >= 400) return "warning";
  return status < 300 ? "good" : "neutral";
}

export function durationText(reader: Reader, ms: number): string {
  if (ms < 10_000) return `${formatNumber(reader, ms)} ms`;
  return `${formatNumber(reader, ms / 1_000, { maximumFractionDigits: 1 })} s`;
}
