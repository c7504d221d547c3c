/** @jsxImportSource #pages */
// What does not work until somebody does something, each with the page where it is done.

import type { Registry } from "../../providers/registry/registry.ts";
import { Notice, type Tone } from "../../web/pages/components.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { boundedText, TO_RECONNECT_PATH } from "../accounts/to-reconnect.tsx";
import { maskedKey } from "../keys/key-form.tsx";
import { endsSoon, WEEK_MS } from "../keys/key-state.ts";
import type { Dashboard } from "../pages.tsx";
import { INTEGRATIONS_PATH, KEYS_PATH, SUBSCRIPTIONS_PATH } from "../paths.ts";
import { hasFailed } from "../subscriptions/subscription-pages.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import type { HomeData } from "./home-data.ts";

export interface Attention {
  tone: Tone;
  /** What is wrong, in one sentence. */
  text: string;
  next: { label: string; href: string };
}

/** Part of a quota from which on it needs somebody. */
const NEAR_QUOTA = 0.8;

/** The worst first. */
export async function attentionOf(dashboard: Dashboard, visit: PageRequest, data: HomeData): Promise<Attention[]> {
  const { registry, clock } = dashboard.deps;
  const now = clock.now();
  const all = [
    ...data.integrations.flatMap((integration) => ofIntegration(registry, integration, now)),
    ...ofAccounts(visit, data.toReconnect),
    ...data.endpoints.flatMap(ofEndpoint),
    ...ofKeys(data.keys, now),
    ...(await ofOperator(dashboard, visit)),
    ...ofQuota(data.summary),
  ];
  return [...all.filter(({ tone }) => tone === "bad"), ...all.filter(({ tone }) => tone !== "bad")];
}

function ofIntegration(registry: Registry, one: HomeData["integrations"][number], now: number): Attention[] {
  const { provider, status, identity, access_expires_at: end, sources } = one;
  const name = `${registry.provider(provider)?.name ?? provider} (${identity.name})`;
  const next = { label: tr("Reconnect it"), href: `${INTEGRATIONS_PATH}#${provider}` };
  if (status === "expired")
    return [{ tone: "bad", text: tr("{name} no longer accepts this connection.", { name }), next }];
  if (status === "revoked") return [{ tone: "bad", text: tr("{name} has revoked the grant.", { name }), next }];
  if (status !== "active") return [];
  const failed = sources.filter(hasFailed).length;
  return [
    ...(end !== undefined && Date.parse(end) < now + WEEK_MS
      ? [{ tone: "warning" as const, text: tr("The access to {name} ends within a week.", { name }), next }]
      : []),
    ...(failed > 0
      ? [
          {
            tone: "warning" as const,
            text: tr("{count, plural, one {A subscription} other {# subscriptions}} of {name} failed.", {
              count: failed,
              name,
            }),
            next: { label: tr("See why"), href: `${SUBSCRIPTIONS_PATH}?errors=true` },
          },
        ]
      : []),
  ];
}

function ofAccounts({ reader }: PageRequest, count: number): Attention[] {
  if (count === 0) return [];
  const text =
    count === 1
      ? tr("One of your accounts needs reconnecting: a connection expired or was revoked.")
      : tr("{accounts} of your accounts need reconnecting: their connections expired or were revoked.", {
          accounts: boundedText(reader, count),
        });
  return [{ tone: "bad", text, next: { label: tr("See the accounts"), href: TO_RECONNECT_PATH } }];
}

function ofEndpoint({ id, url, enabled, disabled_reason, failures, is_full }: HomeData["endpoints"][number]) {
  const host = new URL(url).host;
  const say = (tone: Tone, text: string): Attention[] => [
    { tone, text, next: { label: tr("See why"), href: `/webhooks/${id}` } },
  ];
  if (disabled_reason === "gone")
    return say("bad", tr("The webhook at {host} has stopped: it responded with 410 Gone.", { host }));
  if (disabled_reason === "failing")
    return say("bad", tr("The webhook at {host} has stopped: no delivery succeeded for three days.", { host }));
  if (enabled && is_full) return say("bad", tr("The queue of the webhook at {host} is full.", { host }));
  return enabled && failures > 0 ? say("warning", tr("The webhook at {host} is failing.", { host })) : [];
}

function ofKeys(keys: HomeData["keys"], now: number): Attention[] {
  const [first, ...others] = keys.filter((key) => endsSoon(key, now));
  if (!first) return [];
  const text =
    others.length === 0
      ? tr("The key {name} expires within a week.", { name: first.name ?? maskedKey(first) })
      : tr("{count} keys expire within a week.", { count: others.length + 1 });
  return [{ tone: "warning", text, next: { label: tr("See the keys"), href: KEYS_PATH } }];
}

async function ofOperator({ api }: Dashboard, visit: PageRequest): Promise<Attention[]> {
  if (!mayVisit(visit, "viewer")) return [];
  const [{ queues }, status] = await Promise.all([
    api.admin(visit, "admin_list_queues"),
    api.admin(visit, "admin_show_status"),
  ]);
  const failed = queues.filter((queue) => queue.failed > 0);
  const jobs = failed.reduce((sum, queue) => sum + queue.failed, 0);
  const href = failed.length === 1 ? `/operator/jobs/${failed[0]?.queue}` : "/operator/jobs";
  const text = jobs === 1 ? tr("A job has failed for good.") : tr("{jobs} jobs have failed for good.", { jobs });
  return [
    ...(status.is_usage_log_writable
      ? []
      : [
          {
            tone: "bad",
            text: tr("The usage log cannot be written, so no call succeeds."),
            next: { label: tr("See health"), href: "/operator/health" },
          } as const,
        ]),
    ...(jobs > 0 ? [{ tone: "warning", text, next: { label: tr("See them"), href } } as const] : []),
  ];
}

function ofQuota({ limits, partner }: HomeData["summary"]): Attention[] {
  const next = { label: tr("See the limits"), href: "/settings/usage" };
  const near = (used: number, limit: number | null) => limit !== null && limit > 0 && used / limit >= NEAR_QUOTA;
  const share = (used: number, limit: number | null) => `${Math.floor((100 * used) / (limit ?? 1))} %`;
  const found: Attention[] = [];
  if (near(limits.used_today, limits.per_day))
    found.push({
      tone: "warning",
      text: tr("{used_today} of today’s calls are used.", { used_today: share(limits.used_today, limits.per_day) }),
      next,
    });
  if (partner && near(partner.calls, partner.quota))
    found.push({
      tone: "warning",
      text: tr("{calls} of the month’s calls are used.", { calls: share(partner.calls, partner.quota) }),
      next,
    });
  return found;
}

export function AttentionList({ items, hasStarted }: { items: readonly Attention[]; hasStarted: boolean }): Markup {
  if (items.length === 0) return hasStarted ? <Notice tone="good">{tr("Nothing needs you now.")}</Notice> : NOTHING;
  return (
    <section class="section first" aria-label={tr("What needs you")}>
      {items.map(({ tone, text, next }) => (
        <Notice tone={tone}>
          <bdi>{text}</bdi> <a href={next.href}>{next.label}</a>
        </Notice>
      ))}
    </section>
  );
}
