// How the plugin itself ends a call that Discord would have carried out for the bot.
import { type Failure, Refusal, valueAt } from "gateway/plugin";

/**
 * One answer for whatever the person cannot see: a server or channel that is not there, is elsewhere, or is hidden. The
 * message reaches the caller, so it must be the same each time.
 */
export const UNKNOWN = {
  failure: "not_found",
  message:
    "No server or channel of that id that both the person who connected and the app's bot can see. " +
    "The bot may have to be added to the server.",
  code: "unknown",
} as const;

export function unknown(): Refusal {
  return new Refusal(UNKNOWN.failure, UNKNOWN.message, UNKNOWN.code);
}

/** The failure that an error of `upstream` stands for. */
export function failureOf(error: unknown): Failure | undefined {
  return valueAt(error, "detail.failure") as Failure | undefined;
}
