/** @jsxImportSource #pages */
// The form of one rule: which calls it is about, what happens to them, and why.
import { type Outcome, RULE_EFFECTS } from "../../agents/policies/model.ts";
import type { AppError } from "../../foundation/errors.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Check, FormError, fieldError, Radio, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { FieldErrorLine } from "../keys/key-form.tsx";
import type { PageRequest } from "../visit.ts";
import { OPERATOR_NAMES, operatorText } from "./rights-text.tsx";
import { ARGUMENT_ROWS } from "./rule-fields.ts";
import { EFFECTS } from "./rule-text.tsx";

const FIELDS = [
  "name",
  "outcome",
  "reason",
  "fields",
  "provider",
  "service",
  "tool",
  "effect",
  ...ARGUMENT_ROWS.map((row) => `path_${row}`),
];

/** An address of one domain. */
const EXAMPLE = "*@acme.example";

const OUTCOMES: Record<Outcome, Message> = {
  ask: message("Ask a person first"),
  deny: message("Deny them"),
  redact: message("Make them, and hide fields of what comes back"),
  allow: message("Allow them, beside a stricter outcome for all other calls"),
};

export interface RuleFormProps {
  visit: PageRequest;
  registry: Registry;
  /** The addresses of the form, and of the page before it. */
  action: string;
  back: string;
  /** The version of the rules that it replaces. */
  version: number;
  /** The rule that it changes, as JSON; empty for a new one. */
  was: string;
  form: URLSearchParams;
  error?: AppError;
}

export const RuleForm = (props: RuleFormProps): Markup => {
  const { visit, action, back, version, was, form, error } = props;
  return (
    <form method="post" action={action} class="fields">
      <FormToken visit={visit} />
      <input type="hidden" name="version" value={String(version)} />
      <input type="hidden" name="was" value={was} />
      <FormError error={error} fields={FIELDS} />
      <OutcomeField form={form} error={error} />
      <fieldset>
        <legend>{tr("Calls that")}</legend>
        {RULE_EFFECTS.map((effect) => (
          <Check name="effect" value={effect} isChecked={form.getAll("effect").includes(effect)}>
            {tr(EFFECTS[effect] as Message)}
          </Check>
        ))}
        <FieldErrorLine>{fieldError(error, "effect")}</FieldErrorLine>
      </fieldset>
      <Names {...props} />
      <Arguments form={form} error={error} />
      <TextField
        name="reason"
        label={tr("Reason")}
        value={form.get("reason")}
        maxLength={300}
        autocomplete="off"
        error={fieldError(error, "reason")}
        hint={tr("A sentence for the person or agent whose call is denied or asked about.")}
      />
      <TextField
        name="name"
        label={tr("Name of the rule")}
        value={form.get("name")}
        maxLength={64}
        autocomplete="off"
        error={fieldError(error, "name")}
        hint={tr("Optional; refusals quote it.")}
      />
      <div class="form-foot wrap">
        <Button kind="primary">{tr("Save the rule")}</Button>
        <Button kind="quiet" name="check" value="true">
          {tr("Try it on the last week")}
        </Button>
        <LinkButton kind="quiet" href={back}>
          {tr("Cancel")}
        </LinkButton>
      </div>
    </form>
  );
};

const Names = ({ registry, form, error }: RuleFormProps): Markup => (
  <>
    <fieldset>
      <legend>{tr("Only at these providers")}</legend>
      <div class="checks">
        {[...registry.providers.values()].map(({ id, name }) => (
          <Check name="provider" value={id} isChecked={form.getAll("provider").includes(id)}>
            {name}
          </Check>
        ))}
      </div>
      <FieldErrorLine>{fieldError(error, "provider")}</FieldErrorLine>
      <FieldErrorLine>{fieldError(error, "when")}</FieldErrorLine>
    </fieldset>
    <TextField
      name="service"
      label={tr("Only these services")}
      value={form.get("service")}
      placeholder="google:gmail,microsoft:mail"
      isCode
      autocomplete="off"
      error={fieldError(error, "service")}
      hint={tr("Several are separated by commas. Empty means all.")}
    />
    <TextField
      name="tool"
      label={tr("Only these tools")}
      value={form.get("tool")}
      placeholder="github_delete_*"
      isCode
      autocomplete="off"
      error={fieldError(error, "tool")}
      hint={tr("Names of tools; * stands for any characters.")}
    />
  </>
);

const OutcomeField = ({ form, error }: Pick<RuleFormProps, "form" | "error">): Markup => {
  const outcome = form.get("outcome") || "ask";
  return (
    <fieldset>
      <legend>{tr("What happens to these calls")}</legend>
      {(["ask", "deny", "redact", "allow"] as const).map((value) => (
        <Radio name="outcome" value={value} isChecked={outcome === value}>
          {tr(OUTCOMES[value])}
        </Radio>
      ))}
      <FieldErrorLine>{fieldError(error, "outcome")}</FieldErrorLine>
      <TextField
        name="fields"
        label={tr("Hidden fields")}
        value={form.get("fields")}
        placeholder="body,from.email"
        isCode
        autocomplete="off"
        error={fieldError(error, "fields")}
        hint={tr("Separated by commas. Empty means every text that others may have written.")}
      />
    </fieldset>
  );
};

/** Fixed rows, so that the form needs no script. */
const Arguments = ({ form, error }: { form: URLSearchParams; error: AppError | undefined }): Markup => (
  <fieldset>
    <legend>{tr("Only if the arguments are so")}</legend>
    {ARGUMENT_ROWS.map((row) => (
      <div class="argument-row">
        <TextField
          name={`path_${row}`}
          label={tr("Argument {number}", { number: row + 1 })}
          value={form.get(`path_${row}`)}
          placeholder={row === 0 ? "attendees.email" : undefined}
          isCode
          autocomplete="off"
          error={fieldError(error, `path_${row}`)}
        />
        <Select
          name={`operator_${row}`}
          label={tr("Condition {number}", { number: row + 1 })}
          value={form.get(`operator_${row}`) || "matches"}
          options={OPERATOR_NAMES.map((value) => ({ value, title: operatorText(value) }))}
        />
        <TextField
          name={`value_${row}`}
          label={tr("Value {number}", { number: row + 1 })}
          value={form.get(`value_${row}`)}
          placeholder={row === 0 ? EXAMPLE : undefined}
          isCode
          autocomplete="off"
        />
      </div>
    ))}
    <p class="hint">{tr("As the tool names its arguments, such as attendees.email. * stands for any characters.")}</p>
  </fieldset>
);
