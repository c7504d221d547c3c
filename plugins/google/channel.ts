// Channels of Calendar and Drive: notifications to an address of their own, which say that something changed and no more.
import {
  checked,
  type Delivery,
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
    addressOf: "source",
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

const header = ({ headers }: Delivery, name: string) => headers.get(`x-goog-${name}`) ?? "";

/** Whether a delivery is a channel's; all that it says is in its headers. */
export const isChannel = (delivery: Delivery) => header(delivery, "channel-id") !== "";

/** A channel repeats its token, and nothing signs its notifications. */
export const isOurChannel = sharedToken((delivery) => header(delivery, "channel-token"), { secret: "subscription" });

/** Whether a channel on the resource says that it changed; the first notification, `sync`, only confirms the channel. */
export function says(resource: RegExp, states: readonly string[]): (delivery: Delivery) => boolean {
  return (delivery) =>
    isChannel(delivery) &&
    resource.test(header(delivery, "resource-uri")) &&
    states.includes(header(delivery, "resource-state"));
}

/** A channel numbers its notifications. */
export function notificationId(delivery: Delivery): string | null {
  const number = header(delivery, "message-number");
  return number === "" ? null : `${header(delivery, "channel-id")}:${number}`;
}
