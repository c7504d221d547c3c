// What GitHub's webhook events have in common: how one is matched, where it comes from, one line of text.
import { field, type InboundWebhook, valueAt } from "gateway/plugin";

/** Matches the event's name in its header, and its action in the body. */
export function isOf(name: string, action?: string, also?: (item: unknown) => boolean) {
  return ({ headers }: InboundWebhook, item: unknown): boolean =>
    headers.get("x-github-event") === name &&
    (action === undefined || valueAt(item, "action") === action) &&
    (also === undefined || also(item));
}

/** Where an event comes from. */
export const origin = {
  repository: field.text({ from: "repository.full_name", description: "Repository as owner/name." }),
  actor: field.text({ from: "sender.login", description: "Login of the user who did it." }),
};

/** Puts text on one line and cuts it at 200 characters. */
export const truncate = (text: string | null) => text?.replace(/\s+/g, " ").trim().slice(0, 200) || null;
export const titleOf = (what: string, repository: string, { number, title }: { number: number; title: string }) =>
  `${what}: ${repository}#${number} ${title}`;
