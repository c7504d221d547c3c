// Where Stripe's events come from: a webhook endpoint in the account, and the list of events for what it lost.
import {
  checked,
  maybeFlag,
  type Poll,
  type Push,
  path,
  polledEvent,
  pollSince,
  type Source,
  t,
  textAt,
} from "gateway/plugin";
import { declarations, eventShape, rawEvent, STRIPE_TYPES, toPayload } from "./event.ts";
import { API_VERSION, formOf } from "./fields.ts";

/** docs.stripe.com/api/webhook_endpoints */
const push: Push = {
  deliversTo: "source",
  subscribe: ({ id, address }) => ({
    method: "POST",
    path: path`/webhook_endpoints`,
    form: formOf({
      url: address,
      api_version: API_VERSION,
      enabled_events: STRIPE_TYPES,
      description: "Integration gateway",
    }),
    // Repeated, it is the same endpoint: an account has sixteen at most.
    headers: { "idempotency-key": id },
  }),
  subscribed: ({ json }) => {
    const made = checked(t.Object({ id: t.String({ pattern: "^we_" }), secret: t.String({ minLength: 1 }) }), json);
    return { id: made.id, expiresAt: null, secret: made.secret };
  },
  unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/webhook_endpoints/${id}` }),
  check: ({ id }) => ({ path: path`/webhook_endpoints/${id}` }),
  // After days of failures Stripe disables it.
  isActive: ({ json }) => textAt(json, "status") === "enabled",
};

const PAGE = 100;
const EventPage = t.Object({ data: t.Array(t.Object({ id: t.String() })), has_more: maybeFlag });

/** docs.stripe.com/api/events/list: 30 days back, the newest first. */
const poll: Poll = {
  ...pollSince({
    everyS: 300,
    // Stripe's times have whole seconds; the rest is for clocks that differ and for what shows late.
    overlapS: 120,
    read: async (since, cursor, _, upstream) => {
      const { json } = await upstream.request({
        path: path`/events`,
        query: {
          "created[gte]": Math.floor(since / 1_000),
          "types[]": STRIPE_TYPES,
          limit: PAGE,
          starting_after: cursor ?? undefined,
        },
      });
      const { data, has_more } = checked(EventPage, json);
      return { items: data.toReversed(), cursor: has_more === true ? (data.at(-1)?.id ?? null) : null };
    },
  }),
  sharesEventIds: true,
};

export const sources = {
  events: {
    description: "What happens in the Stripe account: customers, invoices, subscriptions, payments and checkouts.",
    permission: "events.read",
    push,
    poll,
    events: Object.fromEntries(
      declarations.map(({ name, description, isType, view }) => [
        name,
        polledEvent({
          description,
          match: isType,
          id: ({ id }) => id,
          raw: rawEvent,
          shape: eventShape,
          map: (raw) => toPayload(raw),
          view,
        }),
      ]),
    ),
  } satisfies Source<"events.read">,
};
