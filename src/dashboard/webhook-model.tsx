/** @jsxImportSource #pages */
// Webhook endpoints and deliveries as the pages show them: shapes of the API, and words for their states.
import type { Tone } from "../pages/components.tsx";
import { State } from "../pages/data.tsx";
import type { Markup } from "../pages/jsx-runtime.ts";

export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  event_types: string[];
  providers: string[] | null;
  scope: "all" | "user" | "accounts";
  account_ids: string[] | null;
  enabled: boolean;
  disabled_reason: "manual" | "gone" | "failing" | null;
  disabled_at: string | null;
  failures: number;
  last_success_at: string | null;
  is_full: boolean;
  dropped: number;
  previous_secret_expires_at: string | null;
  created_at: string;
}

export interface Attempt {
  at: string;
  status: number | null;
  duration_ms: number;
  error: string | null;
  response: string | null;
}

export interface Delivery {
  event_id: string;
  type: string;
  state: "pending" | "delivered" | "failed";
  is_test: boolean;
  is_replay: boolean;
  next_attempt_at: string | null;
  created_at: string;
  updated_at: string;
  attempts: Attempt[];
}

export const endpointPath = (id: string, rest = "") => `/webhooks/${encodeURIComponent(id)}${rest}`;
export const deliveryPath = (id: string, eventId: string) =>
  endpointPath(id, `/deliveries/${encodeURIComponent(eventId)}`);

/** What people call an endpoint by, and type before it goes. */
export const nameOf = ({ url }: Pick<WebhookEndpoint, "url">) => new URL(url).host;

const stateOf = ({ enabled, disabled_reason, failures }: WebhookEndpoint): [Tone, string] => {
  if (enabled) return failures === 0 ? ["good", "Active"] : ["warning", `Failing, ${failures} in a row`];
  if (disabled_reason === "gone") return ["bad", "Stopped: gone"];
  return disabled_reason === "failing" ? ["bad", "Stopped: failing"] : ["neutral", "Disabled"];
};

export const EndpointState = ({ endpoint }: { endpoint: WebhookEndpoint }): Markup => {
  const [tone, word] = stateOf(endpoint);
  return <State tone={tone}>{word}</State>;
};

const DELIVERY_STATES: Record<Delivery["state"], [Tone, string]> = {
  pending: ["warning", "Pending"],
  delivered: ["good", "Delivered"],
  failed: ["bad", "Failed"],
};

export const DeliveryState = ({ state }: { state: Delivery["state"] }): Markup => {
  const [tone, word] = DELIVERY_STATES[state];
  return <State tone={tone}>{word}</State>;
};

const ERRORS: Record<string, string> = {
  address_refused: "Its host has no address that webhooks may go to.",
  timeout: "It took longer than 15 seconds.",
  connect: "No connection was possible, or it broke.",
  tls: "Its certificate was not accepted.",
  redirect: "It redirects, which is not followed. Change the URL.",
  status: "It responded, but not with a status from 200 to 299.",
  event_gone: "The event is gone from the inbox.",
};

/** A sentence for an attempt's error. */
export const errorText = (code: string | null) => (code === null ? "Received." : (ERRORS[code] ?? code));
