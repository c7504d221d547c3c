/** @jsxImportSource #pages */
// The filters of the requests: out of the page's address, as the request of the API, and as a form.
import { AppError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Deps } from "../../server/deps.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { FormError, fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { accountIdOf, endOf, optionsOf, startOf, statusOptions } from "../usage/usage-filters.tsx";
import type { PageRequest } from "../visit.ts";

export const REQUESTS_PATH = "/requests";
const FIELDS = [
  "q",
  "errors",
  "provider",
  "action",
  "status",
  "key_id",
  "account_id",
  "integration_id",
  "agent_session_id",
  "since",
  "until",
] as const;
type Field = (typeof FIELDS)[number];
/** Set by links alone: the form passes them on. */
const FOLLOWED: readonly Field[] = ["errors", "action", "integration_id", "agent_session_id"];
export type RequestFields = Record<Field, string>;

export interface RequestFilters {
  /** As the form has them; days are of UTC, and the last one is included. */
  fields: RequestFields;
  /** As the API takes them. */
  query: Record<string, string | undefined>;
}

export const requestFields = (params: URLSearchParams): RequestFields =>
  Object.fromEntries(FIELDS.map((name) => [name, (params.get(name) ?? "").trim()])) as RequestFields;

/** Throws 400 for an account that there is not. */
export async function readRequestFilters(deps: Pick<Deps, "accounts">, visit: PageRequest): Promise<RequestFilters> {
  const fields = requestFields(visit.url.searchParams);
  const { q, since, until, integration_id, ...others } = fields;
  if (integration_id !== "" && !isUuid(integration_id)) throw unknownIntegration();
  const query = {
    ...others,
    ...searched(q),
    integration_id,
    since: startOf(since),
    until: endOf(until),
    account_id: await accountIdOf(deps, visit, fields.account_id),
  };
  return { fields, query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")) };
}

function unknownIntegration(): AppError {
  const message = tr("This is not the id of an integration.");
  return new AppError("VALIDATION_ERROR", message, { errors: [{ in: "query", path: "/integration_id", message }] });
}

/** A path has a slash, and a request's id has none. */
function searched(text: string): { request_id?: string; endpoint?: string } {
  if (text === "") return {};
  if (!text.includes("/")) return { request_id: text };
  return { endpoint: text.replace(/^(GET|POST|PUT|PATCH|DELETE)\s+/i, "") };
}

/** The page's address with these filters, and with what else it has to say. */
export function requestsPath(fields: Partial<Record<Field | "call" | "at" | "cursor" | "seen", string>>): string {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${REQUESTS_PATH}?${query}` : REQUESTS_PATH;
}

/** The page of one request. */
export const requestPath = (id: string) => `${REQUESTS_PATH}/${encodeURIComponent(id)}`;

/** All calls, or those that failed, with one press. */
export function Outcomes({ fields }: { fields: RequestFields }): Markup {
  const chip = (errors: string, title: string) => (
    <a
      class="tab"
      href={requestsPath({ ...fields, errors, status: "" })}
      aria-current={fields.errors === errors && fields.status === "" ? "page" : undefined}
    >
      {title}
    </a>
  );
  return (
    <nav class="tabs" aria-label={tr("Outcome")}>
      {chip("", tr("All"))}
      {chip("true", tr("Errors"))}
    </nav>
  );
}

interface FormProps {
  deps: Pick<Deps, "registry">;
  visit: PageRequest;
  keys: readonly { id: string; title: string }[];
  error?: AppError;
}

export function RequestFilterForm({ deps, visit, keys, error }: FormProps): Markup {
  const fields = requestFields(visit.url.searchParams);
  const providers = [...deps.registry.providers.values()].map(({ id, name }) => ({ value: id, title: name }));
  const keyOptions = keys.map(({ id, title }) => ({ value: id, title }));
  const hasAccounts = visit.user?.caller.partner != null || fields.account_id !== "";
  const common = (name: Field, label: string) => ({ name, label, value: fields[name], error: fieldError(error, name) });
  const select = (name: Field, label: string, options: { value: string; title: string }[]) => (
    <Select {...common(name, label)} options={optionsOf(fields[name], options)} />
  );
  const text = (name: Field, label: string, more: { type?: "date" | "search"; placeholder?: string }) => (
    <TextField {...common(name, label)} autocomplete="off" {...more} />
  );
  return (
    <>
      <FormError error={error} fields={FIELDS.filter((name) => !FOLLOWED.includes(name))} />
      <form class="filters dense" method="get" action={REQUESTS_PATH} aria-label={tr("Filters")}>
        {FOLLOWED.map((name) =>
          fields[name] === "" ? null : <input type="hidden" name={name} value={fields[name]} />,
        )}
        {text("q", tr("Request id or path"), { type: "search", placeholder: "/gmail/messages" })}
        {select("provider", tr("Provider"), providers)}
        {select("status", tr("Status"), statusOptions)}
        {select("key_id", tr("Key"), keyOptions)}
        {hasAccounts ? text("account_id", tr("Account"), { placeholder: "customer-42" }) : null}
        {text("since", tr("From (UTC)"), { type: "date" })}
        {text("until", tr("To, included"), { type: "date" })}
        <Button kind="primary">{tr("Show")}</Button>
        {visit.url.search === "" ? null : (
          <LinkButton kind="quiet" href={REQUESTS_PATH}>
            {tr("Clear")}
          </LinkButton>
        )}
      </form>
    </>
  );
}
