// GitHub's webhook: signature, delivery id and subjects (docs.github.com/webhooks).
import {
  type EventSubject,
  hmacSha256,
  hmacText,
  type InboundWebhook,
  idAt,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { events } from "./webhook-events.ts";

/** Whether the inbound webhook came to the address of a source's own hook, which ends in the source's id. */
const isOwnHook = ({ url }: InboundWebhook) => /\/github\/[^/]+$/.test(new URL(url).pathname);

const signedWith = (secret: "webhook" | "subscription") =>
  hmacSha256({ header: "x-hub-signature-256", prefix: "sha256=", secret });
const byOperator = signedWith("webhook");
const bySubscription = signedWith("subscription");

/** Ids of the user accounts at `path`: one account, or a list. */
function usersAt(json: unknown, path: string): string[] {
  return [valueAt(json, path)].flat().flatMap((user) => {
    const [id, type] = [idAt(user, "id"), valueAt(user, "type")];
    return id !== null && type === "User" ? id : [];
  });
}

/** People who certainly can see the repository: owner, sender, assignees and requested reviewers. */
const INSIDERS = [
  "repository.owner",
  "sender",
  "issue.assignees",
  "pull_request.assignees",
  "pull_request.requested_reviewers",
];
/** An author may have lost access to a private repository. */
const AUTHORS = ["issue.user", "pull_request.user"];

/**
 * GitHub names no integration, so an event belongs to the people whom it concerns. GitHub writes every id in the signed
 * body. A repository's own hook reports everything to the integration that made it, so there it names nobody.
 */
export function subjects(inbound: InboundWebhook): EventSubject[] {
  if (isOwnHook(inbound)) return [];
  const { json } = inbound;
  const paths = valueAt(json, "repository.private") === false ? [...INSIDERS, ...AUTHORS] : INSIDERS;
  const ids = new Set(paths.flatMap((path) => usersAt(json, path)));
  return [...ids].map((id) => ({ matches: "identity", id }));
}

/**
 * The signature covers neither time nor headers, so an attacker could replay a delivery under a new X-GitHub-Delivery: the
 * body identifies it, which GitHub repeats when it redelivers. Without the installation it is the same for a GitHub App and
 * for a repository's own hook, so who has both gets an event once.
 *
 * A revocation's body says no more than who, and that person may connect and revoke again: there the header counts.
 */
function eventId({ headers, json }: InboundWebhook): string | null {
  if (headers.get("x-github-event") === "github_app_authorization") return headers.get("x-github-delivery");
  if (typeof json !== "object" || json === null) return null;
  const { installation: _, ...rest } = json as Record<string, unknown>;
  return hmacText("github", JSON.stringify(rest), "hex");
}

export const webhook: Webhook = {
  verify: (inbound, secrets, now) => (isOwnHook(inbound) ? bySubscription : byOperator)(inbound, secrets, now),
  eventId,
  subject: subjects,
  events,
};
