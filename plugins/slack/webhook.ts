// Slack's Events API: signature, handshake and subjects.
import { type EventSubject, hmac, type InboundWebhook, textAt, valueAt, type Webhook } from "gateway/plugin";
import { events, idsAt, revokesBot } from "./webhook-events.ts";

const TIME = "x-slack-request-timestamp";

/** Version 0 of Slack's signature, over time and body: docs.slack.dev/authentication/verifying-requests-from-slack. */
const verify = hmac({
  read: ({ headers }) => {
    const [signature, time] = [headers.get("x-slack-signature"), headers.get(TIME)];
    return signature?.startsWith("v0=") && time ? { signature: signature.slice(3), time: Number(time) } : null;
  },
  message: ({ headers, body }) => [`v0:${headers.get(TIME)}:`, body],
});

/** Slack sends "" for unset texts, and an empty id matches nobody. */
const nonEmptyTextAt = (value: unknown, path: string) => textAt(value, path) || null;

/** Events of the workspace itself, not of a conversation. */
const OF_WORKSPACE: readonly unknown[] = ["channel_created", "team_join", "app_uninstalled"];
/** Whether everybody in the workspace can see it; messages say "channel", people who joined one "C". */
const isPublic = (json: unknown) =>
  OF_WORKSPACE.includes(valueAt(json, "event.type")) ||
  ["channel", "C"].includes(textAt(json, "event.channel_type") ?? "");

/**
 * `authorizations` names the installation that sees the event. An event of the bot belongs to everybody who connected the
 * workspace, since they all act as the bot; an event of a user's token to that person alone. In a shared channel `team_id`
 * can be another company's, so it is only the fallback.
 */
function subjects({ json }: InboundWebhook): EventSubject[] {
  const authorization = valueAt(json, "authorizations.0");
  const isOrg = valueAt(authorization, "is_enterprise_install") === true;
  const team =
    (isOrg ? nonEmptyTextAt(authorization, "enterprise_id") : nonEmptyTextAt(authorization, "team_id")) ??
    nonEmptyTextAt(json, "context_team_id") ??
    nonEmptyTextAt(json, "team_id");
  if (team === null) return [];
  const person = (id: string): EventSubject => ({ matches: "identity", id: `${team}:${id}` });
  const workspace: EventSubject = { matches: "workspace", id: team };
  if (valueAt(json, "event.type") === "tokens_revoked") {
    return revokesBot(json) ? [workspace] : idsAt(json, "event.tokens.oauth").map((id) => person(id));
  }
  const isBot = valueAt(authorization, "is_bot");
  const user = nonEmptyTextAt(authorization, "user_id");
  if (isBot === false && user !== null) return [person(user)];
  // Unless Slack says that the bot sees it, what is not public may be seen by one person's token alone.
  return isBot === true || isPublic(json) ? [workspace] : [];
}

export const webhook: Webhook = {
  verify,
  // Slack verifies a new address with a signed challenge. Its age does not matter, since it is no event.
  handshake: (inbound, secrets) => {
    const challenge = nonEmptyTextAt(inbound.json, "challenge");
    const isChallenge =
      valueAt(inbound.json, "type") === "url_verification" && challenge !== null && challenge.length <= 500;
    const isSigned = isChallenge && verify(inbound, secrets, Number(inbound.headers.get(TIME)) * 1_000) === true;
    return isSigned ? { type: "text/plain", body: challenge } : null;
  },
  eventId: ({ json }) => nonEmptyTextAt(json, "event_id"),
  subject: subjects,
  events,
};
