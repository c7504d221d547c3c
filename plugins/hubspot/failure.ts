// Reads HubSpot's error responses by status and category: developers.hubspot.com/docs/api-reference/error-handling.
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** 423: locked for a moment. 477: moving between data centres. */
const BY_STATUS: Readonly<Record<number, Failure>> = { 423: "busy", 477: "busy" };
/** HubSpot asks for at least two seconds. */
const LOCKED_S = 2;
const DAILY_WAIT_S = 3_600;

export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 400) return undefined;
  const isDaily = status === 429 && /daily/i.test(limitName(json));
  // The day ends at midnight in the account's time zone, which is unknown; a shorter Retry-After would not end it.
  const waitS = isDaily ? DAILY_WAIT_S : headers.has("retry-after") ? undefined : retryAfterS(status, json);
  return {
    failure: BY_STATUS[status],
    code: nonEmptyTextAt(json, "category") ?? nonEmptyTextAt(json, "errorType"),
    message: messageOf(json),
    missingScopes: nonEmptyTextAt(json, "category") === "MISSING_SCOPES" ? scopesIn(json) : undefined,
    retryAfter: waitS,
    ...(isDaily && { limits: "integration" }),
  };
}

const nonEmptyTextAt = (json: unknown, dotted: string) => textAt(json, dotted) || undefined;
function listAt(json: unknown, dotted: string): unknown[] {
  const value = valueAt(json, dotted);
  return Array.isArray(value) ? value : [];
}

/** The limit that was hit. */
const limitName = (json: unknown) => `${nonEmptyTextAt(json, "policyName")} ${nonEmptyTextAt(json, "message")}`;

/** Seconds until the limit resets, from its name: HubSpot sends no reliable `Retry-After`. */
function retryAfterS(status: number, json: unknown): number | undefined {
  if (status === 423) return LOCKED_S;
  if (status !== 429) return undefined;
  return /ten_?secondly/i.test(limitName(json)) ? 10 : 1;
}

/** HubSpot's message, or the messages of its property errors if it lists them. */
function messageOf(json: unknown): string | undefined {
  const message = nonEmptyTextAt(json, "message");
  const errors = fieldErrorsIn(message ?? "").flatMap((error) => {
    const [name, text] = [nonEmptyTextAt(error, "name"), nonEmptyTextAt(error, "message")];
    return text === undefined ? [] : [name === undefined ? text : `${name}: ${text}`];
  });
  return errors.length > 0 ? errors.join("; ") : message;
}

/** A validation message may end with JSON: `Property values were not valid: [{…}]`. */
function fieldErrorsIn(message: string): unknown[] {
  const start = message.indexOf("[{");
  if (start < 0) return [];
  try {
    return listAt(JSON.parse(message.slice(start)), "");
  } catch {
    // The message ends in no JSON.
    return [];
  }
}

function scopesIn(json: unknown): string[] {
  const lists = listAt(json, "errors").map((error) => listAt(error, "context.requiredGranularScopes"));
  return [...new Set(lists.flat().filter((scope) => typeof scope === "string"))];
}
