// GitHub's webhook: signature, delivery id and subjects (docs.github.com/webhooks).
import { type Delivery, type EventSubject, hmacSha256, valueAt, type Webhook } from "gateway/plugin";
import { events } from "./webhook-events.ts";

/** Ids of the user accounts at `path`: one account, or a list. */
function usersAt(json: unknown, path: string): string[] {
  return [valueAt(json, path)].flat().flatMap((user) => {
    const [id, type] = [valueAt(user, "id"), valueAt(user, "type")];
    return typeof id === "number" && type === "User" ? String(id) : [];
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
 * body.
 */
export function subjects({ json }: Delivery): EventSubject[] {
  const paths = valueAt(json, "repository.private") === false ? [...INSIDERS, ...AUTHORS] : INSIDERS;
  const ids = new Set(paths.flatMap((path) => usersAt(json, path)));
  return [...ids].map((id) => ({ matches: "identity", id }));
}

export const webhook: Webhook = {
  verify: hmacSha256({ header: "x-hub-signature-256", prefix: "sha256=" }),
  // The signature covers neither time nor headers, so an attacker could replay a delivery under a new X-GitHub-Delivery.
  // Its body identifies it: GitHub repeats the body byte for byte when it redelivers.
  deliveryId: () => null,
  subject: subjects,
  events,
};
