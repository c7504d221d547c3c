// What GitHub's webhook events have in common: how one is matched, where it comes from, one line of text.
import { type InboundWebhook, t, valueAt } from "gateway/plugin";

/** Matches the event's name in its header, and its action in the body. */
export function isOf(name: string, action?: string, also?: (item: unknown) => boolean) {
  return ({ headers }: InboundWebhook, item: unknown): boolean =>
    headers.get("x-github-event") === name &&
    (action === undefined || valueAt(item, "action") === action) &&
    (also === undefined || also(item));
}

export const originRaw = { repository: t.Object({ full_name: t.String() }), sender: t.Object({ login: t.String() }) };
export const origin = {
  repository: t.String({ description: "owner/name." }),
  actor: t.String({ description: "Login of who did it." }),
};
export const toOrigin = (raw: { repository: { full_name: string }; sender: { login: string } }) => ({
  repository: raw.repository.full_name,
  actor: raw.sender.login,
});

/** Puts text on one line and cuts it at 200 characters. */
export const truncate = (text: string | null) => text?.replace(/\s+/g, " ").trim().slice(0, 200) || null;
export const titleOf = (what: string, repository: string, { number, title }: { number: number; title: string }) =>
  `${what}: ${repository}#${number} ${title}`;
