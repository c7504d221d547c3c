/** @jsxImportSource #pages */
// What does not work until somebody does something, each with the page where it is done.
import type { Tone } from "../../web/pages/components.tsx";
import { Notice } from "../../web/pages/components.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import type { Dashboard } from "../pages.tsx";
import { INTEGRATIONS_PATH, KEYS_PATH } from "../paths.ts";
import { mayVisit, type PageRequest } from "../visit.ts";

export interface Attention {
  tone: Tone;
  /** What is wrong, in one sentence. */
  text: string;
  next: { label: string; href: string };
}

const DAY_MS = 86_400_000;
/** An end that is nearer than this needs somebody. */
const SOON_MS = 7 * DAY_MS;
/** Part of a quota from which on it needs somebody. */
const NEAR_QUOTA = 0.8;

/** The worst first. */
export async function attentionOf(dashboard: Dashboard, visit: PageRequest): Promise<Attention[]> {
  const found = await Promise.all([
    integrationsOf(dashboard, visit),
    webhooksOf(dashboard, visit),
    keysOf(dashboard, visit),
    operationsOf(dashboard, visit),
    quotaOf(dashboard, visit),
  ]);
  const all = found.flat();
  return [...all.filter(({ tone }) => tone === "bad"), ...all.filter(({ tone }) => tone !== "bad")];
}

async function integrationsOf({ api, deps }: Dashboard, visit: PageRequest): Promise<Attention[]> {
  const { integrations } = await api.call(visit, "list_integrations");
  const soon = deps.clock.now() + SOON_MS;
  return integrations.flatMap(({ provider, status, identity, access_expires_at: end }): Attention[] => {
    const name = `${deps.registry.provider(provider)?.name ?? provider} (${identity.name})`;
    const next = { label: "Reconnect it", href: `${INTEGRATIONS_PATH}#${provider}` };
    if (status === "expired") return [{ tone: "bad", text: `${name} no longer accepts this connection.`, next }];
    if (status === "revoked") return [{ tone: "bad", text: `${name} has revoked the grant.`, next }];
    if (status === "active" && end !== undefined && Date.parse(end) < soon)
      return [{ tone: "warning", text: `The access to ${name} ends within a week.`, next }];
    return [];
  });
}

async function webhooksOf({ api }: Dashboard, visit: PageRequest): Promise<Attention[]> {
  const { webhook_endpoints } = await api.call(visit, "list_webhook_endpoints");
  return webhook_endpoints.flatMap(({ id, url, enabled, disabled_reason: reason, failures, is_full }): Attention[] => {
    const next = { label: "See why", href: `/webhooks/${id}` };
    const host = new URL(url).host;
    if (!enabled && (reason === "gone" || reason === "failing"))
      return [{ tone: "bad", text: `The webhook at ${host} has stopped after too many failures.`, next }];
    if (enabled && is_full) return [{ tone: "bad", text: `The queue of the webhook at ${host} is full.`, next }];
    if (enabled && failures > 0) return [{ tone: "warning", text: `The webhook at ${host} is failing.`, next }];
    return [];
  });
}

async function keysOf({ api, deps }: Dashboard, visit: PageRequest): Promise<Attention[]> {
  const { keys } = await api.call(visit, "list_keys");
  const now = deps.clock.now();
  const ending = keys.filter(({ revoked_at, expires_at }) => {
    const end = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
    return revoked_at === null && end > now && end < now + SOON_MS;
  });
  if (ending.length === 0) return [];
  const text =
    ending.length === 1
      ? `The key ${ending[0]?.name ?? ""} expires within a week.`
      : `${ending.length} keys expire within a week.`;
  return [{ tone: "warning", text: text.replace("  ", " "), next: { label: "See the keys", href: KEYS_PATH } }];
}

async function operationsOf({ api }: Dashboard, visit: PageRequest): Promise<Attention[]> {
  if (!mayVisit(visit, "viewer")) return [];
  const [{ queues }, status] = await Promise.all([
    api.admin(visit, "admin_list_queues"),
    api.admin(visit, "admin_show_status"),
  ]);
  const failed = queues.filter((queue) => queue.failed > 0);
  const jobs = failed.reduce((sum, queue) => sum + queue.failed, 0);
  const href = failed.length === 1 ? `/operator/jobs/${failed[0]?.queue}` : "/operator/jobs";
  const text = jobs === 1 ? "A job has failed for good." : `${jobs} jobs have failed for good.`;
  return [
    ...(status.is_usage_log_writable
      ? []
      : [
          {
            tone: "bad",
            text: "The usage log cannot be written, so no call succeeds.",
            next: { label: "See health", href: "/operator/health" },
          } as const,
        ]),
    ...(jobs > 0 ? [{ tone: "warning", text, next: { label: "See them", href } } as const] : []),
  ];
}

async function quotaOf({ api }: Dashboard, visit: PageRequest): Promise<Attention[]> {
  const { limits, partner } = await api.call(visit, "summarise_usage");
  const next = { label: "See the limits", href: "/settings/usage" };
  const near = (used: number, limit: number | null) => limit !== null && limit > 0 && used / limit >= NEAR_QUOTA;
  const share = (used: number, limit: number | null) => `${Math.floor((100 * used) / (limit ?? 1))} %`;
  const found: Attention[] = [];
  if (near(limits.used_today, limits.per_day))
    found.push({
      tone: "warning",
      text: `${share(limits.used_today, limits.per_day)} of today’s calls are used.`,
      next,
    });
  if (partner && near(partner.calls, partner.quota))
    found.push({
      tone: "warning",
      text: `${share(partner.calls, partner.quota)} of the month’s calls are used.`,
      next,
    });
  return found;
}

export function AttentionList({ items, hasStarted }: { items: readonly Attention[]; hasStarted: boolean }): Markup {
  if (items.length === 0)
    return hasStarted ? <Notice tone="good">Everything works: nothing needs you.</Notice> : NOTHING;
  return (
    <section class="section first" aria-label="What needs you">
      {items.map(({ tone, text, next }) => (
        <Notice tone={tone}>
          <bdi>{text}</bdi> <a href={next.href}>{next.label}</a>
        </Notice>
      ))}
    </section>
  );
}
