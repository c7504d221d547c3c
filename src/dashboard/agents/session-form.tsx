/** @jsxImportSource #pages */
// The form of a new agent session: for which agent, with which key, what it may, and when it ends.
import type { AppError } from "../../foundation/errors.ts";
import type { KeyShape } from "../../identity/keys/model.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Check, CheckGroups, FormError, fieldError, Radio, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { message, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { FieldErrorLine, maskedKey, ProviderPermissions, withoutCovered } from "../keys/key-form.tsx";
import { AGENTS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";

const HOUR = 3_600;
const ENDINGS = [
  { value: String(HOUR), title: message("After an hour") },
  { value: String(8 * HOUR), title: message("After 8 hours") },
  { value: String(24 * HOUR), title: message("After a day") },
  { value: String(7 * 24 * HOUR), title: message("After 7 days") },
];
const FIELDS = ["name", "agent", "key", "account", "allow", "expires_in", "limits"];

/** The request that a form stands for. */
export function sessionRequest(form: URLSearchParams): Record<string, unknown> {
  const text = (name: string) => (form.get(name) ?? "").trim();
  const calls = text("calls");
  return {
    ...Object.fromEntries(
      ["name", "agent", "account"].flatMap((name) => (text(name) === "" ? [] : [[name, text(name)]])),
    ),
    ...(form.get("access") === "some" && { allow: withoutCovered(form.getAll("permission")) }),
    ...(form.get("read_only") === "true" && { read_only: true }),
    ...(calls !== "" && { limits: { calls: /^\d{1,12}$/.test(calls) ? Number(calls) : calls } }),
    ...(text("expires_in") !== "" && { expires_in: Number(text("expires_in")) }),
  };
}

interface Props {
  visit: PageRequest;
  registry: Registry;
  keys: readonly KeyShape[];
  action: string;
  /** What was sent, where it has errors. */
  form?: URLSearchParams;
  error?: AppError;
}

export const SessionForm = (props: Props): Markup => {
  const { visit, action, error } = props;
  return (
    <form method="post" action={action} class="fields key-form">
      <FormToken visit={visit} />
      <FormError error={error} fields={FIELDS} />
      <Identity {...props} />
      <Rights {...props} />
      <Ending {...props} />
      <div class="form-foot">
        <Button kind="primary">{tr("Create the session")}</Button>
        <LinkButton kind="quiet" href={AGENTS_PATH}>
          {tr("Cancel")}
        </LinkButton>
      </div>
    </form>
  );
};

/** Which agent it is for, and with which key. */
const Identity = ({ visit, keys, form, error }: Props): Markup => {
  const value = (name: string) => form?.get(name);
  return (
    <>
      <TextField
        name="name"
        label={tr("Name")}
        value={value("name")}
        maxLength={100}
        placeholder={tr("Ticket 4711")}
        autocomplete="off"
        isFocused={form === undefined}
        error={fieldError(error, "name")}
        hint={tr("What the call log shows.")}
      />
      <TextField
        name="agent"
        label={tr("Agent")}
        value={value("agent")}
        maxLength={100}
        placeholder="claude-code"
        autocomplete="off"
        error={fieldError(error, "agent")}
      />
      <Select
        name="key"
        label={tr("Made with the key")}
        value={value("key")}
        options={keys.map((key) => ({ value: key.id, title: `${key.name ?? tr("Without a name")} ${maskedKey(key)}` }))}
        error={fieldError(error, "key")}
        hint={tr("The session can do no more than this key, and ends with it.")}
      />
      {visit.user?.caller.partner ? (
        <TextField
          name="account"
          label={tr("Account")}
          value={value("account")}
          maxLength={255}
          isCode
          autocomplete="off"
          error={fieldError(error, "account")}
          hint={tr("Its external_id. Leave it empty for your own connections.")}
        />
      ) : null}
    </>
  );
};

const Ending = ({ form, error }: Props): Markup => {
  const value = (name: string) => form?.get(name);
  return (
    <>
      <Select
        name="expires_in"
        label={tr("Ends")}
        value={value("expires_in")}
        options={ENDINGS.map(({ value, title }) => ({ value, title: tr(title) }))}
        error={fieldError(error, "expires_in")}
      />
      <TextField
        name="calls"
        label={tr("Most calls in all")}
        type="number"
        value={value("calls")}
        autocomplete="off"
        error={fieldError(error, "limits")}
        hint={tr("Leave it empty for no limit of its own.")}
      />
    </>
  );
};

function Rights({ registry, form, error }: Props): Markup {
  const isSome = form?.get("access") === "some";
  const chosen = new Set(form?.getAll("permission"));
  return (
    <fieldset>
      <legend>{tr("What it may do")}</legend>
      <Check name="read_only" value="true" isChecked={form === undefined || form.get("read_only") === "true"}>
        {tr("Read only: nothing is created, changed, sent or deleted")}
      </Check>
      <Radio name="access" value="all" isChecked={!isSome}>
        {tr("Whatever the key may")}
      </Radio>
      <Radio name="access" value="some" isChecked={isSome}>
        {tr("Only these")}
      </Radio>
      <FieldErrorLine>{fieldError(error, "allow")}</FieldErrorLine>
      <CheckGroups id="permissions" label={tr("Find a permission")}>
        {[...registry.providers.values()].map((provider) => (
          <ProviderPermissions provider={provider} chosen={chosen} />
        ))}
      </CheckGroups>
    </fieldset>
  );
}
