// Text of people for a mail: on one line, without unseen characters, and of a bounded length.

export const MAX_TITLE = 150;
const MAX_TEXT = 1_000;
/** Controls, line and paragraph separators, and marks of direction; the joiner of emoji is none of them. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

export function oneLine(text: string, most = MAX_TEXT): string {
  const visible = text.replace(/\s/gu, " ").replace(INVISIBLE, "").toWellFormed();
  return visible.length > most ? `${visible.slice(0, most - 1).toWellFormed()}…` : visible;
}
