// Jira's webhook, which triggers the poll of issues: developer.atlassian.com/cloud/jira/platform/webhooks.
import { type EventSubject, hmacSha256, type InboundWebhook, jwtHs256, textAt, type Webhook } from "gateway/plugin";

/** The site's host, from any `self` URL of the inbound webhook. */
function siteOf(item: unknown): string | null {
  const self = textAt(item, "issue.self") ?? textAt(item, "comment.self") ?? textAt(item, "user.self");
  return (self !== null && URL.parse(self)?.host) || null;
}

/** Everybody on the site: each one's own token says what they may see. */
function subject(_: InboundWebhook, item: unknown): EventSubject | null {
  const site = siteOf(item);
  return site === null ? null : { matches: "workspace", id: site };
}

const appToken = jwtHs256({
  read: ({ headers }) => headers.get("authorization")?.match(/^Bearer (\S+)$/i)?.[1] ?? null,
});
const adminSignature = hmacSha256({ header: "x-hub-signature", prefix: "sha256=" });

export const webhook: Webhook = {
  // The app's own webhooks send a token signed with the client secret, which does not cover the body. Webhooks that a site's
  // administrator makes sign the body, with a secret that all those administrators know.
  signsBody: false,
  verify: async (inbound, secrets, now) =>
    (await appToken(inbound, secrets, now)) || (await adminSignature(inbound, secrets, now)),
  // The identifier is the same for all retries, and unique within a site.
  eventId: ({ headers }, item) => {
    const [id, site] = [headers.get("x-atlassian-webhook-identifier"), siteOf(item)];
    return id && site ? `${site}/${id}` : null;
  },
  subject,
  // Nothing proves what an inbound webhook says, so it only triggers polls: a false one costs one poll.
  triggersPoll: {
    issues: (_, item) => /^(jira:issue_|comment_)/.test(textAt(item, "webhookEvent") ?? ""),
  },
  events: {},
};
