// The list of what happened in a Stripe account.
import { endpoint, field, many, path, record, t } from "gateway/plugin";
import { createdAt, createdBetween, isLive, listPagination, spanQuery } from "./fields.ts";

const stripeEvent = record({
  id: field.id(),
  type: field.text({ description: "Stripe's name of the event type, such as invoice.paid." }),
  object: field.text({
    from: "data.object.object",
    description: "Type of the object that it is about, such as invoice.",
  }),
  object_id: field.nullableText({ from: "data.object.id", description: "Id of the object that it is about." }),
  request_id: field.nullableText({
    from: "request.id",
    description: "Id of the API request that caused it; null if none did.",
  }),
  is_live: isLive,
  created_at: createdAt,
});

export const eventEndpoints = {
  list_events: endpoint({
    method: "GET",
    path: "/events",
    permission: "events.read",
    description: "List what happened in the Stripe account in the last 30 days, the newest first.",
    keywords: ["activity", "audit", "history"],
    query: t.Object({
      type: t.Optional(
        t.String({
          pattern: "^[a-z0-9_.*]{1,100}$",
          description: "Only events of this type, such as invoice.paid or charge.*.",
        }),
      ),
      ...createdBetween,
    }),
    upstream: ({ query }) => ({ path: path`/events`, query: { type: query.type, ...spanQuery(query) } }),
    returns: many("events", stripeEvent, { at: "data", pagination: listPagination }),
  }),
};
