// The markup of posts: learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format.

/** What would be taken for markup; an unescaped bracket silently cuts the post off. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;
/** A hashtag has a letter in it and does not stand within a word or an address, so "#1" and "a#b" are none. */
const HASHTAG = /(?<![\p{L}\p{N}_&#]|https?:\/\/\S*)#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu;

const escape = (text: string) => text.replace(RESERVED, "\\$&");

/** Plain text as little text: hashtags stay hashtags, all else is shown as it is. */
export function toLittleText(text: string): string {
  let out = "";
  let end = 0;
  for (const match of text.matchAll(HASHTAG)) {
    out += `${escape(text.slice(end, match.index))}{hashtag|\\#|${escape(match[1] as string)}}`;
    end = match.index + match[0].length;
  }
  return out + escape(text.slice(end));
}

/** What is escaped ends neither a hashtag nor a name. */
const HASHTAG_TEMPLATE = /\{hashtag\|\\?[#＃]\|((?:\\.|[^\\|{}])*)\}/;
const MENTION = /@\[((?:\\.|[^\\[\]])*)\]\(urn:li:[a-zA-Z]+:[^()\s]*\)/;
const MARKUP = new RegExp(`${HASHTAG_TEMPLATE.source}|${MENTION.source}|\\\\(.)`, "gs");

/** Little text as people read it: hashtags and mentions by their words, escapes undone. */
export function toPlainText(commentary: string): string {
  const unescaped = (text: string) => text.replace(/\\(.)/gs, "$1");
  return commentary.replace(MARKUP, (_, hashtag?: string, name?: string, character?: string) => {
    if (hashtag !== undefined) return `#${unescaped(hashtag)}`;
    return name === undefined ? (character as string) : unescaped(name);
  });
}
