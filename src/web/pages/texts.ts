// Texts with places in braces.
import type { Child } from "./jsx-runtime.ts";

/** The text with `{name}` replaced, by markup too; a place without a part stays as it is. */
export function filled(text: string, parts: Readonly<Record<string, Child>>): Child[] {
  return text.split(/(\{\w+\})/).map((piece) => {
    const name = piece.slice(1, -1);
    return /^\{\w+\}$/.test(piece) && Object.hasOwn(parts, name) ? parts[name] : piece;
  });
}

/** The same for only texts, such as titles. */
export const filledText = (text: string, parts: Readonly<Record<string, string>>): string =>
  filled(text, parts).join("");
