// Polls of Salesforce's records by last change, deleted ones included: developer.salesforce.com, "QueryAll".
import {
  changesSince,
  isSecondOver,
  maybeText,
  nullable,
  type PolledEventDef,
  path,
  polledEvent,
  pollSince,
  type SincePage,
  type Source,
  type SourceContext,
  t,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { isoTime, nonEmptyTextAt, webUrl } from "./fields.ts";
import { dataPath } from "./soql.ts";

const PAGE = 200;
/** All integrations of an org share its API calls of a day, 15,000 in the smallest editions. */
const EVERY_S = 300;
/** A record shows when its transaction ends, which takes minutes at most, with the time at which it was written. */
const OVERLAP_S = 300;

/** The fields that every object has; what else a record has, its reader may not see. */
const FIELDS = "Id, IsDeleted, CreatedDate, SystemModstamp, LastModifiedById";
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-zA-Z0-9]{18})$/;

const millisecondsAt = (record: unknown, field: string) => Date.parse(isoTime(nonEmptyTextAt(record, field)) ?? "");

/** `queryAll` finds deleted records too, for the fifteen days that they lie in the recycle bin. */
async function readPage(
  object: string,
  since: number,
  cursor: string | null,
  now: number,
  upstream: Upstream,
): Promise<SincePage> {
  const [, time, id] = CURSOR.exec(cursor ?? "") ?? [];
  const where = time
    ? `(SystemModstamp > ${time} OR (SystemModstamp = ${time} AND Id > '${id}'))`
    : `SystemModstamp >= ${new Date(Math.floor(since / 1_000) * 1_000).toISOString()}`;
  const q = `SELECT ${FIELDS} FROM ${object} WHERE ${where} ORDER BY SystemModstamp, Id LIMIT ${PAGE}`;
  const { json } = await upstream.request({ path: dataPath(path`/queryAll`), query: { q } });
  const records = valueAt(json, "records");
  const list: unknown[] = Array.isArray(records) ? records : [];
  return {
    items: list.flatMap((record) => changesOf(record, object, since, now)),
    cursor: list.length < PAGE ? null : cursorOf(list.at(-1)),
  };
}

function cursorOf(record: unknown): string | null {
  const cursor = `${isoTime(nonEmptyTextAt(record, "SystemModstamp"))} ${nonEmptyTextAt(record, "Id")}`;
  return CURSOR.test(cursor) ? cursor : null;
}

function changesOf(record: unknown, object: string, since: number, now: number): object[] {
  const [createdAt, changedAt] = [millisecondsAt(record, "CreatedDate"), millisecondsAt(record, "SystemModstamp")];
  if (!Number.isFinite(createdAt) || !isSecondOver(changedAt, now)) return [];
  const changes =
    valueAt(record, "IsDeleted") === true
      ? ["deleted"]
      : changesSince(Math.floor(since / 1_000) * 1_000, createdAt, changedAt);
  return changes.map((change) => ({
    change,
    object,
    id: valueAt(record, "Id"),
    userId: valueAt(record, "LastModifiedById"),
    at: new Date(change === "created" ? createdAt : changedAt).toISOString(),
  }));
}

const raw = t.Object({ change: t.String(), object: t.String(), id: t.String(), userId: maybeText, at: t.String() });
const shape = t.Object({
  object: t.String({ description: "The object's API name, such as Opportunity." }),
  id: t.String({ description: "Id of the record; salesforce_get_record reads it." }),
  user_id: nullable(t.String({ description: "Id of the user who last changed it." })),
  url: nullable(t.String({ description: "URL to open in a browser." })),
  occurred_at: t.String(),
});

const WORDS = { created: "created", updated: "changed", deleted: "deleted" };

function changeEvent(change: keyof typeof WORDS, thing: string): PolledEventDef {
  return polledEvent({
    description: `A Salesforce ${thing} was ${WORDS[change]}.`,
    match: (item) => valueAt(item, "change") === change,
    id: ({ object, id, at }) => (change === "created" ? `${object}/${id}/created` : `${object}/${id}/${change}/${at}`),
    raw,
    shape,
    map: ({ object, id, userId, at }, context: SourceContext) => ({
      object,
      id,
      user_id: userId ?? null,
      url: change === "deleted" ? null : webUrl(id, context),
      occurred_at: at,
    }),
    view: ({ object, user_id, url, occurred_at }) => ({
      title: `${object} was ${WORDS[change]}`,
      actor: user_id,
      url,
      occurredAt: occurred_at,
    }),
  });
}

type Service = "leads" | "contacts" | "accounts" | "opportunities" | "records";

function recordSource<S extends Service>(
  service: S,
  thing: string,
  description: string,
  objectOf: (context: SourceContext) => string,
): Source<`${S}.read`> {
  return {
    description,
    permission: `${service}.read`,
    poll: pollSince({
      everyS: EVERY_S,
      overlapS: OVERLAP_S,
      read: (since, cursor, context, upstream) => readPage(objectOf(context), since, cursor, context.now, upstream),
    }),
    events: {
      [`${service}.created`]: changeEvent("created", thing),
      [`${service}.updated`]: changeEvent("updated", thing),
      [`${service}.deleted`]: changeEvent("deleted", thing),
    },
  };
}

/** Source → the object that it reads. */
export const OBJECTS = {
  leads: "Lead",
  contacts: "Contact",
  accounts: "Account",
  opportunities: "Opportunity",
  cases: "Case",
  tasks: "Task",
} as const;

const all = (things: string) => `New, changed and deleted ${things}.`;

export const sources = {
  leads: recordSource("leads", "lead", all("leads"), () => OBJECTS.leads),
  contacts: recordSource("contacts", "contact", all("contacts"), () => OBJECTS.contacts),
  accounts: recordSource("accounts", "account", all("accounts"), () => OBJECTS.accounts),
  opportunities: recordSource("opportunities", "opportunity", all("opportunities"), () => OBJECTS.opportunities),
  cases: recordSource("records", "record", all("cases"), () => OBJECTS.cases),
  tasks: recordSource("records", "record", all("tasks"), () => OBJECTS.tasks),
  records: {
    ...recordSource("records", "record", all("records of an object"), ({ resource }) => resource ?? ""),
    // Query text takes it as it is: a name, with no quotes and no spaces. The objects above have their own sources.
    resource: {
      description: "The object's API name, such as Invoice__c.",
      pattern: /^(?!(?:lead|contact|account|opportunity|case|task)$)[A-Za-z][A-Za-z0-9_]{0,79}$/i,
    },
  },
};
