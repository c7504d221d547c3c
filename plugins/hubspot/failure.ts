// Reads HubSpot's refusals by status and category: developers.hubspot.com/docs/api-reference/error-handling.
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

const BY_STATUS: Readonly<Record<number, Failure>> = {
  // Something with that email address, say, is there already; HubSpot's message ends with its id.
  409: "invalid",
  // Locked for a moment; moving between data centres; a proxy's own answers.
  423: "unavailable",
  477: "unavailable",
  521: "unavailable",
  522: "unavailable",
  523: "unavailable",
  524: "unavailable",
};
/** HubSpot asks for two seconds at least. */
const LOCKED_S = 2;
const DAILY_WAIT_S = 3_600;

export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 400) return undefined;
  const isDaily = status === 429 && /daily/i.test(limitName(json));
  // The day ends at midnight in the account's time zone, which is not told; a short Retry-After does not end it.
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

/** Which limit was met. */
const limitName = (json: unknown) => `${nonEmptyTextAt(json, "policyName")} ${nonEmptyTextAt(json, "message")}`;

/** Seconds until a limit ends. HubSpot sends no dependable `Retry-After`, only which limit was met. */
function retryAfterS(status: number, json: unknown): number | undefined {
  if (status === 423) return LOCKED_S;
  if (status !== 429) return undefined;
  return /ten_?secondly/i.test(limitName(json)) ? 10 : 1;
}

/** HubSpot's words; where it lists what is wrong with which property, those of each. */
function messageOf(json: unknown): string | undefined {
  const message = nonEmptyTextAt(json, "message");
  const errors = fieldErrorsIn(message ?? "").flatMap((error) => {
    const [name, said] = [nonEmptyTextAt(error, "name"), nonEmptyTextAt(error, "message")];
    return said === undefined ? [] : [name === undefined ? said : `${name}: ${said}`];
  });
  return errors.length > 0 ? errors.join("; ") : message;
}

/** A validation message may end with a list in JSON: `Property values were not valid: [{…}]`. */
function fieldErrorsIn(message: string): unknown[] {
  const start = message.indexOf("[{");
  if (start < 0) return [];
  try {
    return listAt(JSON.parse(message.slice(start)), "");
  } catch {
    return [];
  }
}

function scopesIn(json: unknown): string[] {
  const lists = listAt(json, "errors").map((error) => listAt(error, "context.requiredGranularScopes"));
  return [...new Set(lists.flat().filter((scope) => typeof scope === "string"))];
}
