/** @jsxImportSource #pages */
// Fields of forms: a label, a control, what it is for, and what is wrong with it.
import type { AppError, InputError } from "../../foundation/errors.ts";
import { ErrorText, Notice } from "./components.tsx";
import { type Child, type Markup, NOTHING } from "./jsx-runtime.ts";

interface FieldProps {
  /** Unique on the page, and the name in the form. */
  name: string;
  label: string;
  /** The label's, where it is not the page's. */
  labelLang?: string;
  hint?: Child;
  /** A sentence. */
  error?: string | null;
}

const describedBy = ({ name, hint, error }: FieldProps) =>
  [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ") || undefined;

const Field = ({ children, ...props }: FieldProps & { children?: Child }): Markup => (
  <div class="field">
    <label for={props.name} lang={props.labelLang}>
      {props.label}
    </label>
    {children}
    {props.error ? (
      <p class="field-error" id={`${props.name}-error`}>
        <ErrorText text={props.error} />
      </p>
    ) : null}
    {props.hint ? (
      <p class="hint" id={`${props.name}-hint`}>
        {props.hint}
      </p>
    ) : null}
  </div>
);

export interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "password" | "search" | "url" | "number" | "date" | "datetime-local" | "color";
  value?: string | number | null;
  isRequired?: boolean;
  placeholder?: string;
  autocomplete?: string;
  maxLength?: number;
  isCode?: boolean;
  isFocused?: boolean;
  inputMode?: "numeric" | "text";
  /** Whether our script cuts a pasted key, which an address may not hold. */
  hidesKeys?: boolean;
}

export const TextField = (props: TextFieldProps): Markup => (
  <Field {...props}>
    <input
      id={props.name}
      name={props.name}
      type={props.type ?? "text"}
      value={props.value === null || props.value === undefined ? undefined : String(props.value)}
      required={props.isRequired}
      placeholder={props.placeholder}
      autocomplete={props.autocomplete}
      maxlength={props.maxLength}
      inputmode={props.inputMode}
      class={props.isCode ? "code" : undefined}
      autofocus={props.isFocused}
      aria-invalid={props.error ? "true" : undefined}
      aria-describedby={describedBy(props)}
      data-search={props.type === "search" ? "" : undefined}
      data-hides-keys={props.hidesKeys}
    />
  </Field>
);

export const MultilineField = (
  props: FieldProps & { value?: string | null; isCode?: boolean; isRequired?: boolean },
): Markup => (
  <Field {...props}>
    <textarea
      id={props.name}
      name={props.name}
      class={props.isCode ? "code" : undefined}
      required={props.isRequired}
      spellcheck={props.isCode ? "false" : undefined}
      aria-invalid={props.error ? "true" : undefined}
      aria-describedby={describedBy(props)}
    >
      {`\n${props.value ?? ""}`}
    </textarea>
  </Field>
);

/** The first option of `options` is chosen where there is no `value`. */
export const Select = (
  props: FieldProps & { value?: string | null; options: readonly { value: string; title: string }[] },
): Markup => (
  <Field {...props}>
    <select id={props.name} name={props.name} aria-describedby={describedBy(props)}>
      {props.options.map(({ value, title }) => (
        <option value={value} selected={value === (props.value ?? "")}>
          {title}
        </option>
      ))}
    </select>
  </Field>
);

export const Check = (props: { name: string; value: string; isChecked?: boolean; children?: Child }): Markup => (
  <label>
    <input type="checkbox" name={props.name} value={props.value} checked={props.isChecked} />
    <span>{props.children}</span>
  </label>
);

export const Radio = (props: { name: string; value: string; isChecked: boolean; children?: Child }): Markup => (
  <label>
    <input type="radio" name={props.name} value={props.value} checked={props.isChecked} />
    <span>{props.children}</span>
  </label>
);

/** Many checks in groups that fold. Where scripts run a field above them leaves those that have a text. */
export const CheckGroups = (props: { id: string; label: string; children?: Child }): Markup => (
  <div class="check-groups" id={props.id}>
    <div class="field" data-live hidden>
      <label for={`${props.id}-filter`}>{props.label}</label>
      <input id={`${props.id}-filter`} type="search" autocomplete="off" data-narrows={props.id} />
    </div>
    {props.children}
  </div>
);

export const CheckGroup = (props: { title: string; note?: string; isOpen: boolean; children?: Child }): Markup => (
  <details open={props.isOpen}>
    <summary>
      {props.title}
      {props.note === undefined ? null : <small> {props.note}</small>}
    </summary>
    {props.children}
  </details>
);

/** What is wrong with a field of the request's body or query, by its name; null where nothing is. */
export function fieldError(error: AppError | null | undefined, name: string): string | null {
  return errorsOf(error).find(({ path }) => path === `/${name}` || path.startsWith(`/${name}/`))?.message ?? null;
}

const errorsOf = (error: AppError | null | undefined): InputError[] =>
  Array.isArray(error?.details.errors) ? (error.details.errors as InputError[]) : [];

/** What no field of the form shows by itself. */
export function FormError({
  error,
  fields,
}: {
  error: AppError | null | undefined;
  fields: readonly string[];
}): Markup {
  if (!error) return NOTHING;
  const errors = errorsOf(error);
  const others = errors.filter(
    ({ path }) => !fields.some((name) => path === `/${name}` || path.startsWith(`/${name}/`)),
  );
  if (errors.length > 0 && others.length === 0) return NOTHING;
  return (
    <Notice tone="bad">
      {errors.length === 0 ? (
        <ErrorText text={error.message} />
      ) : (
        others.map(({ message }, index) => [index > 0 && " ", <ErrorText text={message} />])
      )}
    </Notice>
  );
}
