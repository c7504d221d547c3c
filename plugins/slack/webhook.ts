// How Slack's Events API is read: its signature, its question about the address, and whose events they are.
import { type Delivery, type EventSubject, hmac, textAt, valueAt, type Webhook } from "gateway/plugin";
import { events } from "./events.ts";

const TIME = "x-slack-request-timestamp";

/** Version 0 of Slack's signature, over time and body: docs.slack.dev/authentication/verifying-requests-from-slack. */
const verify = hmac({
  read: ({ headers }) => {
    const [signature, time] = [headers.get("x-slack-signature"), headers.get(TIME)];
    return signature?.startsWith("v0=") && time ? { signature: signature.slice(3), time: Number(time) } : null;
  },
  message: ({ headers, text }) => `v0:${headers.get(TIME)}:${text}`,
});

/** Slack writes unset texts as "", and an empty id is nobody's. */
const givenAt = (value: unknown, place: string) => textAt(value, place) || null;
const idsAt = (value: unknown, place: string) => {
  const list = valueAt(value, place);
  return (Array.isArray(list) ? list : []).filter((id) => typeof id === "string");
};

/**
 * `authorizations` names the installation that sees the event. What the app's bot sees is for everybody who connected
 * that workspace, since they all act as the bot; what one person's token sees is for that person alone. In a channel that
 * is shared with another company `team_id` can be theirs, so it counts only where there is no authorization.
 */
function subjects({ json }: Delivery): EventSubject[] {
  const seenBy = valueAt(json, "authorizations.0");
  const isOrg = valueAt(seenBy, "is_enterprise_install") === true;
  const team = (isOrg ? givenAt(seenBy, "enterprise_id") : givenAt(seenBy, "team_id")) ?? givenAt(json, "team_id");
  if (team === null) return [];
  const person = (id: string): EventSubject => ({ matches: "identity", id: `${team}:${id}` });
  const workspace: EventSubject = { matches: "workspace", id: team };
  if (valueAt(json, "event.type") === "tokens_revoked") {
    return idsAt(json, "event.tokens.bot").length > 0
      ? [workspace]
      : idsAt(json, "event.tokens.oauth").map((id) => person(id));
  }
  const user = givenAt(seenBy, "user_id");
  return valueAt(seenBy, "is_bot") === false && user !== null ? [person(user)] : [workspace];
}

export const webhook: Webhook = {
  verify,
  // Asked when the address is put in, and signed like everything else. Its age does not matter: it is no event.
  handshake: (delivery, secrets) => {
    const challenge = givenAt(delivery.json, "challenge");
    const isAsked =
      valueAt(delivery.json, "type") === "url_verification" && challenge !== null && challenge.length <= 500;
    const isSigned = isAsked && verify(delivery, secrets, Number(delivery.headers.get(TIME)) * 1_000) === true;
    return isSigned ? { type: "text/plain", body: challenge } : null;
  },
  deliveryId: ({ json }) => givenAt(json, "event_id"),
  subject: subjects,
  events,
};
