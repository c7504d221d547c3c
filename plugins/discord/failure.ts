// Classifies Discord's errors: discord.com/developers/docs/topics/opcodes-and-status-codes.
import { type Failure, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";
import { NOT_VISIBLE } from "./refusal.ts";

/** Unknown channel, unknown server, and "missing access", which would reveal that a channel exists. */
const HIDDEN: readonly unknown[] = [10003, 10004, 50001];

const CODES: Partial<Record<Failure, readonly number[]>> = {
  expired: [40001, 50014, 50025],
  revoked: [40012],
  forbidden: [40007, 50005, 50007, 50009, 50013, 50026, 50278, 90001, 160002],
  invalid: [40005, 40067, 50003, 50006, 50008, 50024, 50035, 50109, 200000, 240000],
  // Something is full, locked, archived, over, or there already.
  conflict: [30003, 30005, 30010, 30013, 30033, 50083, 160004, 160005, 160006, 180000],
  rate_limited: [20016, 20022, 20028, 20029, 30046],
  busy: [40004, 40006, 40062, 40333, 130000],
};
const FAILURES = new Map<unknown, Failure>(
  Object.entries(CODES).flatMap(([failure, codes]) => codes.map((code) => [code, failure as Failure] as const)),
);

/** A search of a server that Discord has yet to index, with status 202: discord.com/developers/docs/resources/message. */
const NOT_INDEXED = 110000;
/** Seconds, where Discord asks for a short delay only. */
const SHORT_DELAY = 5;

function notIndexed(json: unknown): FailureReport {
  const said = valueAt(json, "retry_after");
  return {
    failure: "busy",
    code: String(NOT_INDEXED),
    message: "Discord is still making the search index of that server. Try again a little later.",
    retryAfter: typeof said === "number" && said > 0 ? said : SHORT_DELAY,
  };
}

/** Messages for codes that Discord explains badly. */
const HINTS: Record<number, string> = {
  50005: "Only messages that the app's bot has sent can be edited.",
  20016: "The channel's slow mode does not let the bot write yet.",
  40067: "Posts of that forum need a tag: send tag_ids.",
  50008: "That kind of channel has no messages of its own.",
  50013: "The app's bot lacks a permission for that; add it in the server's settings.",
  50026: "The integration lacks an OAuth scope for that: connect Discord again.",
  50083: "That thread is archived.",
  160002: "The app's bot may not read the channel's history, which a reply needs.",
  160004: "A thread hangs on that message already.",
  160005: "That thread is locked.",
  200000: "The server's AutoMod refuses that text.",
  240000: "Discord refuses that text for a harmful link.",
};

/** Classifies a response; undefined for success, and where the status alone decides. */
export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  const code = valueAt(json, "code");
  if (code === NOT_INDEXED) return notIndexed(json);
  if (status >= 200 && status < 300) return undefined;
  if (HIDDEN.includes(code)) return NOT_VISIBLE;
  const failure = FAILURES.get(code);
  const hint = typeof code === "number" ? HINTS[code] : undefined;
  if (status === 429 || failure === "rate_limited") return rateLimited(headers, json, hint);
  // Discord always sends JSON; an HTML page with 403 is from Cloudflare.
  if (status === 403 && json === null) return { failure: "busy", message: "Discord's edge refuses the request." };
  const message = hint ?? fieldErrors(json);
  return { failure, ...(message !== undefined && { message }) };
}

/** `retry_after` in the body has fractions of a second; Cloudflare's own limit has only `Retry-After`, which the core reads. */
function rateLimited(headers: Headers, json: unknown, hint: string | undefined): FailureReport {
  const retryAfter = valueAt(json, "retry_after") ?? Number(headers.get("x-ratelimit-reset-after") ?? Number.NaN);
  const isSeconds = typeof retryAfter === "number" && Number.isFinite(retryAfter);
  return { failure: "rate_limited", ...(isSeconds && { retryAfter }), ...(hint && { message: hint }) };
}

const MAX_FIELDS = 5;

/** `errors` nests by field down to lists named `_errors`: "/content: Must be 2000 or fewer in length." */
function fieldErrors(json: unknown): string | undefined {
  const found: string[] = [];
  const visit = (node: unknown, where: string, depth: number) => {
    if (typeof node !== "object" || node === null || depth > 10 || found.length >= MAX_FIELDS) return;
    for (const [name, inner] of Object.entries(node)) {
      if (name !== "_errors") visit(inner, `${where}/${name}`, depth + 1);
      else if (Array.isArray(inner))
        found.push(`${where || "/"}: ${inner.map((e) => valueAt(e, "message")).join(" ")}`);
    }
  };
  visit(valueAt(json, "errors"), "", 0);
  return found.length > 0 ? found.slice(0, MAX_FIELDS).join(" ") : undefined;
}
