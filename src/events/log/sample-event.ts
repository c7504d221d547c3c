// An invented event of any type, the same each time: what its payload's schema takes, with the view that its plugin makes of it.
import type { AnyEventDef, EventView, Provider } from "../../plugin/index.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { sampleOf } from "../../web/http/openapi-examples.ts";
import type { Json } from "../../web/http/openapi-shapes.ts";
import { OWN_EVENTS, type OwnEventType } from "./own-events.ts";

export interface SampleEvent {
  view: Required<EventView>;
  payload: unknown;
}

type Plugins = Pick<Registry, "providers">;

const isOwn = (type: string): type is OwnEventType => Object.hasOwn(OWN_EVENTS, type);

/** The providers that can have an event of the type, all for the gateway's own about integrations; empty where there is no such type. */
export function providersWith({ providers }: Plugins, type: string): string[] {
  if (isOwn(type)) return type.startsWith("integration.") ? [...providers.keys()] : ["gateway"];
  return [...providers.values()].filter((provider) => declarationOf(provider, type)).map(({ id }) => id);
}

function declarationOf({ webhook, sources = {} }: Provider, type: string): AnyEventDef | undefined {
  const parts = [...(webhook ? [webhook] : []), ...Object.values(sources)];
  for (const { events = {} } of parts) if (Object.hasOwn(events, type)) return events[type];
  return undefined;
}

/** Null where the provider has no such type. */
export function sampleEvent({ providers }: Plugins, type: string, provider: string): SampleEvent | null {
  if (isOwn(type)) {
    const { payload, description } = OWN_EVENTS[type];
    const sample = sampleOf(payload as unknown as Json, provider) as Json;
    return { payload: "provider" in sample ? { ...sample, provider } : sample, view: plainView(description) };
  }
  const plugin = providers.get(provider);
  const declared = plugin && declarationOf(plugin, type);
  if (!declared) return null;
  const payload = sampleOf(declared.shape as unknown as Json, provider);
  return { payload, view: declared.view(payload as never) };
}

const plainView = (title: string): Required<EventView> => ({
  title,
  summary: null,
  actor: null,
  url: null,
  occurredAt: null,
});
