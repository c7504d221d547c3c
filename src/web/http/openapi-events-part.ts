// The API document's events of some providers: those of the others become events that the document does not have.
import { isObject, type Json } from "./openapi-shapes.ts";

type Schemas = Record<string, Json>;
const REFERENCE = "#/components/schemas/";

/** The schemas with the events of these providers, and with the gateway's own. */
export function withEventsOf(schemas: Schemas, providers: readonly string[]): Schemas {
  const isWanted = (kind: Json) => {
    const provider = propertyOf(kind, "provider").const;
    return provider === undefined || provider === "gateway" || providers.includes(provider as string);
  };
  const union = (name: string): Json => {
    const members = (schemas[name]?.anyOf ?? []) as { $ref: string }[];
    return {
      ...schemas[name],
      anyOf: members.filter(({ $ref }) => isWanted(kindOf(schemas[$ref.slice(REFERENCE.length)]))),
    };
  };
  const other = (schema: Json | undefined): Json => ({ ...schema, not: { anyOf: kindsIn(schema).filter(isWanted) } });
  const types = kindsIn(schemas.OtherEvent)
    .filter(isWanted)
    .flatMap((kind) => valuesOf(propertyOf(kind, "type")));
  const message = schemas.OtherWebhook ?? {};
  return {
    ...schemas,
    Event: union("Event"),
    WebhookEvent: union("WebhookEvent"),
    EventType: { ...schemas.EventType, enum: valuesOf(schemas.EventType ?? {}).filter((type) => types.includes(type)) },
    OtherEvent: other(schemas.OtherEvent),
    OtherWebhook: {
      ...message,
      properties: { ...(message.properties as Json), data: other(propertyOf(message, "data")) },
    },
  };
}

const propertyOf = ({ properties }: Json, name: string): Json =>
  (isObject(properties) ? (properties[name] as Json) : null) ?? {};
const valuesOf = ({ const: one, enum: several }: Json) => (several ?? [one]) as string[];
const kindsIn = (schema: Json | undefined) => ((schema?.not as Json | undefined)?.anyOf ?? []) as Json[];

/** The part of an event, or of a message with one, that says of whom it is. */
function kindOf(schema: Json = {}): Json {
  const { allOf = [] } = Array.isArray(schema.allOf) ? schema : propertyOf(schema, "data");
  return (allOf as Json[])[1] ?? {};
}
