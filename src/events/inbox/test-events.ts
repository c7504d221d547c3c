// Events that an owner makes to test an app: of any type, marked, and delivered as any other.

import { findConnections } from "../../connections/integrations/store.ts";
import { AppError, accountNotFound, type InputError, invalidInput } from "../../foundation/errors.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import type { NewEvent } from "../log/event.ts";
import { knownPatterns } from "../log/event-types.ts";
import { eventView, TEST_KEY_START } from "../log/model.ts";
import { publishEvents } from "../log/publish.ts";
import { providersWith, sampleEvent } from "../log/sample-event.ts";
import type { TestEventBody } from "./model.ts";
import { findEventByKey } from "./store.ts";

type TestEventDeps = Pick<Deps, "database" | "registry" | "clock" | "events">;

/** Errors of the body beyond its schema; any of its fields may be missing. */
export function testEventErrors(
  { registry }: Pick<Deps, "registry">,
  { type, provider }: Partial<TestEventBody>,
  errors: readonly InputError[],
): InputError[] {
  if (errors.length > 0 || type === undefined) return [];
  const having = providersWith(registry, type);
  if (having.length === 0) return [{ in: "body", path: "/type", message: whyUnknown(registry, type) }];
  if (provider === undefined || having.includes(provider)) return [];
  const message = `${provider} has no event "${type}"; ${having.slice(0, 5).join(", ")} ${having.length === 1 ? "has" : "have"} it.`;
  return [{ in: "body", path: "/provider", message }];
}

function whyUnknown(registry: Deps["registry"], type: string): string {
  const { isKnown, whyUnknown: why } = knownPatterns(registry);
  // A pattern or a former name is known to filters.
  return isKnown(type)
    ? `"${type}" is not one type of event. GET /api/v1/inbox/event-types lists all types.`
    : why(type);
}

/** Publishes the event in the name of the owner's integration, where there is one. */
export async function createTestEvent(deps: TestEventDeps, owner: Owner, { type, provider: named }: TestEventBody) {
  const { database, registry, clock, events } = deps;
  const having = providersWith(registry, type);
  const [provider = "", integration] = await chosenProvider(deps, owner, named === undefined ? having : [named]);
  const sample = sampleEvent(registry, type, provider);
  if (!sample) throw invalidInput([{ in: "body", path: "/type", message: whyUnknown(registry, type) }]);
  const now = clock.now();
  const event: NewEvent = {
    owner,
    integrationId: integration ?? crypto.randomUUID(),
    provider,
    type,
    key: `${TEST_KEY_START}${crypto.randomUUID()}`,
    view: { ...sample.view, occurredAt: new Date(now).toISOString() },
    payload: sample.payload,
    receivedAt: now,
  };
  events.published(await database.transaction((tx) => publishEvents(tx, [event])));
  const row = await findEventByKey(database, event.integrationId, event.key);
  // Nothing is published for an owner whose erasure has begun meanwhile.
  if (!row) throw owner.accountId === null ? new AppError("NOT_FOUND", "Your user was deleted.") : accountNotFound();
  return eventView(row);
}

/** The first that the owner has connected, with the id of the chosen or first integration; else the first. */
async function chosenProvider({ database }: TestEventDeps, owner: Owner, providers: readonly string[]) {
  for (const provider of providers) {
    const rows = await findConnections(database.orm, owner, { provider });
    const row = rows.find(({ isDefault }) => isDefault) ?? rows[0];
    if (row) return [provider, row.id] as const;
  }
  return [providers[0], undefined] as const;
}
