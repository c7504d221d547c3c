/** @jsxImportSource #pages */
// The form of a webhook endpoint: where its events go, and which ones.
import type { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { ErrorText } from "../../web/pages/components.tsx";
import { Check, FormError, fieldError, MultilineField, Select, TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { PageRequest } from "../visit.ts";
import { EventTypes } from "./event-types.tsx";
import type { WebhookEndpoint } from "./webhook-model.tsx";

/** As the form has them: texts, and lists of texts. */
export interface EndpointFields {
  url: string;
  description: string;
  /** Whether it is for all events, whatever is ticked. */
  isForAll: boolean;
  event_types: readonly string[];
  providers: readonly string[];
  scope: string;
  account_ids: string;
  /** Whether its signed response decides on calls that wait. */
  decides: boolean;
}

export const EMPTY: EndpointFields = {
  url: "",
  description: "",
  isForAll: true,
  event_types: [],
  providers: [],
  scope: "all",
  account_ids: "",
  decides: false,
};

export const fieldsOfEndpoint = (endpoint: WebhookEndpoint): EndpointFields => ({
  url: endpoint.url,
  description: endpoint.description ?? "",
  isForAll: endpoint.event_types.includes("*"),
  event_types: endpoint.event_types,
  providers: endpoint.providers ?? [],
  scope: endpoint.scope,
  account_ids: (endpoint.account_ids ?? []).join("\n"),
  decides: endpoint.decides,
});

export const fieldsOfForm = (form: URLSearchParams): EndpointFields => ({
  url: (form.get("url") ?? "").trim(),
  description: (form.get("description") ?? "").trim(),
  isForAll: form.get("events") !== "some",
  event_types: form.getAll("event_types"),
  providers: form.getAll("providers"),
  scope: form.get("scope") ?? "all",
  account_ids: form.get("account_ids") ?? "",
  decides: form.has("decides"),
});

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== "");

/** For the API; what only partners may choose is left out for others. */
export function bodyOf(fields: EndpointFields, isPartner: boolean): Record<string, unknown> {
  const accounts = linesOf(fields.account_ids);
  return {
    url: fields.url,
    description: fields.description === "" ? null : fields.description,
    event_types: fields.isForAll ? ["*"] : [...new Set(fields.event_types)],
    providers: fields.providers.length > 0 ? [...fields.providers] : null,
    decides: fields.decides,
    ...(isPartner && { scope: fields.scope, account_ids: accounts.length > 0 ? accounts : null }),
  };
}

const SCOPES = [
  { value: "all", title: message("Your own, and those of your connected accounts") },
  { value: "user", title: message("Only your own") },
  { value: "accounts", title: message("Only those of connected accounts") },
];
const NAMES = ["url", "description", "event_types", "providers", "decides", "scope", "account_ids"] as const;

export function EndpointForm(props: {
  visit: PageRequest;
  registry: Registry;
  fields: EndpointFields;
  error: AppError | null;
  submit: string;
  cancel: string;
}): Markup {
  const { visit, registry, fields, error, submit, cancel } = props;
  const names = visit.user?.caller.partner ? NAMES : NAMES.slice(0, 5);
  return (
    <form class="fields" method="post" action={visit.url.pathname}>
      <FormToken visit={visit} />
      <FormError error={error} fields={names} />
      <UrlField value={fields.url} errorText={fieldError(error, "url")} />
      <TextField
        name="description"
        label={tr("Description")}
        value={fields.description}
        maxLength={255}
        error={fieldError(error, "description")}
      />
      <EventTypes registry={registry} fields={fields} errorText={fieldError(error, "event_types")} />
      <ProviderChecks
        providers={[...registry.providers.values()]}
        ticked={fields.providers}
        errorText={fieldError(error, "providers")}
      />
      <Decides isChecked={fields.decides} errorText={fieldError(error, "decides")} />
      {visit.user?.caller.partner ? <PartnerFields fields={fields} error={error} /> : NOTHING}
      <div class="form-foot">
        <button type="submit" class="button primary">
          {submit}
        </button>
        <a class="button quiet" href={cancel}>
          {tr("Cancel")}
        </a>
      </div>
    </form>
  );
}

const UrlField = ({ value, errorText }: { value: string; errorText: string | null }): Markup => (
  <TextField
    name="url"
    label="URL"
    type="url"
    value={value}
    isRequired
    isCode
    maxLength={2_048}
    placeholder="https://example.com/webhooks"
    error={errorText}
    hint={tr("Every event is sent there by POST, signed with the endpoint’s secret.")}
  />
);

const ProviderChecks = (props: {
  providers: readonly Pick<Provider, "id" | "name">[];
  ticked: readonly string[];
  errorText: string | null;
}): Markup => (
  <fieldset>
    <legend>{tr("Which providers")}</legend>
    <div class="checks">
      {[...props.providers, { id: "gateway", name: tr("The gateway itself") }].map(({ id, name }) => (
        <Check name="providers" value={id} isChecked={props.ticked.includes(id)}>
          {name}
        </Check>
      ))}
    </div>
    {props.errorText ? <p class="field-error">{props.errorText}</p> : null}
    <p class="hint">{tr("None selected: all.")}</p>
  </fieldset>
);

const Decides = ({ isChecked, errorText }: { isChecked: boolean; errorText: string | null }): Markup => (
  <fieldset>
    <legend>{tr("Approvals")}</legend>
    <Check name="decides" value="yes" isChecked={isChecked}>
      {tr("Its signed response decides on calls that wait")}
    </Check>
    {errorText ? (
      <p class="field-error">
        <ErrorText text={errorText} />
      </p>
    ) : null}
    <p class="hint">
      {tr(
        "It must get the event approval.requested. A call is then made or denied as the response says, without a person.",
      )}
    </p>
  </fieldset>
);

const PartnerFields = ({ fields, error }: { fields: EndpointFields; error: AppError | null }): Markup => (
  <>
    <Select
      name="scope"
      label={tr("Which owners")}
      value={fields.scope}
      options={SCOPES.map(({ value, title }) => ({ value, title: tr(title) }))}
      {...(fieldError(error, "scope") && { error: fieldError(error, "scope") })}
    />
    <MultilineField
      name="account_ids"
      label={tr("Only these connected accounts")}
      value={fields.account_ids}
      isCode
      error={fieldError(error, "account_ids")}
      hint={rich("One {code} per line; only if connected accounts are chosen above. Empty: all of them.", {
        code: <code>id</code>,
      })}
    />
  </>
);
