// An event of an owner's inbox, before it is stored.
import { createHash } from "node:crypto";
import type { Static } from "@sinclair/typebox";
import type { Owner } from "../../identity/owner.ts";
import type { EventView } from "../../plugin/index.ts";
import type { OmittedPayload } from "./model.ts";

export interface NewEvent {
  owner: Owner;
  integrationId: string;
  provider: string;
  /** `<service>.<what>`. */
  type: string;
  /** The types that it had before; endpoints that name one get it. */
  previousTypes?: readonly string[];
  /** Unique within the integration: an event with a key that is stored already is dropped. */
  key: string;
  view: Required<EventView>;
  payload: unknown;
  /** Unix milliseconds. */
  receivedAt: number;
}

const MAX_KEY = 200;
const MAX_TITLE = 300;
const MAX_TEXT = 2_000;
/** The maximum size of a payload's JSON; a larger one is replaced by a note. */
const MAX_PAYLOAD = 1024 * 1024;

/** The row of an event, for `jsonb_to_recordset`. Within the table's bounds, and without what jsonb refuses. */
export function eventRow({ owner, integrationId, provider, type, key, view, payload, receivedAt }: NewEvent) {
  const received = new Date(receivedAt).toISOString();
  const occurred = view.occurredAt === null ? Number.NaN : Date.parse(view.occurredAt);
  return {
    id: crypto.randomUUID(),
    user_id: owner.userId,
    account_id: owner.accountId,
    integration_id: integrationId,
    event_key: key.length <= MAX_KEY ? storable(key) : createHash("sha256").update(key).digest("hex"),
    provider,
    service: type.split(".")[0] as string,
    type,
    title: cut(view.title, MAX_TITLE),
    summary: view.summary === null ? null : cut(view.summary, MAX_TEXT),
    actor: view.actor === null ? null : cut(view.actor, MAX_TITLE),
    url: view.url === null ? null : cut(view.url, MAX_TEXT),
    payload: boundedPayload(payload),
    occurred_at: Number.isNaN(occurred) ? received : new Date(occurred).toISOString(),
    received_at: received,
  };
}

const cut = (text: string, length: number) => storable(text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/** Postgres stores no NUL, and no half of a surrogate pair. */
const storable = (text: string) => text.replaceAll("\0", "\uFFFD").toWellFormed();

const omitted = (why: string): Static<typeof OmittedPayload> => ({ omitted: why });

function boundedPayload(payload: unknown): unknown {
  const json = JSON.stringify(payload) ?? "null";
  if (json.length > MAX_PAYLOAD)
    return omitted(`The payload has ${json.length} characters; at most ${MAX_PAYLOAD} are stored.`);
  return /\\u(0000|d[89a-f])/i.test(json) ? deepStorable(payload) : payload;
}

function deepStorable(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(deepStorable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), deepStorable(inner)]));
}
