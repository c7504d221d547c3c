// Routes of outgoing webhooks: endpoints, their secrets, deliveries, replays and tests.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { deliveriesErrors, replay, replayErrors, sendTest, viewDeliveries, viewDelivery } from "./deliveries.ts";
import { putEndpoint } from "./endpoint-by-url.ts";
import {
  changeEndpoint,
  createEndpoint,
  endpointErrors,
  eventTypeErrors,
  removeEndpoint,
  rotateEndpointSecret,
  viewEndpoint,
  viewEndpoints,
} from "./endpoints.ts";
import {
  ChangeEndpointBody,
  CreateEndpointBody,
  DeliveriesQuery,
  DeliveryShape,
  DeliveryWithBody,
  EndpointShape,
  EndpointWithSecret,
  PutEndpointShape,
  ReplayBody,
} from "./model.ts";

const PATH = "/api/v1/webhook-endpoints";
const params = t.Object({ id: t.String({ minLength: 1, maxLength: 64, description: "The endpoint's id." }) });
const deliveryParams = t.Object({
  ...params.properties,
  event_id: t.String({ minLength: 1, maxLength: 64, description: "The id of the event or the test message." }),
});
const base = {
  access: "key",
  owner: "user-and-accounts",
  tag: { name: "webhook-endpoints", description: "Outgoing webhooks: where your events are delivered." },
  permissions: ["gateway:partner.manage"],
} satisfies Partial<ApiKeyRoute>;
const ofOne = { ...base, params, path: `${PATH}/{id}`, codes: ["NOT_FOUND"] } satisfies Partial<ApiKeyRoute>;

export function webhookRoutes(deps: Deps) {
  return [...endpointRoutes(deps), ...singleRoutes(deps), ...deliveryRoutes(deps)];
}

function endpointRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      id: "create_webhook_endpoint",
      method: "POST",
      path: PATH,
      summary: "Have your events delivered to a URL. The response contains the signing secret, only this once.",
      body: CreateEndpointBody,
      check: ({ body }) => [
        ...endpointErrors(deps, body as CreateEndpointBody),
        ...eventTypeErrors(deps, body as CreateEndpointBody),
      ],
      codes: ["ACCOUNT_NOT_FOUND", "CONFLICT"],
      data: EndpointWithSecret,
      handle: async ({ caller, body, initiator }) => ({
        data: await createEndpoint(deps, caller, body as CreateEndpointBody, initiator),
      }),
    }),
    keyRoute({
      ...base,
      id: "put_webhook_endpoint",
      method: "PUT",
      path: PATH,
      summary:
        "Register a URL: changes the endpoint that has it, or creates it; only a new one's response has a secret.",
      body: CreateEndpointBody,
      check: ({ body }) => endpointErrors(deps, body as CreateEndpointBody),
      codes: ["ACCOUNT_NOT_FOUND", "CONFLICT"],
      data: PutEndpointShape,
      handle: async ({ caller, body, initiator }) => ({
        data: await putEndpoint(deps, caller, body as CreateEndpointBody, initiator),
      }),
    }),
    keyRoute({
      ...base,
      id: "list_webhook_endpoints",
      method: "GET",
      path: PATH,
      summary: "List your webhook endpoints, oldest first; you can have at most 50.",
      data: t.Object({ webhook_endpoints: t.Array(EndpointShape) }),
      handle: async ({ caller }) => ({ data: { webhook_endpoints: await viewEndpoints(deps, caller) } }),
    }),
  ];
}

function singleRoutes(deps: Deps) {
  return [
    keyRoute({
      ...ofOne,
      id: "get_webhook_endpoint",
      method: "GET",
      summary: "One webhook endpoint.",
      data: EndpointShape,
      handle: async ({ caller, params }) => ({ data: await viewEndpoint(deps, caller, params.id) }),
    }),
    keyRoute({
      ...ofOne,
      id: "update_webhook_endpoint",
      method: "PATCH",
      summary: "Change a webhook endpoint, or start it again after it was stopped.",
      codes: ["NOT_FOUND", "ACCOUNT_NOT_FOUND"],
      body: ChangeEndpointBody,
      check: ({ body }) => endpointErrors(deps, body as ChangeEndpointBody),
      data: EndpointShape,
      handle: async ({ caller, params, body, initiator }) => ({
        data: await changeEndpoint(deps, caller, params.id, body as ChangeEndpointBody, initiator),
      }),
    }),
    keyRoute({
      ...ofOne,
      id: "delete_webhook_endpoint",
      method: "DELETE",
      summary: "Delete a webhook endpoint with its deliveries.",
      data: t.Object({ deleted: t.Literal(true) }),
      async handle({ caller, params, initiator }) {
        await removeEndpoint(deps, caller, params.id, initiator);
        return { data: { deleted: true as const } };
      },
    }),
    keyRoute({
      ...ofOne,
      id: "rotate_webhook_secret",
      method: "POST",
      path: `${PATH}/{id}/secret/rotate`,
      summary: "Replace an endpoint's secret. The old one also signs for 24 hours.",
      data: EndpointWithSecret,
      handle: async ({ caller, params, initiator }) => ({
        data: await rotateEndpointSecret(deps, caller, params.id, initiator),
      }),
    }),
  ];
}

function deliveryRoutes(deps: Deps) {
  return [
    keyRoute({
      ...ofOne,
      id: "list_webhook_deliveries",
      method: "GET",
      path: `${PATH}/{id}/deliveries`,
      summary: "An endpoint's deliveries with their attempts, newest first.",
      query: DeliveriesQuery,
      check: ({ query, params }, errors, { userId }) =>
        deliveriesErrors(deps, userId, String(params.id), query as DeliveriesQuery, errors),
      data: t.Object({ deliveries: t.Array(DeliveryShape), next_cursor: t.Union([t.String(), t.Null()]) }),
      handle: async ({ caller, params, query }) => ({
        data: await viewDeliveries(deps, caller, params.id, query as DeliveriesQuery),
      }),
    }),
    keyRoute({
      ...ofOne,
      id: "get_webhook_delivery",
      method: "GET",
      path: `${PATH}/{id}/deliveries/{event_id}`,
      summary: "One delivery of an endpoint with its attempts and the body that is sent.",
      params: deliveryParams,
      data: DeliveryWithBody,
      handle: async ({ caller, params }) => ({
        data: await viewDelivery(deps, caller, params.id, params.event_id),
      }),
    }),
    keyRoute({
      ...ofOne,
      id: "replay_webhook_events",
      method: "POST",
      path: `${PATH}/{id}/replay`,
      summary: "Redeliver one event, or all in a time range (at most 10,000; continue with next_since).",
      body: ReplayBody,
      check: ({ body }) => replayErrors(body as ReplayBody),
      codes: ["NOT_FOUND", "CONFLICT"],
      data: t.Object({ queued: t.Integer(), next_since: t.Union([t.String({ format: "date-time" }), t.Null()]) }),
      handle: async ({ caller, params, body }) => ({
        data: await replay(deps, caller, params.id, body as ReplayBody),
      }),
    }),
    keyRoute({
      ...ofOne,
      id: "test_webhook_endpoint",
      method: "POST",
      path: `${PATH}/{id}/test`,
      summary: "Send one webhook.test message. The endpoint's deliveries show the response.",
      codes: ["NOT_FOUND", "CONFLICT"],
      data: t.Object({ event_id: t.String({ format: "uuid" }) }),
      handle: async ({ caller, params }) => ({ data: await sendTest(deps, caller, params.id) }),
    }),
  ];
}
