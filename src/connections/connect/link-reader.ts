// Tells programs that read links (previews of chats, scanners of mail) from the browser in front of a person.
import type { Deps } from "../../server/deps.ts";

/** What the best known of them call themselves, such as Slackbot-LinkExpanding, WhatsApp/2 and SkypeUriPreview. */
const READERS = /bot\b|crawl|spider|preview|scan|whatsapp|facebookexternalhit|embed|slurp/i;

/**
 * Whether a callback may come from such a program. A browser says on an https site that it navigates (Fetch Metadata, since
 * 2023 in all of them); one that does not may be a scanner that calls itself a browser.
 */
export function isLinkReader({ baseUrl }: Pick<Deps, "baseUrl">, { headers }: Request): boolean {
  const agent = headers.get("user-agent") ?? "";
  if (READERS.test(agent)) return true;
  const mode = headers.get("sec-fetch-mode");
  if (mode !== null) return mode !== "navigate";
  return baseUrl.startsWith("https:") && agent.startsWith("Mozilla/");
}
