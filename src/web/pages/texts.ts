// Texts with places in braces, and the language that a browser asks for.
import { acceptedLanguage } from "../http/accept.ts";
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

/** `wanted` where there is one of this name, else the browser's own preference, else the first. */
export function chooseLanguage<Lang extends string>(
  request: Request,
  wanted: string | null,
  available: readonly [Lang, ...Lang[]],
): Lang {
  const primary = wanted?.toLowerCase().split("-")[0];
  return available.find((lang) => lang === primary) ?? acceptedLanguage(request, available) ?? available[0];
}
