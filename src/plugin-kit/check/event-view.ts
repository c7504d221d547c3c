// The kit's rule for the view of an event, as the inbox shows it.

import { checkerOf } from "../../foundation/schema/check.ts";
import { type EventView, t } from "../../plugin/index.ts";

const nullableText = t.Union([t.String(), t.Null()]);
const View = t.Object(
  {
    title: t.String({ minLength: 1 }),
    summary: nullableText,
    actor: nullableText,
    url: nullableText,
    occurredAt: nullableText,
  },
  { additionalProperties: false },
);

export function viewViolations(type: string, view: Required<EventView>): string[] {
  const error = checkerOf(View).Errors(view).First();
  if (error) return [`The view of ${type} is wrong at ${error.path || "/"}: ${error.message}.`];
  const { url, occurredAt } = view;
  if (url !== null && !/^https?:\/\//.test(url)) return [`The view of ${type} has a url that is not a link.`];
  if (occurredAt !== null && !(/^\d{4}-\d\d-\d\dT/.test(occurredAt) && Number.isFinite(Date.parse(occurredAt))))
    return [`The view of ${type} has an occurredAt that is not an ISO 8601 time.`];
  return [];
}
