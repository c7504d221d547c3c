// Google's notifications: Gmail's over Pub/Sub, and those of the channels of Calendar and Drive. They only trigger polls.
import {
  base64Bytes,
  bearerToken,
  type EventSubject,
  jwtRs256,
  sharedToken,
  textAt,
  type Verifier,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { isChannel, isOurChannel, notificationId, says } from "./channel.ts";

const ISSUERS = ["https://accounts.google.com", "accounts.google.com"];

/** A Pub/Sub subscription that authenticates itself as the service account that is the webhook secret. */
const isOurAccount = jwtRs256({
  read: bearerToken,
  claims: ({ iss, aud, email, email_verified }, { url }, { webhook: account }) =>
    ISSUERS.includes(String(iss)) && aud === url.split("?")[0] && email === account && email_verified === true,
});
/** A Pub/Sub subscription that repeats the webhook secret in its address. */
const hasOurToken = sharedToken(({ query }) => query.get("token"));

const isOurs: Verifier = (inbound, secrets, now) => {
  if (isChannel(inbound)) return isOurChannel(inbound, secrets, now);
  // A service account's address is no secret.
  return (secrets.webhook?.includes("@") ? isOurAccount : hasOurToken)(inbound, secrets, now);
};

/** The mailbox of a Pub/Sub message, whose data are `{ emailAddress, historyId }`; null where it is none of Gmail's. */
function mailboxIn(item: unknown): string | null {
  const bytes = base64Bytes(String(valueAt(item, "message.data")));
  if (bytes === null) return null;
  try {
    const notification: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return textAt(notification, "emailAddress")?.toLowerCase() || null;
  } catch {
    // A notification that is not JSON names nobody.
    return null;
  }
}

export const webhook: Webhook = {
  // Channels send no body; Pub/Sub's token covers none.
  signsBody: false,
  jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
  verify: isOurs,
  // Pub/Sub repeats a message under one id until it is acknowledged.
  eventId: (inbound, item) =>
    isChannel(inbound) ? notificationId(inbound) : (textAt(item, "message.messageId") ?? null),
  subject: (inbound, item): EventSubject | null => {
    const mailbox = isChannel(inbound) ? null : mailboxIn(item);
    return mailbox === null ? null : { matches: "workspace", id: mailbox };
  },
  triggersPoll: {
    gmail: (inbound, item) => !isChannel(inbound) && mailboxIn(item) !== null,
    calendar: says(/\/calendar\/v3\/calendars\/[^/?]+\/events(\?|$)/, ["exists", "not_exists"]),
    drive: says(/\/drive\/v3\/changes(\?|$)/, ["change", "changed"]),
  },
  events: {},
};
