// Converts Discord's message markup to plain text: discord.com/developers/docs/reference#message-formatting.
import { timeOfMs } from "gateway/plugin";

/** Names of the people whom a message mentions, by id. */
type Names = ReadonlyMap<string, string>;

const MARKUP =
  /<(@!?|@&|#)([0-9]{1,20})>|<a?(:\w{2,32}:)[0-9]{1,20}>|<t:(-?[0-9]{1,13})(?::\w)?>|<(\/[^<>:]{1,100}):[0-9]{1,20}>/g;

/** Replaces mentions, emoji, times and commands by text. A message has no names of channels and roles. */
export function plainText(text: string, names: Names): string {
  return text.replace(MARKUP, (all, mark?: string, id?: string, emoji?: string, unix?: string, command?: string) => {
    if (mark === "@&") return "@role";
    if (mark === "#") return "#channel";
    if (mark !== undefined) return `@${names.get(id ?? "") ?? "user"}`;
    if (unix !== undefined) return timeOfMs(Number(unix) * 1000) ?? all;
    return emoji ?? command ?? all;
  });
}
