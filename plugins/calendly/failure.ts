// Reads Calendly's refusals: developer.calendly.com/api-docs, { title, message, details }.
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";
import { listAt } from "./fields.ts";

/** 409 is a thing that is there already, such as a taken time. 424: a calendar that Calendly asks did not answer well. */
const BY_STATUS: Record<number, Failure> = { 409: "invalid", 424: "unavailable" };

/** 403 stands for several things, which only Calendly's words tell apart. */
const PLAN = /upgrade your calendly/i;
const STATE = /already cancell?ed|in the past/i;

export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 400) return undefined;
  const text = textAt(json, "message") ?? "";
  const needsPlan = status === 403 && PLAN.test(text);
  const isOver = status === 403 && STATE.test(text);
  const sentences = [text.slice(0, 150), ...fieldErrors(json)].filter((text) => text !== "");
  const message = sentences.map((text) => text.replace(/[^.!?]$/, "$&.")).join(" ");
  return {
    failure: needsPlan ? "error" : isOver ? "invalid" : BY_STATUS[status],
    code: needsPlan ? "plan" : codeOf(textAt(json, "title")),
    ...(message !== "" && { message }),
    ...(status === 429 && !headers.has("retry-after") && { retryAfter: retryAfterS(headers) }),
  };
}

/** "Invalid Argument" is the code `invalid_argument`. */
const codeOf = (title: string | null) => title?.trim().toLowerCase().replaceAll(/\s+/g, "_");

function fieldErrors(json: unknown): string[] {
  return listAt(valueAt(json, "details")).flatMap((detail) => {
    const [parameter, text] = [textAt(detail, "parameter"), textAt(detail, "message")];
    return text === null ? [] : [parameter === null ? text : `${parameter}: ${text}`];
  });
}

/** Seconds, not a time of day: developer.calendly.com, "API rate limits". */
function retryAfterS(headers: Headers): number | undefined {
  const seconds = headers.get("x-ratelimit-reset") ?? "";
  return /^\d+$/.test(seconds) ? Number(seconds) : undefined;
}
