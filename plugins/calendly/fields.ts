// Single fields that Calendly's endpoints share: ids and the URIs made of them, times.
import { field, InvalidInput, maybeText, shapes, t, valueAt } from "gateway/plugin";

const ID = "^[A-Za-z0-9_-]{1,64}$";
export const id = (description: string) => t.String({ pattern: ID, description });

/** Calendly identifies everything by URI, on this host even where `baseUrl` is overridden. */
export function uriOf(collection: "users" | "organizations" | "event_types", id: string): string {
  return `https://api.calendly.com/${collection}/${id}`;
}
/** An invitee's URI lies below that of the meeting. */
export function inviteeUri({ id, invitee_id }: { id: string; invitee_id: string }): string {
  return `https://api.calendly.com/scheduled_events/${id}/invitees/${invitee_id}`;
}
/** The last segment of a URI; null without one. */
export function idOf(uri: string | null | undefined): string | null {
  return uri?.split("/").pop() || null;
}

/** The id in a thing's own URI. */
export const ownId = (from = "uri") =>
  field.of({ from, raw: t.String(), shape: t.String(), map: (uri) => idOf(uri) ?? uri });
/** The id in another thing's URI. */
export const linkedId = (from: string, description?: string) =>
  field.of({ from, raw: maybeText, shape: shapes.nullableText(description), map: idOf });

export const time = (description: string) => t.String({ format: "date-time", description });
/** A caller's time as Calendly takes it, in UTC. */
export const utcTime = (dateTime: string) => new Date(dateTime).toISOString();
/** The query parameters of a span of time; throws `InvalidInput` unless it ends after it begins. */
export function timeSpan({ since, until }: { since: string; until: string }) {
  const [start_time, end_time] = [utcTime(since), utcTime(until)];
  if (start_time >= end_time) throw new InvalidInput('"since" must lie before "until".');
  return { start_time, end_time };
}

/** The list at a dotted path, or the value itself; empty where there is none. */
export function listAt(json: unknown, dotted?: string): unknown[] {
  const value = valueAt(json, dotted);
  return Array.isArray(value) ? value : [];
}
