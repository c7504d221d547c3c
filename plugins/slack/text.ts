// Converts Slack's message markup ("mrkdwn") to plain text: docs.slack.dev/messaging/formatting-message-text.

/**
 * Resolves Slack's `<…>` tokens and `&…;` escapes. Emphasis marks such as *bold* stay, since they cannot be told from plain
 * asterisks.
 */
export function plainText(markup: string): string {
  return decodeEscapes(markup.replace(/<([^<>]*)>/g, (_, token: string) => readToken(token)));
}

/** Reads a token without its angle brackets: `@U1`, `#C1|general`, `!here`, `https://example.com|a label`. */
function readToken(token: string): string {
  const bar = token.indexOf("|");
  const target = bar < 0 ? token : token.slice(0, bar);
  const label = bar < 0 ? "" : token.slice(bar + 1);
  if (target.startsWith("@") || target.startsWith("#"))
    return target[0] + (label.replace(/^[@#]/, "") || target.slice(1));
  if (target.startsWith("!")) return readCommand(target.slice(1), label);
  const address = target.replace(/^(mailto|tel):/, "");
  if (address !== target) return label || address;
  return labelledLink(label, target);
}

/** A link's label with its address, or only the address where the label says the same. */
export function labelledLink(label: string, target: string): string {
  return label === "" || isSameLink(label, target) ? target : `${label} (${target})`;
}

/** The names by id of the people, channels and groups that a text mentions with both. */
export function namesIn(markup: string): ReadonlyMap<string, string> {
  const named = markup.matchAll(/<(?:[@#]|!subteam\^)([A-Z0-9]{1,40})\|[@#]?([^<>|]{1,200})>/g);
  return new Map(Array.from(named, ([, id = "", name = ""]) => [id, decodeEscapes(name)]));
}

/** `!here`, `!subteam^S1|@team`, `!date^1767225600^{date}|1 January`. */
function readCommand(command: string, label: string): string {
  const [name = "", value = ""] = command.split("^");
  if (name === "subteam") return `@${label.replace(/^@/, "") || value}`;
  return label || `@${name}`;
}

/** Slack writes a bare `example.com` as `<http://example.com|example.com>`. */
function isSameLink(label: string, target: string): boolean {
  return label === target || `http://${label}` === target || `https://${label}` === target;
}

/** The characters that Slack escapes. */
export function decodeEscapes(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
