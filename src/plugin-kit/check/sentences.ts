// The kit's rule for descriptions: each ends as a sentence does, because models and people read several of them one after the other.
import type { TSchema } from "@sinclair/typebox";
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Violation } from "./violation.ts";

/** A closing quote or bracket may follow; "…" is the end of a text that was cut. */
const END = /[.?!…]["'`”’)\]]*$/;

/** The descriptions of permissions, events, endpoints and inputs that do not end as a sentence does. A missing one is another rule's. */
export function sentenceViolations(plugin: Provider, endpoints: readonly RegisteredEndpoint[]): Violation[] {
  return [
    ...Object.entries(plugin.services).flatMap(([service, actions]) => openIn(actions, `services.${service}`)),
    ...openIn(plugin.webhook?.events ?? {}, "webhook.events"),
    ...Object.entries(plugin.sources ?? {}).flatMap(([name, { events }]) =>
      openIn(events ?? {}, `sources.${name}.events`),
    ),
    ...endpoints.flatMap(({ key, def, input }) => [
      ...openIn({ [key]: def }, "endpoints"),
      ...Object.entries(input).flatMap(([part, schema]) => openFields(schema, `endpoints.${key}.${part}`)),
    ]),
  ];
}

function openIn(described: Readonly<Record<string, { description?: string }>>, where: string): Violation[] {
  return Object.entries(described).flatMap(([name, { description = "" }]) =>
    description === "" || END.test(description)
      ? []
      : [{ where: `${where}.${name}.description`, message: 'must end with a full stop, "?" or "!".' }],
  );
}

/** Fields in objects, lists and unions at any depth. */
function openFields(schema: TSchema | null, where: string): Violation[] {
  if (!schema) return [];
  const { properties = {}, items = [], anyOf = [] } = schema as unknown as Record<string, never>;
  return [
    ...openIn(properties, where),
    ...([items, anyOf].flat() as TSchema[]).flatMap((part) => openFields(part, where)),
    ...Object.entries<TSchema>(properties).flatMap(([name, field]) => openFields(field, `${where}.${name}`)),
  ];
}
