// What several services share: ids, times and paging as Pipedrive has them.
import { type AnyCall, asUtc, encoded, InvalidInput, t, valueAt } from "gateway/plugin";

export const id = (description: string) => t.String({ pattern: "^[1-9][0-9]{0,14}$", description });
export const leadId = (description: string) =>
  t.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", description });
export const day = (description: string) => t.String({ format: "date", description });
export const currency = t.String({ pattern: "^[A-Z]{3}$", description: "Three letters, such as EUR." });
export const updatedSince = t.Optional(
  t.String({ format: "date-time", description: "Only what was changed at this time or later, ISO 8601." }),
);

/** Pipedrive takes times in UTC, to the second. */
export function utcTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) throw new InvalidInput(`"${time}" is no time.`);
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
export const numericId = (value: string | undefined) => (value === undefined ? undefined : Number(value));

/** A field that names a thing: its id, or in version 1 the thing itself. */
export const maybeId = t.Optional(t.Unknown());
export const customFields = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));
export const customShape = customFields("By the 40-character key of each.");
export const customRaw = t.Optional(t.Unknown());
export const toCustom = (fields: unknown) =>
  typeof fields === "object" && fields !== null && !Array.isArray(fields) ? (fields as Record<string, unknown>) : {};

/** The id as text, whether it stands alone or within the thing. */
export function idOf(value: unknown): string | null {
  if (typeof value === "number" || (typeof value === "string" && value !== "")) return String(value);
  const inner = valueAt(value, "value") ?? valueAt(value, "id");
  return typeof inner === "number" || typeof inner === "string" ? String(inner) : null;
}

/** Version 1 writes `2026-08-01 10:00:00`, in UTC. */
export function isoTime(time: string | null | undefined): string | null {
  return asUtc(time?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, "$1T$2Z"));
}

const WEB_PATHS: Readonly<Record<string, string>> = {
  deal: "deal",
  person: "person",
  organization: "organization",
  lead: "leads/inbox",
};
/** Where a thing is in the browser; others, such as activities, have no page of their own. */
export function webPath(type: string, id: string | number): string | null {
  return Object.hasOwn(WEB_PATHS, type) ? `${WEB_PATHS[type]}/${encoded(id)}` : null;
}
/** Opens a thing in the browser. */
export function webUrl(call: Pick<AnyCall, "identity">, type: string, id: string | number): string | null {
  const { domain } = call.identity.tenant;
  const place = webPath(type, id);
  return domain && place ? `https://${domain}/${place}` : null;
}

