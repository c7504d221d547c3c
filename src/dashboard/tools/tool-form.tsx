/** @jsxImportSource #pages */
// The form of a tool's parameters: a field for each, by its schema, with what is wrong beside it.
import { CONNECTION } from "../../agents/tools/connection-choice.ts";
import type { InputError } from "../../foundation/errors.ts";
import { invalidInput } from "../../foundation/errors.ts";
import { BORROWED } from "../../foundation/schema/connection-name.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { Icon, Notice } from "../../web/pages/components.tsx";
import { FormError, TextField } from "../../web/pages/fields.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { ProviderAccess } from "../integrations/connecting.tsx";
import type { PageRequest } from "../visit.ts";
import { fieldErrorIn, type ToolField } from "./tool-input.ts";
import { toolPath } from "./tool-pages.tsx";

export interface ToolFormProps {
  visit: PageRequest;
  endpoint: RegisteredEndpoint;
  fields: readonly ToolField[];
  /** The user's connections with the provider. */
  access: Pick<ProviderAccess, "names" | "borrowed"> | undefined;
  /** What the form was sent under: a press that repeats it gets the first response. New where it was not sent yet. */
  nonce: string;
  /** Whether it has been carried out, so that a press would be its repeat. */
  isSent: boolean;
  /** Keyed by the field's id. */
  values: ReadonlyMap<string, string>;
  errors: readonly InputError[];
}

/** More optional fields than these wait behind a disclosure. */
const MAX_OPEN = 4;

export function ToolForm(props: ToolFormProps): Markup {
  const { visit, endpoint, fields, access, nonce, isSent, values, errors } = props;
  const isTouched = (field: ToolField) => (values.get(field.id) ?? "") !== "" || fieldErrorIn(errors, field) !== null;
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const isShort = optional.length <= MAX_OPEN;
  const others = errors.filter((error) => !fields.some((field) => fieldErrorIn([error], field)));
  const field = (one: ToolField) => (
    <Parameter field={one} value={values.get(one.id) ?? ""} errorText={fieldErrorIn(errors, one)} />
  );
  return (
    <form
      class="fields"
      method="post"
      action={`${toolPath(endpoint.tool)}#result`}
      data-hx-post={toolPath(endpoint.tool)}
      data-hx-target="#try"
      data-hx-select="#try"
      data-hx-swap="outerMorph"
      data-shows="result"
      novalidate
    >
      <FormToken visit={visit} />
      <input type="hidden" name="nonce" value={nonce} />
      {others.length > 0 ? <FormError error={invalidInput(others)} fields={[]} /> : null}
      {fields.length === 0 ? <p class="muted">{tr("This tool has no parameters.")}</p> : null}
      {required.map(field)}
      {isShort ? optional.map(field) : null}
      {!isShort ? (
        <details open={required.length === 0 || optional.some(isTouched)} class="more-fields">
          <summary>
            {rich("{icon}{count} optional parameters", { icon: <Icon name="chevron" />, count: optional.length })}
          </summary>
          <div class="fields">{optional.map(field)}</div>
        </details>
      ) : null}
      {visit.user?.caller.partner ? <Account value={values.get("account") ?? ""} /> : null}
      <Connection
        names={access?.names ?? []}
        borrowed={access?.borrowed ?? []}
        isPartner={visit.user?.caller.partner != null}
        value={values.get(CONNECTION) ?? ""}
      />
      <Send endpoint={endpoint} isSent={isSent} hasExample={fields.some(({ example }) => example !== "")} />
    </form>
  );
}

const Account = ({ value }: { value: string }): Markup => (
  <TextField
    name="account"
    label={tr("Connected account")}
    value={value}
    isCode
    maxLength={255}
    autocomplete="off"
    hint={rich("Its {code}, sent as {alternative}. Leave it empty to use your own integration.", {
      code: <code>external_id</code>,
      alternative: <code>X-Account-Id</code>,
    })}
  />
);

interface ConnectionProps {
  names: readonly string[];
  borrowed: readonly string[];
  isPartner: boolean;
  value: string;
}

