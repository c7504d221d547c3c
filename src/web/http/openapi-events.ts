// The API document's events: a schema of every type with its payload, and the messages that webhooks deliver.
import type { TSchema } from "@sinclair/typebox";
import type { EventShape } from "./openapi-components.ts";
import { pascal, singular } from "./openapi-names.ts";
import { type Json, returnedSchema } from "./openapi-shapes.ts";

/** A type of event of one provider. */
export interface DocumentedEventType {
  /** `<service>.<what>`. */
  type: string;
  /** The only provider whose events are so; null for any. */
  provider: string | null;
  /** Whether the gateway publishes it about itself. */
  isOwn: boolean;
  description: string;
  payload: TSchema;
}

export interface DocumentedEvents {
  /** An event in the inbox, with an example. */
  event: TSchema;
  /** The payload in place of one that was too large. */
  omitted: TSchema;
  types: readonly DocumentedEventType[];
}

/** Types of events of a provider that have the same payload. */
interface Group {
  provider: string | null;
  types: Map<string, string>;
  payload: Json;
  /** `GithubIssue`; names of schemas begin with it. */
  stem: string;
}

/** Names that the document has whatever its plugins are, besides Event, which operations return. */
const FIXED_NAMES = [
  "EventType",
  "EventFields",
  "OversizedEvent",
  "OtherEvent",
  "OtherEventType",
  "WebhookEvent",
  "WebhookFields",
  "OversizedWebhook",
  "TestWebhook",
  "OtherWebhook",
] as const;

export interface EventSchemas {
  /** Names of the components, besides payloads. */
  names: readonly string[];
  /** Payloads to name. */
  shapes: readonly EventShape[];
  webhooks: Json;
  /** The components; `referring` gives a payload with references. */
  schemas(referring: (schema: Json) => Json): Json;
}

export function eventSchemas({ event, omitted, types }: DocumentedEvents): EventSchemas {
  const groups = groupsOf(types);
  const shapes = groups.map(({ provider, stem, payload }) => ({
    provider: stem.startsWith(pascal(provider ?? "")) ? pascal(provider ?? "") : "",
    name: `${stem}Payload`,
    payload,
  }));
  return {
    names: [...FIXED_NAMES, ...groups.flatMap(({ stem }) => [`${stem}InboxEvent`, `${stem}Webhook`])],
    shapes,
    webhooks: webhooksOf((event.examples as Json[])[0] ?? {}),
    schemas: (referring) => {
      const named = groups.map((group) => ({ ...group, payload: referring(group.payload) }));
      return {
        EventType: {
          description: "A type of event that this document has. Later versions can have more.",
          type: "string",
          enum: [...new Set(types.map(({ type }) => type))],
        },
        ...inboxSchemas(named, returnedSchema(event), returnedSchema(omitted)),
        ...webhookSchemas(named, returnedSchema(event), returnedSchema(omitted)),
      };
    },
  };
}

function groupsOf(types: readonly DocumentedEventType[]): Group[] {
  const single = [...Map.groupBy(types, ({ provider, type }) => `${provider} ${type}`).values()].map(singleOf);
  const grouped = Map.groupBy(single, ({ provider, isOwn, type, payload }) =>
    isOwn ? type : `${provider} ${JSON.stringify(payload)}`,
  );
  const taken = new Set<string>();
  return [...grouped.values()]
    .sort((a, b) => b.length - a.length)
    .map((members) => {
      const { provider, payload, isOwn } = members[0] as (typeof members)[number];
      const types = new Map(members.map(({ type, description }) => [type, description]));
      const stem = stemsOf(isOwn ? "" : pascal(provider ?? ""), [...types.keys()]).find((one) => !taken.has(one)) ?? "";
      taken.add(stem);
      return { provider, types, payload, stem };
    });
}

/** What is pushed and what is polled under one type can have two payloads. */
function singleOf(same: readonly DocumentedEventType[]) {
  const { type, provider, isOwn, description } = same[0] as DocumentedEventType;
  const payloads = new Map(same.map(({ payload }) => [JSON.stringify(payload), returnedSchema(payload)]));
  const all = [...payloads.values()];
  return { type, provider, isOwn, description, payload: all.length === 1 ? (all[0] as Json) : { anyOf: all } };
}

