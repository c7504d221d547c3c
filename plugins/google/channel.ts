// Channels of Calendar and Drive: notifications to an address of their own, which say that something changed and no more.
import {
  checked,
  type InboundWebhook,
  type Push,
  path,
  type SubscribeContext,
  type Subscribed,
  sharedToken,
  t,
  type UpstreamPath,
  type UpstreamRequest,
  type UpstreamResponse,
} from "gateway/plugin";

const LIFE_MS = 7 * 86_400_000;

/** Google limits the life of a channel by what it watches; the response says which it has. */
const Channel = t.Object({
  id: t.String(),
  resourceId: t.String(),
  expiration: t.Optional(t.String({ pattern: "^\\d{1,15}$" })),
});

/** Google refuses an id that it knows already: a new channel takes the place of one that expires, with a new id. */
const channelId = ({ id, now }: SubscribeContext) => `${id}-${now.toString(36)}`;

/**
 * Pushes by a channel on the thing at `watch`; `stop` ends it. A channel cannot be renewed: a new one is made in time
 * (developers.google.com/workspace/calendar/api/guides/push).
 */
export function channelPush(watch: { path: UpstreamPath; query?: UpstreamRequest["query"] }, stop: UpstreamPath): Push {
  return {
    deliversTo: "source",
    subscribe: (context) => ({
      ...watch,
      method: "POST",
      json: {
        id: channelId(context),
        type: "web_hook",
        address: context.address,
        token: context.secret,
        expiration: String(context.now + LIFE_MS),
      },
    }),
    subscribed,
    unsubscribe: ({ id, data }) => ({ method: "POST", path: stop, json: { id, resourceId: data.resourceId } }),
  };
}

function subscribed({ json }: UpstreamResponse): Subscribed {
  const { id, resourceId, expiration } = checked(Channel, json);
  return { id, expiresAt: expiration === undefined ? null : Number(expiration), data: { resourceId } };
}

export const CALENDAR_STOP = path`/calendar/v3/channels/stop`;
export const DRIVE_STOP = path`/drive/v3/channels/stop`;

const header = ({ headers }: InboundWebhook, name: string) => headers.get(`x-goog-${name}`) ?? "";

/** Whether an inbound webhook is a channel's; all that it says is in its headers. */
export const isChannel = (inbound: InboundWebhook) => header(inbound, "channel-id") !== "";

/** A channel repeats its token, and nothing signs its notifications. */
export const isOurChannel = sharedToken((inbound) => header(inbound, "channel-token"), { secret: "subscription" });

/** Whether a channel on the resource says that it changed; the first notification, `sync`, only confirms the channel. */
export function says(resource: RegExp, states: readonly string[]): (inbound: InboundWebhook) => boolean {
  return (inbound) =>
    isChannel(inbound) &&
    resource.test(header(inbound, "resource-uri")) &&
    states.includes(header(inbound, "resource-state"));
}

/** A channel numbers its notifications. */
export function notificationId(inbound: InboundWebhook): string | null {
  const number = header(inbound, "message-number");
  return number === "" ? null : `${header(inbound, "channel-id")}:${number}`;
}
