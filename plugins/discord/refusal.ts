// How the plugin itself ends a call that Discord would have carried out for the bot.
import { at, type Failure, path, type Upstream } from "gateway/plugin";

export interface Refusal {
  failure: Failure;
  message: string;
  code: string;
}

/**
 * One answer for whatever the person cannot see: a server or channel that is not there, is elsewhere, or is hidden. The
 * message reaches the caller, so it must be the same each time.
 */
export const UNKNOWN: Refusal = {
  failure: "not_found",
  message:
    "No server or channel of that id that both the person who connected and the app's bot can see. " +
    "The bot may have to be added to the server.",
  code: "unknown",
};

/** The failure that an error of `upstream` stands for. */
export function failureOf(error: unknown): Failure | undefined {
  return at(error, "detail.failure") as Failure | undefined;
}

/** An error of `upstream`, with other words. */
export function restated(error: unknown, refusal: Refusal): Error {
  const detail = at(error, "detail");
  if (!(error instanceof Error) || typeof detail !== "object") return new Error(refusal.message);
  return Object.assign(error, { message: refusal.message, detail: { ...detail, ...refusal } });
}

/**
 * Ends the call. The contract has no error for that, so one of its own is taken: a request with a credential that nobody
 * holds fails before it is sent.
 */
export async function refuse(upstream: Upstream, refusal: Refusal): Promise<never> {
  const error: unknown = await upstream.request({ path: path`/refused`, as: "nobody" }).catch((met: unknown) => met);
  throw restated(error, refusal);
}
