/** @jsxImportSource #pages */
// Webhook endpoints and deliveries as the pages show them: shapes of the API, and words for their states.
import type { Static } from "@sinclair/typebox";
import type { DeliveryShape, EndpointShape } from "../../events/webhooks/model.ts";
import { Tag, type Tone } from "../../web/pages/components.tsx";
import { Status } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";

export type WebhookEndpoint = Static<typeof EndpointShape>;
export type Delivery = Static<typeof DeliveryShape>;
export type Attempt = Delivery["attempts"][number];

export const endpointPath = (id: string, rest = "") => `/webhooks/${encodeURIComponent(id)}${rest}`;
export const deliveryPath = (id: string, eventId: string) =>
  endpointPath(id, `/deliveries/${encodeURIComponent(eventId)}`);

/** What people call an endpoint by, and type before it goes. */
export const nameOf = ({ url }: Pick<WebhookEndpoint, "url">) => new URL(url).host;

const stateOf = ({ enabled, disabled_reason, failures }: WebhookEndpoint): [Tone, string] => {
  if (enabled)
    return failures === 0 ? ["good", tr("Active")] : ["warning", tr("Failing, {failures} in a row", { failures })];
  if (disabled_reason === "gone") return ["bad", tr("Stopped: gone")];
  return disabled_reason === "failing" ? ["bad", tr("Stopped: failing")] : ["neutral", tr("Disabled")];
};

export const EndpointState = ({ endpoint }: { endpoint: WebhookEndpoint }): Markup => {
  const [tone, word] = stateOf(endpoint);
  return <Status tone={tone}>{word}</Status>;
};

const DELIVERY_STATES: Record<Delivery["state"], [Tone, Message]> = {
  pending: ["warning", message("Pending")],
  delivered: ["good", message("Delivered")],
  failed: ["bad", message("Failed")],
};

export const DeliveryState = ({ state }: { state: Delivery["state"] }): Markup => {
  const [tone, word] = DELIVERY_STATES[state];
  return <Status tone={tone}>{tr(word)}</Status>;
};

/** What the response decided, or that it was to and did not. */
export const DecisionMark = ({ of }: { of: Attempt | undefined }): Markup => {
  if (!of?.decision) return NOTHING;
  const { outcome } = of.decision;
  if (outcome === null) return <Tag tone="warning">{tr("decision ignored")}</Tag>;
  return <Tag tone="good">{outcome === "approve" ? tr("approved") : tr("denied")}</Tag>;
};

const ERRORS: Record<string, Message> = {
  address_refused: message("Its host has no public address. Webhooks are sent only to public addresses."),
  timeout: message("It took longer than 15 seconds."),
  connect: message("The connection failed."),
  tls: message("Its certificate was not accepted."),
  redirect: message("It redirects, which is not followed. Change the URL."),
  status: message("It responded, but not with a status from 200 to 299."),
  event_gone: message("The event was deleted from the inbox."),
};

/** A sentence for an attempt's error. */
export const errorText = (code: string | null) => {
  if (code === null) return tr("Received.");
  return ERRORS[code] ? tr(ERRORS[code]) : code;
};
