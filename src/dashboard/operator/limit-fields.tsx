/** @jsxImportSource #pages */
// Fields for numbers of calls, where a word stands for none: read out of a form as the API takes them.
import type { AppError } from "../../foundation/errors.ts";
import { fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";

/** A number where it looks like one; null for an empty field; else the text, for the API to judge. */
export function limitIn(form: URLSearchParams, name: string): number | string | null {
  const text = (form.get(name) ?? "").trim();
  if (text === "") return null;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** `path` is where the API's errors name the field. */
export const LimitField = (props: {
  name: string;
  label: string;
  value: number | string | null | undefined;
  hint?: Child;
  error?: AppError;
  path?: string;
}): Markup => (
  <TextField
    name={props.name}
    label={props.label}
    value={props.value}
    hint={props.hint}
    error={fieldError(props.error, props.path ?? props.name)}
    autocomplete="off"
  />
);
