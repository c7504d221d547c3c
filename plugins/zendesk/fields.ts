// What Zendesk's endpoints share: ids, pages, free values and links.
import {
  type CallIdentity,
  maybe,
  oneOf,
  type Pagination,
  pages,
  rawId,
  type Static,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";

/** Ids are numbers that JSON holds exactly: developer.zendesk.com/api-reference/introduction/introduction. */
export const zendeskId = (description: string) => t.String({ pattern: "^[1-9][0-9]{0,14}$", description });
export const numbered = (id: string | undefined) => (id === undefined ? undefined : Number(id));

const cursor = pages.cursor({ size: "page[size]", param: "page[after]", read: "meta.after_cursor", max: 100 });
/** developer.zendesk.com/api-reference/introduction/pagination: the last page has a cursor too. */
export const cursorPagination: Pagination = {
  ...cursor,
  next: (res, page) => (valueAt(res.json, "meta.has_more") === true ? cursor.next(res, page) : null),
};
const numberedPages = pages.number({ size: "per_page", param: "page", items: "results", max: 100 });
/** Pages by number, where there are no cursors; a link to the next page says that there is one. */
export const numberPagination: Pagination = {
  ...numberedPages,
  next: (res, page) => (textAt(res.json, "next_page") ? String(Number(page.position ?? 1) + 1) : null),
};

export const tagList = (description: string) =>
  t.Array(t.String({ pattern: "^[^\\s,]{1,255}$" }), { maxItems: 100, description });

export const STATUSES = ["new", "open", "pending", "hold", "solved", "closed"] as const;
export const priorities = (description: string) => oneOf(["low", "normal", "high", "urgent"], description);

/** A page of the agents' workspace, on the host that was asked when connecting. */
export const agentUrl = (
  { tenant }: Pick<CallIdentity, "tenant">,
  kind: "tickets" | "users" | "organizations",
  id: string,
) => (tenant.subdomain ? `https://${tenant.subdomain}.zendesk.com/agent/${kind}/${id}` : null);

const VALUE = t.Union([t.String(), t.Number(), t.Boolean(), t.Array(t.String())]);
type Value = Static<typeof VALUE>;
/** Values of fields that an account defines itself. */
export const CustomFieldsRaw = maybe(t.Array(t.Object({ id: rawId, value: t.Optional(t.Unknown()) })));
export const CustomFields = t.Array(t.Object({ id: t.String(), value: VALUE }), {
  description: "Values of custom fields that are filled in; zendesk_list_ticket_fields names the fields.",
});
/** Empty values are left out, and those of other forms. */
export const customFieldsIn = (values: Static<typeof CustomFieldsRaw> | undefined) =>
  (values ?? []).flatMap(({ id, value }) => (isValue(value) ? [{ id: String(id), value }] : []));
function isValue(value: unknown): value is Value {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => typeof one === "string");
  return value !== "" && ["string", "number", "boolean"].includes(typeof value);
}

export const customFieldsInput = t.Optional(
  t.Array(
    t.Object(
      {
        id: zendeskId("Id of the field, from zendesk_list_ticket_fields."),
        value: t.Union([t.String({ maxLength: 65_536 }), t.Number(), t.Boolean(), t.Array(t.String())], {
          description: "Value of the field; for a drop-down, the option's tag.",
        }),
      },
      { additionalProperties: false },
    ),
    { maxItems: 100, description: "Values of custom fields." },
  ),
);
export const customFieldsOf = (values: readonly { id: string; value: unknown }[] | undefined) =>
  values?.map(({ id, value }) => ({ id: Number(id), value }));
