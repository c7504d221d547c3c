// An endpoint's delivery log, replays of events and test messages.

import { AppError, type InputError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { otherTypesIn } from "../log/event-types.ts";
import { countDue, type DeliveryPosition, insertTest, listDeliveries, replayEvents } from "./delivery-store.ts";
import type { EndpointRow } from "./endpoint-store.ts";
import { requireEndpoint } from "./endpoints.ts";
import { type DeliveriesQuery, deliveryView, type ReplayBody } from "./model.ts";
import { messageOf, TEST_TYPE } from "./sender.ts";
import { MAX_QUEUED } from "./service.ts";

/** Events of one replay; the response says where to go on. */
const MAX_REPLAYED = 10_000;

/** Associated data of a cursor: it opens for its user, endpoint and filters alone. */
function cursorContext(userId: string, endpointId: string, { state, event_id }: DeliveriesQuery): string {
  return JSON.stringify(["webhook_deliveries", userId, endpointId.toLowerCase(), state ?? null, event_id ?? null]);
}

export function deliveriesErrors(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  endpointId: string,
  query: DeliveriesQuery,
  errors: readonly InputError[],
): InputError[] {
  return cursorErrors(vault, query.cursor, () => cursorContext(userId, endpointId, query), errors);
}

/** A page of the log, newest first. */
export async function viewDeliveries(deps: Deps, caller: Caller, id: string, query: DeliveriesQuery) {
  const endpoint = await requireEndpoint(deps, caller, id);
  const { state, event_id: eventId, limit = 50, cursor } = query;
  const context = cursorContext(caller.userId, endpoint.id, query);
  const after = cursor === undefined ? null : (JSON.parse(openCursor(deps.vault, cursor, context)) as DeliveryPosition);
  const rows = await listDeliveries(deps.database, endpoint.id, { state, eventId }, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const position: DeliveryPosition | undefined = last && { at: last.created_at, id: last.event_id };
  return {
    deliveries: page.map(deliveryView),
    next_cursor: position ? sealCursor(deps.vault, JSON.stringify(position), context) : null,
  };
}

/** One delivery with what is sent; 404 for another endpoint's, as for none. */
export async function viewDelivery(deps: Deps, caller: Caller, id: string, eventId: string) {
  const endpoint = await requireEndpoint(deps, caller, id);
  const [row] = isUuid(eventId) ? await listDeliveries(deps.database, endpoint.id, { eventId }, null, 1) : [];
  if (!row) throw new AppError("NOT_FOUND", "The endpoint has no delivery of this event.");
  const message = {
    is_test: row.is_test,
    endpoint_id: endpoint.id,
    event_id: row.event_id,
    created_at: row.created_at,
  };
  return { ...deliveryView(row), body: await messageOf(deps, message) };
}

export function replayErrors({ event_id, since, until }: ReplayBody): InputError[] {
  const error = (path: string, message: string): InputError[] => [{ in: "body", path, message }];
  if (event_id !== undefined && (since ?? until) !== undefined)
    return error("/event_id", "event_id and since cannot be sent together.");
  if (event_id === undefined && since === undefined) return error("/since", "Send event_id or since.");
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until))
    return error("/until", "until must be later than since.");
  return [];
}

/** An endpoint that takes further messages; 409 where it is disabled or its queue is full. */
async function openEndpoint(deps: Deps, caller: Caller, id: string): Promise<EndpointRow> {
  const endpoint = await requireEndpoint(deps, caller, id);
  if (!endpoint.enabled) throw new AppError("CONFLICT", "The endpoint is disabled; enable it first.");
  if ((await countDue(deps.database, endpoint.id, MAX_QUEUED)) >= MAX_QUEUED)
    throw new AppError("CONFLICT", "The endpoint's queue is full. Wait until some of it is delivered.");
  return endpoint;
}

/** Queues events that pass the endpoint's filter again, behind live ones and under the ids that they had. */
export async function replay(deps: Deps, caller: Caller, id: string, body: ReplayBody) {
  const endpoint = await openEndpoint(deps, caller, id);
  const { event_id: eventId, since, until } = body;
  const span = {
    eventId,
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
  };
  const rows = await replayEvents(
    deps.database,
    endpoint.id,
    { ...span, others: otherTypesIn(deps.registry) },
    deps.clock.now(),
    MAX_REPLAYED,
  );
  if (eventId !== undefined && rows.length === 0)
    throw new AppError("NOT_FOUND", "No event with this id matches the endpoint's filters.");
  deps.webhooks.notify();
  const last = rows.at(-1);
  const isCut = rows.length === MAX_REPLAYED && last !== undefined;
  return { queued: rows.length, next_since: isCut ? new Date(last.received_at).toISOString() : null };
}

/** Queues a test message; its delivery shows what became of it. */
export async function sendTest(deps: Deps, caller: Caller, id: string) {
  const endpoint = await openEndpoint(deps, caller, id);
  const eventId = crypto.randomUUID();
  await insertTest(deps.database, endpoint.id, eventId, TEST_TYPE, deps.clock.now());
  deps.webhooks.notify();
  return { event_id: eventId };
}
