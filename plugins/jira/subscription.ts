// The app's webhooks on a site, which Jira calls dynamic: developer.atlassian.com/cloud/jira/platform/webhooks.
import { asUtc, checked, type Push, path, Refusal, rawId, t, valueAt } from "gateway/plugin";
import { isoTime } from "./fields.ts";
import { quoted } from "./jql.ts";
import { accountIdOf } from "./oauth.ts";

const DAY_MS = 86_400_000;
/** Days until a webhook expires. */
const LIFE_DAYS = 30;
const RENEW_AFTER_DAYS = 20;

const EVENTS = ["jira:issue_created", "jira:issue_updated", "comment_created"];
/** The filters that Jira requires know `=` alone for people: no functions, and no documented way to say "all". */
const FIELDS = ["assignee", "reporter"];

const Registered = t.Object({
  webhookRegistrationResult: t.Array(
    t.Object({ createdWebhookId: t.Optional(rawId), errors: t.Optional(t.Array(t.String())) }),
    { minItems: 1 },
  ),
});

/** A subscription is two webhooks, whose ids stand in one text. */
const idsOf = ({ id }: { id: string }) => id.split(",").map(Number);

/** Unix milliseconds, of a time that Jira writes as a number, a number's text or ISO 8601. */
export function expiryIn(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "string" && /^\d+$/.test(value)) return Number(value);
  const time = isoTime(value) ?? asUtc(value);
  return time === null ? null : Date.parse(time);
}

export const subscription: Push = {
  // Jira takes one address for all webhooks of an app.
  deliversTo: "provider",
  subscribe: ({ address, identity }) => {
    const account = accountIdOf(identity);
    if (account === null)
      throw new Refusal("error", "Atlassian's token does not name the account to watch.", "unknown_account");
    return {
      method: "POST",
      path: path`/webhook`,
      json: {
        url: address,
        webhooks: FIELDS.map((field) => ({ events: EVENTS, jqlFilter: `${field} = ${quoted(account)}` })),
      },
    };
  },
  subscribed: ({ json }, { now }) => {
    const results = checked(Registered, json).webhookRegistrationResult;
    const ids = results.flatMap(({ createdWebhookId }) => createdWebhookId ?? []);
    // One of the two is enough to trigger the poll; to try again would make it once more.
    if (ids.length === 0) {
      const errors = results.flatMap((result) => result.errors ?? []).join(" ");
      throw new Refusal("invalid", `Jira registers no webhook: ${errors.slice(0, 200)}`, "webhook_refused");
    }
    return { id: ids.join(","), expiresAt: now + LIFE_DAYS * DAY_MS };
  },
  renew: (current) => ({ method: "PUT", path: path`/webhook/refresh`, json: { webhookIds: idsOf(current) } }),
  renewed: ({ json }, { id }, { now }) => ({
    id,
    expiresAt: expiryIn(valueAt(json, "expirationDate")) ?? now + LIFE_DAYS * DAY_MS,
  }),
  renewEveryS: (RENEW_AFTER_DAYS * DAY_MS) / 1_000,
  unsubscribe: (current) => ({ method: "DELETE", path: path`/webhook`, json: { webhookIds: idsOf(current) } }),
  // A person has at most five webhooks of an app on a site, so the first page has them all.
  check: () => ({ path: path`/webhook`, query: { startAt: 0, maxResults: 100 } }),
  isActive: ({ json }, current) => {
    const values = valueAt(json, "values");
    const there = (Array.isArray(values) ? values : []).map((value) => Number(valueAt(value, "id")));
    return idsOf(current).every((id) => there.includes(id));
  },
};
