// What the payload of each type of event holds, for the API document: as plugins declare it, and as the gateway publishes its own.
import type { TSchema } from "@sinclair/typebox";
import { renamedFieldsOf } from "../../plugin/previous-fields.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import type { DocumentedEvents, DocumentedEventType } from "../../web/http/openapi-events.ts";
import { InboxEvent, OmittedPayload } from "./model.ts";
import { OWN_EVENTS } from "./own-events.ts";

export function documentedEvents({ providers }: Pick<Registry, "providers">): DocumentedEvents {
  const own = Object.entries(OWN_EVENTS).map(([type, { description, payload }]) => ({
    type,
    provider: type.startsWith("integration.") ? null : "gateway",
    isOwn: true,
    description,
    payload,
  }));
  const declared = [...providers.values()].flatMap(({ id, webhook, sources = {} }): DocumentedEventType[] =>
    [webhook, ...Object.values(sources)].flatMap((part) =>
      Object.entries(part?.events ?? {}).map(([type, { description, shape }]) => ({
        type,
        provider: id,
        isOwn: false,
        description,
        payload: shape && asStored(shape),
      })),
    ),
  );
  return { event: InboxEvent, omitted: OmittedPayload, types: [...own, ...declared] };
}

/** An event that was stored before a field of its payload was renamed has the former name alone. */
function asStored(shape: TSchema): TSchema {
  const renamed = renamedFieldsOf(shape);
  if (renamed.length === 0) return shape;
  const { title: _, required = [], ...own } = shape;
  return { ...own, required: (required as string[]).filter((name) => !renamed.includes(name)) } as TSchema;
}
