// Single fields that Jira's endpoints share: keys, account ids, times, web URLs.
import { asUtc, type CallIdentity, encoded, Refusal, t, textAt } from "gateway/plugin";

/** An object in Jira's own format. */
export const jiraObject = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));

export const issueKey = t.String({
  pattern: "^([A-Za-z][A-Za-z0-9_]{0,254}-[0-9]{1,18}|[0-9]{1,18})$",
  description: "Key of the issue, such as ENG-7, or its id.",
});
const PROJECT = "^([A-Za-z][A-Za-z0-9_]{0,254}|[0-9]{1,18})$";
export const projectKey = (description: string) => t.String({ pattern: PROJECT, description });
export const accountId = (description: string) => t.String({ pattern: "^[A-Za-z0-9:_-]{1,128}$", description });

/** Jira writes offsets without a colon (2026-01-17T12:34:00.000+0000), which is not ISO 8601. */
export function isoTime(time: unknown): string | null {
  return typeof time === "string" ? asUtc(time.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")) : null;
}

/** A condition of a change; Jira has none of its own, so it is checked before the change is sent. */
export const ifUpdatedAt = t.Optional(
  t.String({
    format: "date-time",
    description:
      "The issue's updated_at as you last read it: if the issue has changed since, the call fails and changes nothing.",
  }),
);

/** Ends the call where a thing was changed at another time than `expected`. */
export function refuseIfChanged(expected: string | undefined, fields: unknown): void {
  const updated = isoTime(textAt(fields, "updated"));
  if (expected === undefined || Date.parse(expected) === Date.parse(updated ?? "")) return;
  const message = `It was changed at ${updated ?? "another time"}, after you read it. Nothing was written: read it again, and repeat your change.`;
  throw new Refusal("conflict", message, "changed_meanwhile");
}

/** What a change of rich text lost, by field. */
export const lostFormatting = t.Array(t.Object({ field: t.String(), types: t.Array(t.String()) }), {
  description:
    "Formatting lost by this change because Markdown cannot express it: Jira's node and mark types, such as panel or textColor, by field. Empty if nothing was lost.",
});

/** Opens an issue or comment in the browser. The host is the connected site; `self` in responses is the API's. */
export function webUrl({ tenant }: CallIdentity, key: string, comment?: string): string | null {
  if (!tenant.site) return null;
  const focused = comment === undefined ? "" : `?focusedCommentId=${comment}`;
  return `https://${tenant.site}/browse/${encoded(key)}${focused}`;
}
