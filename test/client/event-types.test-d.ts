// What the compiler knows of events: `type` and `provider` say what a payload holds, and nothing of it is `any`.
import type { IncomingHttpHeaders } from "node:http";
import type { EventType, GatewayClient, InboxEvent, WebhookEvent } from "../../client/src/index.ts";
import { verifyWebhook } from "../../client/src/index.ts";

type IsAny<T> = 0 extends 1 & T ? true : false;
const isFalse = (_: false): void => {};
const isText = (_: string): void => {};

export async function received(request: Request): Promise<unknown> {
  const event: WebhookEvent = await verifyWebhook(request, process.env.WEBHOOK_SECRET);
  switch (event.type) {
    case "gmail.message_received": {
      const { payload } = event.data;
      // @ts-expect-error A payload can be too large.
      isText(payload.subject);
      if ("omitted" in payload) return payload.omitted;
      isText(payload.thread_id);
      isFalse(false as IsAny<typeof payload>);
      // @ts-expect-error A mail has no such field.
      return payload.no_such_field;
    }
    case "issues.opened": {
      const { data } = event;
      if (data.provider === "github") return "omitted" in data.payload ? null : data.payload.issue.number;
      // @ts-expect-error GitLab's has no issue in it.
      return data.payload.issue;
    }
    case "integration.expired": {
      const { payload } = event.data;
      if ("omitted" in payload) return null;
      isText(payload.action);
      return payload.identity.name;
    }
    case "webhook.test":
      isText(event.data.endpoint_id);
      return null;
    case "unknown type": {
      isText(event.data.type);
      isFalse(false as IsAny<typeof event.data.payload>);
      return event.data.payload;
    }
    // @ts-expect-error There is no such type.
    case "gmail.no_such_type":
      return null;
    default:
      isText(event.type);
      return event.data;
  }
}

/** Node's headers and a body of bytes, as frameworks have them. */
export const fromNode = (headers: IncomingHttpHeaders, body: Buffer): Promise<WebhookEvent> =>
  verifyWebhook({ headers, body }, ["secret", undefined]);

export async function listed(client: GatewayClient): Promise<void> {
  for await (const event of client.items("/api/v1/inbox/events")) {
    isFalse(false as IsAny<typeof event.payload>);
    if (event.type !== "tickets.created" || event.provider !== "zendesk") continue;
    // Null, where the call leaves payloads out.
    if (event.payload === null || "omitted" in event.payload) continue;
    isText(event.status);
    isText(event.payload.subject ?? "");
  }
  const one: InboxEvent = await client.get("/api/v1/inbox/events/{id}", { params: { path: { id: "1" } } });
  if (one.type === "drive.file_removed" && !("omitted" in one.payload)) isText(one.payload.id);
}

export async function streamed(client: GatewayClient): Promise<unknown> {
  for await (const event of client.account("customer-42").events({ types: ["issues.opened"] })) {
    if (event.type === "issues.opened" && event.provider === "github" && !("omitted" in event.payload))
      isText(event.payload.repository);
    isFalse(false as IsAny<typeof event.payload>);
  }
  // @ts-expect-error There is no such type.
  client.events({ types: ["gmail.no_such_type"] });
  // @ts-expect-error A stream has no envelope: `events` reads it.
  return client.get("/api/v1/inbox/stream");
}

export const types: EventType[] = ["gmail.message_received", "integration.connected"];
// @ts-expect-error There is no such type.
export const wrong: EventType = "gmail.no_such_type";
