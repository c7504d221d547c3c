// Events for tests, as a provider's plugin maps them.
import type { NewEvent } from "../../src/events/log/event.ts";
import type { Owner } from "../../src/identity/owner.ts";

/** An event of an integration of its own, unless said. */
export function testEvent(owner: Owner, receivedAt: number, more: Partial<NewEvent> = {}): NewEvent {
  const integrationId = more.integrationId ?? crypto.randomUUID();
  const type = more.type ?? "issues.opened";
  const view = { title: "Issue opened", summary: null, actor: "ada", url: null, occurredAt: "2026-01-01T00:00:00Z" };
  const base = { owner, integrationId, provider: "acme", type, key: crypto.randomUUID(), view, payload: { number: 1 } };
  return { ...base, receivedAt, ...more };
}
