// Which sources an integration has, by its plugin, its grant and the operator's settings. Pure.

import { isUsable } from "../../connections/integrations/access.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { isLoopback } from "../../foundation/config/providers-file.ts";
import type { Provider, Source } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import type { Target } from "../../providers/upstream/target.ts";

/** Whether providers can deliver to the gateway. */
export function canBePushedTo(config: { publicWebhooks: boolean | null }, baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return config.publicWebhooks ?? (protocol === "https:" && !isLoopback(hostname));
}

export interface EventSettings {
  target: Pick<Target, "provider" | "events" | "webhookSecret" | "settings">;
  /** Whether providers can deliver to the gateway. */
  isPublic: boolean;
}

export type SourceMode = "push" | "poll";

/** The mode of a provider's events: the operator's choice, otherwise pushed if that is possible. */
export function eventMode({ target, isPublic }: EventSettings): "push" | "poll" | "off" {
  if (target.events !== null) return target.events;
  const hasPush = Object.values(target.provider.sources ?? {}).some(({ push }) => push !== undefined);
  return isPublic && (target.webhookSecret !== null || hasPush) ? "push" : "poll";
}

/** How a source gets its events; null where it must not run. */
export function sourceMode(settings: EventSettings, name: string): SourceMode | null {
  const { provider, webhookSecret, events: chosen } = settings.target;
  const source = sourceOf(provider, name);
  const mode = eventMode(settings);
  if (!source || mode === "off") return null;
  const isSetUp = source.push?.needs?.every((setting) => settings.target.settings[setting] !== undefined) ?? true;
  if (source.push && settings.isPublic && mode === "push" && (isSetUp || !source.poll)) return "push";
  if (!source.poll || source.poll.requiresSubscription) return null;
  const { webhook } = provider;
  // The operator's webhook, where there is one, brings the same events, unless it only says that there are some.
  const hasWebhook = mode === "push" && webhook?.subject !== undefined && (webhookSecret !== null || chosen === "push");
  const isPushedOtherwise = hasWebhook && !source.push && !source.pollsWithWebhook && !isTriggered(provider, name);
  return isPushedOtherwise ? null : "poll";
}

export const todaysSource = (provider: Provider, stored: string): string =>
  previousNamesOf(provider).sources.today(stored);

/** `stored` is the name of today, or one that the source had before. */
export function sourceOf(provider: Provider, stored: string): Source | null {
  const { sources = {} } = provider;
  const name = todaysSource(provider, stored);
  return Object.hasOwn(sources, name) ? (sources[name] as Source) : null;
}

const isTriggered = (provider: Provider, name: string): boolean =>
  Object.hasOwn(provider.webhook?.triggersPoll ?? {}, todaysSource(provider, name));

/** Whether the source's poll goes on beside its subscription: nothing then comes twice. */
export function pollsWithPush(provider: Provider, name: string): boolean {
  return isTriggered(provider, name) || sourceOf(provider, name)?.poll?.sharesEventIds === true;
}

/** Whether the grant and the switched services let the source run. */
export function maySourceRun(provider: Provider, source: Source, row: IntegrationRow): boolean {
  const service = source.permission.split(".")[0] ?? "";
  return isUsable(row, { provider, service, needs: [source.permission] });
}

/** The sources that the integration gets by itself, by name. */
export function plannedSources(settings: EventSettings, row: IntegrationRow): Map<string, SourceMode> {
  const { provider, events: chosen } = settings.target;
  const planned = new Map<string, SourceMode>();
  for (const [name, source] of Object.entries(provider.sources ?? {})) {
    if (source.resource || !maySourceRun(provider, source, row)) continue;
    if (source.isDefault === false && chosen === null) continue;
    const mode = sourceMode(settings, name);
    if (mode !== null) planned.set(name, mode);
  }
  return planned;
}
