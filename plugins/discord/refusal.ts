// Refusals by the plugin, of calls that Discord would have allowed the bot.
import { type Failure, Refusal, valueAt } from "gateway/plugin";

/**
 * One failure for everything that the person cannot see: unknown, in another server, or hidden. The message reaches the
 * caller, so it must not tell these apart.
 */
export const NOT_VISIBLE = {
  failure: "not_found",
  message:
    "No server or channel of that id that both the person who connected and the app's bot can see. " +
    "The bot may have to be added to the server.",
  code: "unknown",
} as const;

export function notVisible(): Refusal {
  return new Refusal(NOT_VISIBLE.failure, NOT_VISIBLE.message, NOT_VISIBLE.code);
}

/** The failure of an error that `upstream` threw. */
export function failureOf(error: unknown): Failure | undefined {
  return valueAt(error, "detail.failure") as Failure | undefined;
}
