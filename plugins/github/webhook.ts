// How GitHub's deliveries are read: whose signature, which one, and whose events: docs.github.com/webhooks.
import { type Delivery, type EventSubject, hmacSha256, valueAt, type Webhook } from "gateway/plugin";
import { events } from "./events.ts";

/** The ids of user accounts at `place`: one, or a list. */
function usersAt(json: unknown, place: string): string[] {
  return [valueAt(json, place)].flat().flatMap((user) => {
    const [id, type] = [valueAt(user, "id"), valueAt(user, "type")];
    return typeof id === "number" && type === "User" ? String(id) : [];
  });
}

/** People who can see the repository for certain: who owns it, who acts, who is assigned or asked for a review. */
const INSIDERS = [
  "repository.owner",
  "sender",
  "issue.assignees",
  "pull_request.assignees",
  "pull_request.requested_reviewers",
];
/** Who wrote something may have lost a private repository since. */
const AUTHORS = ["issue.user", "pull_request.user"];

/**
 * GitHub names no account of ours, so an event belongs to the people whom it concerns. Every id in the signed body is
 * GitHub's own.
 */
export function subjects({ json }: Delivery): EventSubject[] {
  const places = valueAt(json, "repository.private") === false ? [...INSIDERS, ...AUTHORS] : INSIDERS;
  const ids = new Set(places.flatMap((place) => usersAt(json, place)));
  return [...ids].map((id) => ({ matches: "identity", id }));
}

export const webhook: Webhook = {
  verify: hmacSha256({ header: "x-hub-signature-256", prefix: "sha256=" }),
  // The signature covers the body and no time or header. X-GitHub-Delivery could be changed to play a delivery again, so
  // what names it is the body itself, which GitHub repeats byte for byte when it delivers again.
  deliveryId: () => null,
  subject: subjects,
  events,
};
