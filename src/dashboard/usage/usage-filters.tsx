/** @jsxImportSource #pages */
// The filters of the usage log: out of the page's address, as the request of the API, and as a form.

import { AppError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Deps } from "../../server/deps.ts";
import { STATUS } from "../../web/http/errors.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { FormError, fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import type { ActingUser, PageRequest } from "../visit.ts";
import { statusLabel } from "./usage-labels.ts";

export const USAGE_PATH = "/settings/usage";
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FIELDS = ["since", "until", "provider", "action", "status", "errors", "key_id", "account_id"] as const;
type Field = (typeof FIELDS)[number];

export interface UsageFilters {
  /** As the form has them; days are of UTC, and the last one is included. */
  fields: Record<Field, string>;
  /** As the API takes them. */
  query: Record<string, string | undefined>;
}

/** The id of an account that a field names by either of its ids; throws 400 for one that there is not. */
export async function accountIdOf(
  { accounts }: Pick<Deps, "accounts">,
  visit: PageRequest,
  account: string,
): Promise<string> {
  const userId = (visit.user as ActingUser).id;
  const known = account === "" || isUuid(account) ? null : await accounts.findByExternalId(userId, account);
  if (account !== "" && !isUuid(account) && !known) {
    const message = tr("You have no connected account with this id.");
    throw new AppError("VALIDATION_ERROR", message, { errors: [{ in: "query", path: "/account_id", message }] });
  }
  return known?.id ?? account;
}

/** Throws 400 for an account that there is not. */
export async function readFilters(deps: Pick<Deps, "clock" | "accounts">, visit: PageRequest): Promise<UsageFilters> {
  const fields = fieldsOf(visit.url.searchParams, deps.clock.now());
  const { since, until, account_id, ...others } = fields;
  const account = await accountIdOf(deps, visit, account_id);
  const query = { ...others, since: startOf(since), until: endOf(until), account_id: account };
  return { fields, query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")) };
}

/** Without a first day, the last thirty. */
export function fieldsOf(params: URLSearchParams, now: number): Record<Field, string> {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, (params.get(name) ?? "").trim()]));
  const last = DAY.test(fields.until ?? "") ? Date.parse(fields.until as string) : now;
  return { ...fields, since: fields.since || dayOf(last - (DEFAULT_DAYS - 1) * DAY_MS) } as Record<Field, string>;
}

const dayOf = (time: number) => new Date(Number.isNaN(time) ? 0 : time).toISOString().slice(0, 10);
export const startOf = (text: string) => (DAY.test(text) ? `${text}T00:00:00Z` : text);
/** The end of an included day. A text that is not a date is unchanged, so that the API reports it. */
export function endOf(text: string): string {
  const start = Date.parse(startOf(text));
  return DAY.test(text) && !Number.isNaN(start) ? `${dayOf(start + DAY_MS)}T00:00:00Z` : startOf(text);
}

/** The page's address with these filters in place of its own. */
export function usagePath(fields: Partial<Record<Field, string>>, path = USAGE_PATH): string {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${path}?${query}` : path;
}

const STATUSES = [...new Set([200, ...Object.values(STATUS)])].sort((a, b) => a - b);
export const statusOptions = STATUSES.map((status) => ({
  value: String(status),
  title: `${status} ${statusLabel(status)}`,
}));

/** With the value itself, where it is none of the options. */
export function optionsOf(value: string, options: readonly { value: string; title: string }[]) {
  const isKnown = value === "" || options.some((one) => one.value === value);
  return [{ value: "", title: tr("All") }, ...options, ...(isKnown ? [] : [{ value, title: value }])];
}

interface FormProps {
  deps: Pick<Deps, "registry" | "clock">;
  visit: PageRequest;
  keys: readonly { id: string; title: string }[];
  error?: AppError;
}

export function FilterForm({ deps, visit, keys, error }: FormProps): Markup {
  const fields = fieldsOf(visit.url.searchParams, deps.clock.now());
  const providers = [...deps.registry.providers.values()].map(({ id, name }) => ({ value: id, title: name }));
  const keyOptions = keys.map(({ id, title }) => ({ value: id, title }));
  const hasAccounts = visit.user?.caller.partner != null || fields.account_id !== "";
  const select = (name: Field, label: string, options: { value: string; title: string }[]) => (
    <Select
      name={name}
      label={label}
      value={fields[name]}
      options={optionsOf(fields[name], options)}
      error={fieldError(error, name)}
    />
  );
  const text = (name: Field, label: string, more: { type?: "date"; placeholder?: string }) => (
    <TextField
      name={name}
      label={label}
      value={fields[name]}
      error={fieldError(error, name)}
      autocomplete="off"
      {...more}
    />
  );
  return (
    <>
      <FormError error={error} fields={FIELDS} />
      <form class="filters dense" method="get" action={USAGE_PATH} aria-label={tr("Filters")}>
        {text("since", tr("From (UTC)"), { type: "date" })}
        {text("until", tr("To, included"), { type: "date" })}
        {select("provider", tr("Provider"), providers)}
        {text("action", tr("Permission"), { placeholder: "gmail.send" })}
        {select("status", tr("Status"), statusOptions)}
        {select("errors", tr("Outcome"), [{ value: "true", title: tr("Only errors") }])}
        {select("key_id", tr("Key"), keyOptions)}
        {hasAccounts ? text("account_id", tr("Account"), { placeholder: "customer-42" }) : null}
        <Button kind="primary">{tr("Show")}</Button>
        {visit.url.search === "" ? null : (
          <LinkButton kind="quiet" href={USAGE_PATH}>
            {tr("Clear")}
          </LinkButton>
        )}
      </form>
    </>
  );
}
