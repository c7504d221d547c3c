// LinkedIn's markup of posts, "little text": learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format.

/** The characters of markup; an unescaped bracket silently truncates the post. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;
/** A URL as a whole, or what may be a hashtag: one contains a letter and is not part of a word, so "#1" and "a#b" are none. */
const URL_OR_HASHTAG = /https?:\/\/\S+|(?<![\p{L}\p{N}_&#])#([\p{L}\p{N}_]+)/gu;

const escapeMarkup = (text: string) => text.replace(RESERVED, "\\$&");

/** Plain text as little text: hashtags become hashtags, everything else is escaped. */
export function toLittleText(text: string): string {
  let out = "";
  let end = 0;
  for (const match of text.matchAll(URL_OR_HASHTAG)) {
    if (!/\p{L}/u.test(match[1] ?? "")) continue;
    out += `${escapeMarkup(text.slice(end, match.index))}{hashtag|\\#|${escapeMarkup(match[1] as string)}}`;
    end = match.index + match[0].length;
  }
  return out + escapeMarkup(text.slice(end));
}

/** An escaped character ends neither a hashtag nor a name. */
const HASHTAG_TEMPLATE = /\{hashtag\|\\?[#＃]\|((?:\\.|[^\\|{}])*)\}/;
const MENTION = /@\[((?:\\.|[^\\[\]])*)\]\(urn:li:[a-zA-Z]+:[^()\s]*\)/;
const MARKUP = new RegExp(`${HASHTAG_TEMPLATE.source}|${MENTION.source}|\\\\(.)`, "gs");

/** Little text as plain text: hashtags and mentions by their words, escapes removed. */
export function toPlainText(commentary: string): string {
  const unescaped = (text: string) => text.replace(/\\(.)/gs, "$1");
  return commentary.replace(MARKUP, (_, hashtag?: string, name?: string, character?: string) => {
    if (hashtag !== undefined) return `#${unescaped(hashtag)}`;
    return name === undefined ? (character as string) : unescaped(name);
  });
}