/** The user's names are offered; a connected account has others. */
function Connection({ names, borrowed, isPartner, value }: ConnectionProps): Markup {
  if (names.length < 2 && borrowed.length === 0 && !isPartner) return NOTHING;
  const values = { names: <code>{names.join(", ")}</code>, header: <code>X-Connection</code> };
  const isOnlyBorrowed = borrowed.length > 0 && borrowed.length === names.length;
  const hint = isOnlyBorrowed
    ? rich("{names}, sent as {header}. A borrowed connection is used only by its name.", values)
    : names.length > 1
      ? rich("One of {names}, sent as {header}. Leave it empty for the default.", values)
      : rich("The name of one of several connections, sent as {header}.", values);
  return (
    <TextField
      name={CONNECTION}
      label={tr("Connection")}
      value={value}
      isCode
      maxLength={BORROWED.length + 64}
      autocomplete="off"
      hint={hint}
    />
  );
}

function Send(props: { endpoint: RegisteredEndpoint; isSent: boolean; hasExample: boolean }): Markup {
  const { endpoint, isSent, hasExample } = props;
  const { method, provider } = endpoint;
  const isRead = method === "GET";
  return (
    <>
      {isRead ? null : (
        <Notice tone="warning">
          {method === "DELETE"
            ? tr("This is a real call: {name} deletes it, as if your own code had called.", { name: provider.name })
            : tr("This is a real call: {name} carries it out, as if your own code had called.", {
                name: provider.name,
              })}
        </Notice>
      )}
      <div class="form-foot wrap">
        <button id="send" type="submit" class={method === "DELETE" ? "button danger" : "button primary"}>
          {isRead ? tr("Try it") : tr("Try it for real")}
        </button>
        {isSent && !isRead ? (
          <button type="submit" class="button" name="again" value="true">
            {tr("Run it again")}
          </button>
        ) : null}
        {hasExample ? (
          <a class="button quiet" href="?example">
            {tr("Fill in an example")}
          </a>
        ) : null}
      </div>
    </>
  );
}

/** Descriptions put values between backticks. */
const proseOf = (text: string): Child =>
  text
    .split("`")
    .map((part, index, parts) => (index % 2 === 1 && index < parts.length - 1 ? <code>{part}</code> : part));

const Parameter = ({
  field,
  value,
  errorText,
}: {
  field: ToolField;
  value: string;
  errorText: string | null;
}): Markup => (
  <div class="field parameter">
    <label for={field.id}>
      <code>{field.name}</code>{" "}
      <span class="muted small">
        {field.type}
        {field.isNullable ? tr(", or null") : ""}
        {field.isRequired ? <b class="required"> {tr("required")}</b> : NOTHING}
      </span>
    </label>
    <Control field={field} value={value} errorText={errorText} />
    {errorText ? (
      <p class="field-error" id={`${field.id}-error`}>
        {errorText}
      </p>
    ) : null}
    {field.description ? (
      <p class="hint" id={`${field.id}-hint`}>
        {proseOf(field.description)}
      </p>
    ) : null}
  </div>
);

function Control({ field, value, errorText }: { field: ToolField; value: string; errorText: string | null }): Markup {
  const { id, control, choices, isRequired, description, example } = field;
  const describedBy = [errorText && `${id}-error`, description && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const common = {
    id,
    name: id,
    "aria-invalid": errorText ? "true" : undefined,
    "aria-describedby": describedBy,
    "aria-required": isRequired ? "true" : undefined,
  } as const;
  if (control === "choice")
    return (
      <select {...common}>
        <option value="">{isRequired ? tr("Choose") : tr("Not sent")}</option>
        {choices.map((choice) => (
          <option value={choice} selected={choice === value}>
            {choice}
          </option>
        ))}
      </select>
    );
  if (control === "line")
    return (
      <input {...common} type="text" value={value || undefined} placeholder={example || undefined} autocomplete="off" />
    );
  const isShort = control === "lines";
  return (
    <textarea
      {...common}
      class={control === "json" ? "code" : undefined}
      rows={isShort ? "2" : "5"}
      placeholder={example || undefined}
      spellcheck={control === "json" ? "false" : undefined}
    >
      {`\n${value}`}
    </textarea>
  );
}
