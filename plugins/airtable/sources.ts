// Where Airtable's events come from: a webhook of a chosen base, whose notifications trigger the reading of its log.
import {
  asUtc,
  checked,
  nullable,
  type PolledEventDef,
  type PollPage,
  type Push,
  path,
  polledEvent,
  Refusal,
  type Source,
  type SourceContext,
  type Subscribed,
  type Subscription,
  t,
  textAt,
  type Upstream,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import {
  baseChangeShape,
  type Change,
  changesIn,
  rawChange,
  recordChangeShape,
  toBaseChange,
  toRecordChange,
  viewOf,
} from "./changes.ts";

/** Airtable disables a webhook after seven days without a renewal or a reading of its log. */
const RENEW_EVERY_S = 2 * 86_400;
/** Beside the notifications; each reading counts against the monthly calls of the workspace. */
const EVERY_S = 6 * 3_600;
/** Payloads that Airtable lists at a time. */
const PAYLOADS = 50;
/** Changes of a page; one payload may hold those of thousands of records. */
const MAX_CHANGES = 1_000;

const base = ({ resource }: SourceContext) => resource ?? "";
const hooksOf = (context: SourceContext) => path`/bases/${base(context)}/webhooks`;
const hookOf = (context: SourceContext, { id }: Subscription) => path`/bases/${base(context)}/webhooks/${id}`;

const Made = t.Object({ id: t.String({ pattern: "^ach" }), macSecretBase64: t.String({ minLength: 1 }) });

function expiryIn(json: unknown): number | null {
  const time = asUtc(textAt(json, "expirationTime"));
  return time === null ? null : Date.parse(time);
}

function subscribed({ json }: UpstreamResponse): Subscribed {
  const { id, macSecretBase64: secret } = checked(Made, json);
  return { id, expiresAt: expiryIn(json), secret };
}

/** airtable.com/developers/web/api/create-a-webhook */
const push: Push = {
  deliversTo: "source",
  subscribe: (context) => ({
    method: "POST",
    path: hooksOf(context),
    json: {
      notificationUrl: context.address,
      specification: {
        options: {
          filters: { dataTypes: ["tableData", "tableFields", "tableMetadata"] },
          includes: { includePreviousCellValues: true },
        },
      },
    },
  }),
  subscribed,
  renew: (subscription, context) => ({
    method: "POST",
    path: path`/bases/${base(context)}/webhooks/${subscription.id}/refresh`,
  }),
  renewed: ({ json }, { id }) => ({ id, expiresAt: expiryIn(json) }),
  renewEveryS: RENEW_EVERY_S,
  unsubscribe: (subscription, context) => ({ method: "DELETE", path: hookOf(context, subscription) }),
  check: (_, context) => ({ path: hooksOf(context) }),
  // After a day of failures Airtable sends no more notifications, and after seven days it disables the webhook.
  isActive: ({ json }, { id }) => {
    const hooks = valueAt(json, "webhooks");
    const hook = (Array.isArray(hooks) ? hooks : []).find((one) => textAt(one, "id") === id);
    return valueAt(hook, "isHookEnabled") === true && valueAt(hook, "areNotificationsEnabled") === true;
  },
};

/** The next payload of a webhook's log, and how many of its changes have been read. */
const Position = t.Object({ webhook: nullable(t.String()), cursor: t.Integer(), skip: t.Integer() });
const Payloads = t.Object({ payloads: t.Array(t.Unknown()), cursor: t.Integer(), mightHaveMore: t.Boolean() });

/** A log is the webhook's own, and has the numbers from 1 on. */
const start = async ({ subscription }: SourceContext) =>
  JSON.stringify({ webhook: subscription?.id ?? null, cursor: 1, skip: 0 });

/** airtable.com/developers/web/api/list-webhook-payloads */
async function next(text: string, context: SourceContext, upstream: Upstream): Promise<PollPage> {
  const { webhook, cursor, skip } = checked(Position, JSON.parse(text));
  const { subscription } = context;
  if (subscription === undefined) return { items: [], position: text, more: false };
  if (webhook !== null && webhook !== subscription.id)
    throw new Refusal("invalid", "Airtable dropped the webhook; events until the new one was created are lost.");
  const { json } = await upstream.request({
    path: path`/bases/${base(context)}/webhooks/${subscription.id}/payloads`,
    query: { cursor, limit: PAYLOADS },
  });
  const page = checked(Payloads, json);
  const first = page.cursor - page.payloads.length;
  const changes = page.payloads.flatMap((payload, n) =>
    changesIn(payload)
      .map((change, index) => ({ change, cursor: first + n, index }))
      .filter(({ cursor: number, index }) => number > cursor || index >= skip),
  );
  const rest = changes[MAX_CHANGES];
  const position = { webhook: subscription.id, cursor: rest?.cursor ?? page.cursor, skip: rest?.index ?? 0 };
  return {
    items: changes.slice(0, MAX_CHANGES).map(({ change }) => change),
    position: JSON.stringify(position),
    more: rest !== undefined || page.mightHaveMore,
  };
}

const isOf = (kind: Change["kind"]) => (item: unknown) => textAt(item, "kind") === kind;

/** Of the transaction and the record: the same in every webhook's log. */
function recordEvent(kind: "created" | "updated" | "deleted", description: string): PolledEventDef {
  return polledEvent({
    description,
    match: isOf(kind),
    id: ({ transaction, record }) => `${transaction} ${record}`,
    raw: rawChange,
    shape: recordChangeShape,
    map: (change, { resource }) => toRecordChange(change, resource),
    view: (change) =>
      viewOf(change, {
        title: `An Airtable record was ${kind}`,
        summary: `${change.record_id} in ${change.table_id} of ${change.base_id}`,
        url: change.url,
      }),
  });
}

function baseEvent(kind: "schema_changed" | "changes_lost", title: string, description: string): PolledEventDef {
  return polledEvent({
    description,
    match: isOf(kind),
    id: ({ transaction }) => String(transaction),
    raw: rawChange,
    shape: baseChangeShape,
    map: (change, { resource }) => toBaseChange(change, resource),
    view: (change) =>
      viewOf(change, {
        title,
        summary: [change.base_id, ...change.table_ids].join(" "),
        url: `https://airtable.com/${change.base_id}`,
      }),
  });
}

export const sources = {
  base: {
    description: "Records and fields that change in one base, reported by a webhook that the gateway adds to it.",
    permission: "events.read",
    resource: {
      description:
        "Id of the base (`app` and 14 characters); the connected user must have the role creator or owner in it.",
      pattern: /^app[A-Za-z0-9]{14}$/,
    },
    push,
    poll: { everyS: EVERY_S, requiresSubscription: true, start, next, positionLostOn: ["invalid"] },
    events: {
      "records.created": recordEvent("created", "A record was created in a watched Airtable base."),
      "records.updated": recordEvent("updated", "Fields of a record changed in a watched Airtable base."),
      "records.deleted": recordEvent("deleted", "A record was deleted in a watched Airtable base."),
      "bases.schema_changed": baseEvent(
        "schema_changed",
        "Tables or fields of an Airtable base changed",
        "A table or a field was added, changed or removed in a watched Airtable base.",
      ),
      "bases.changes_lost": baseEvent(
        "changes_lost",
        "Airtable does not say what changed",
        "Airtable lost changes of a watched base: read its tables again.",
      ),
    },
  } satisfies Source<"events.read">,
};
