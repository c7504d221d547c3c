// Reads Calendly's error responses, { title, message, details }: developer.calendly.com/api-docs.
import { type FailureReport, textAt, type UpstreamResponse } from "gateway/plugin";
import { listAt } from "./fields.ts";

/** Only the message tells the meanings of 403 apart. */
const PLAN = /upgrade your calendly/i;
const STATE = /already cancell?ed|in the past/i;

export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 400) return undefined;
  const detail = textAt(json, "message") ?? "";
  const needsPlan = status === 403 && PLAN.test(detail);
  const isOver = status === 403 && STATE.test(detail);
  const sentences = [detail.slice(0, 150), ...fieldErrors(json)].filter((text) => text !== "");
  const message = sentences.map((text) => text.replace(/[^.!?]$/, "$&.")).join(" ");
  return {
    failure: needsPlan ? "error" : isOver ? "conflict" : undefined,
    code: needsPlan ? "plan" : codeOf(textAt(json, "title")),
    ...(message !== "" && { message }),
    ...(status === 429 && !headers.has("retry-after") && { retryAfter: retryAfterS(headers) }),
  };
}

/** "Invalid Argument" becomes the code `invalid_argument`. */
const codeOf = (title: string | null) => title?.trim().toLowerCase().replaceAll(/\s+/g, "_");

function fieldErrors(json: unknown): string[] {
  return listAt(json, "details").flatMap((detail) => {
    const [parameter, text] = [textAt(detail, "parameter"), textAt(detail, "message")];
    return text === null ? [] : [parameter === null ? text : `${parameter}: ${text}`];
  });
}

/** Calendly's reset time is in seconds from now: developer.calendly.com, "API rate limits". */
function retryAfterS(headers: Headers): number | undefined {
  const seconds = headers.get("x-ratelimit-reset") ?? "";
  return /^\d+$/.test(seconds) ? Number(seconds) : undefined;
}
