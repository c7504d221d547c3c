/** @jsxImportSource #pages */
// When something ends by itself: never, after some days, or with a day that the person chooses.
import { Select, TextField } from "../web/pages/fields.tsx";
import type { Markup } from "../web/pages/jsx-runtime.ts";
import { message, tr } from "../web/pages/messages.ts";
import { endOfDay } from "./last-day.ts";

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: "", title: message("Never") },
  { value: "30", title: message("After 30 days") },
  { value: "90", title: message("After 90 days") },
  { value: "365", title: message("After 365 days") },
  { value: "date", title: message("On a date") },
];

/** The time that a form means; null for never. */
export function expiryOf(form: URLSearchParams, now: number): string | null {
  const expiry = form.get("expiry") ?? "";
  if (expiry === "") return null;
  if (expiry === "date") return endOfDay(form.get("expires_on") || "not a day");
  // What is none of the choices goes on as it is, and is refused as a date.
  return EXPIRIES.some(({ value }) => value === expiry)
    ? new Date(now + Number(expiry) * DAY_MS).toISOString()
    : expiry;
}

/** `errorText` is what the check of the request says of the time. */
export const ExpiryFields = (props: {
  label: string;
  form: URLSearchParams | undefined;
  errorText: string | null;
}): Markup => (
  <div class="expiry">
    <Select
      name="expiry"
      label={props.label}
      value={props.form?.get("expiry")}
      options={EXPIRIES.map(({ value, title }) => ({ value, title: tr(title) }))}
    />
    <TextField
      name="expires_on"
      label={tr("Last day (UTC)")}
      type="date"
      value={props.form?.get("expires_on")}
      error={props.errorText && (props.form?.get("expires_on") ? tr("The day is in the past.") : tr("Choose a day."))}
    />
  </div>
);