/** Names for a group, the best first; the last one is the group's alone. */
function stemsOf(provider: string, types: readonly string[]): string[] {
  const [first = ""] = types;
  const full = provider + pascal(first);
  const services = [...new Set(types.map((type) => pascal(singular(type.split(".")[0] ?? ""))))];
  const ofServices = provider + (services.length > 2 ? "" : services.join(""));
  return [...(types.length > 1 ? [ofServices] : []), full, `${full}As${pascal(types.join("_"))}`];
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const time = { type: "string", format: "date-time" };

/** The closed list, or one value. */
const oneOf = (values: readonly string[]): Json =>
  values.length === 1 ? { const: values[0] } : { type: "string", enum: values };

function without(schema: Json, names: readonly string[]): Json {
  const properties = Object.entries(schema.properties as Json).filter(([name]) => !names.includes(name));
  const required = (schema.required as string[]).filter((name) => !names.includes(name));
  return { type: "object", required, properties: Object.fromEntries(properties) };
}

/** What tells one kind of event from another. */
interface Kind {
  provider: Json;
  type: Json;
  payload: Json;
}
const kindOf = ({ provider, types, payload }: Group): Kind => ({
  provider: provider === null ? text : { const: provider },
  type: oneOf([...types.keys()]),
  payload,
});

const eventOf = (fields: string, kind: Kind): Json => ({
  allOf: [ref(fields), { type: "object", required: Object.keys(kind), properties: { ...kind } }],
});

/** An event that no group has: a type is known only with its provider, because several can have the same. */
function otherOf(fields: string, groups: readonly Group[]): Json {
  const known = [...Map.groupBy(groups, ({ provider }) => provider)].map(([provider, own]) => {
    const types = own.flatMap((group) => [...group.types.keys()]);
    return { properties: { ...(provider !== null && { provider: { const: provider } }), type: oneOf(types) } };
  });
  return { ...eventOf(fields, OTHER), not: { anyOf: known } };
}

const oversized = (payload: Json): Kind => ({ provider: text, type: ref("EventType"), payload });
const OTHER: Kind = { provider: text, type: ref("OtherEventType"), payload: {} };
const OVERSIZED_MEANS = "An event whose payload is larger than 1 MiB and was left out.";
const OTHER_MEANS =
  "An event of a type that this document does not have: a later one, or one of a plugin that is gone.";

const KIND_FIELDS = ["provider", "type", "payload"];

function inboxSchemas(groups: readonly Group[], event: Json, omitted: Json): Json {
  const schemas = groups.map((group) => {
    const { stem, types } = group;
    const lines = [...types].map(([type, description]) => `\`${type}\`: ${description}`);
    return [
      `${stem}InboxEvent`,
      { description: lines.join("\n\n"), ...eventOf("EventFields", kindOf(group)) },
    ] as const;
  });
  const names = [...schemas.map(([name]) => name), "OversizedEvent", "OtherEvent"];
  return {
    EventFields: { description: "What every event has.", ...without(event, KIND_FIELDS) },
    Event: { description: "An event; `type` and `provider` say what its payload holds.", anyOf: names.map(ref) },
    ...Object.fromEntries(schemas),
    OversizedEvent: { description: OVERSIZED_MEANS, ...eventOf("EventFields", oversized(omitted)) },
    OtherEvent: { description: OTHER_MEANS, ...otherOf("EventFields", groups) },
    OtherEventType: { ...text, description: "A type of event that this document does not have for the provider." },
  };
}

function webhookSchemas(groups: readonly Group[], event: Json, omitted: Json): Json {
  const message = ({ type, ...kind }: Kind, data = eventOf("WebhookFields", { type, ...kind })): Json => ({
    type: "object",
    required: ["type", "timestamp", "data"],
    properties: { type, timestamp: time, data },
  });
  const schemas = groups.map((group) => [`${group.stem}Webhook`, message(kindOf(group))] as const);
  const names = [...schemas.map(([name]) => name), "OversizedWebhook", "TestWebhook", "OtherWebhook"];
  return {
    WebhookFields: {
      description: "What the event of every message has.",
      ...without(event, [...KIND_FIELDS, "status"]),
    },
    WebhookEvent: {
      description: "The body of a message; `timestamp` is when the event occurred. `type` says what its payload holds.",
      anyOf: names.map(ref),
    },
    ...Object.fromEntries(schemas),
    OversizedWebhook: { description: OVERSIZED_MEANS, ...message(oversized(omitted)) },
    TestWebhook: {
      description: "A test that `test_webhook_endpoint` sends.",
      type: "object",
      required: ["type", "timestamp", "data"],
      properties: {
        type: { const: "webhook.test" },
        timestamp: time,
        data: { type: "object", required: ["endpoint_id"], properties: { endpoint_id: { ...text, format: "uuid" } } },
      },
    },
    OtherWebhook: { description: OTHER_MEANS, ...message(OTHER, otherOf("WebhookFields", groups)) },
  };
}

const header = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: text,
});

function messageOf({ status: _, ...data }: Json): Json {
  return { type: data.type, timestamp: data.occurred_at, data };
}

/** The `webhooks` of the document: the one request that the gateway sends to an endpoint. */
const webhooksOf = (example: Json): Json => ({
  event: {
    post: {
      operationId: "receive_event",
      summary: "An event, sent to a webhook endpoint of yours.",
      description:
        "Signed after Standard Webhooks 1.0.0. Verify the raw body, then respond with a 2xx within 15 seconds. A message can come twice, with the same `webhook-id`.",
      tags: ["webhook-endpoints"],
      security: [],
      parameters: [
        header("webhook-id", "The event's id, the same in every attempt."),
        header("webhook-timestamp", "When this attempt was signed, in Unix seconds."),
        header("webhook-signature", "One or more signatures, each `v1,` and base64, with spaces between."),
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: ref("WebhookEvent"), example: messageOf(example) } },
      },
      responses: {
        "2XX": { description: "Delivered." },
        "410": { description: "Stops the endpoint." },
        default: { description: "A failed attempt; the message is sent again." },
      },
    },
  },
});
