// What a mail says, as plain text and as simple HTML without images, styles and tracking.
import { escapeHtml } from "@kitajs/html";
import { MAX_TITLE, oneLine } from "./one-line.ts";

export interface MailContent {
  title: string;
  text: string;
  html: string;
  /** An address that stops this kind of mail with one POST (RFC 8058). */
  unsubscribe?: string;
}

/** Names come from people: they lose line breaks, controls and marks that turn the direction of the text around them. */
export function mailContent(props: {
  /** As a BCP 47 tag; English by default. */
  language?: string;
  title: string;
  paragraphs: readonly string[];
  /** An address below our own base URL, and what it does. */
  link?: { label: string; url: string };
  unsubscribe?: string;
}): MailContent {
  const { link, language = "en" } = props;
  const paragraphs = props.paragraphs.map((text) => oneLine(text));
  const html = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
  ];
  return {
    title: oneLine(props.title, MAX_TITLE),
    text: `${[...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : [])].join("\n\n")}\n`,
    html: `<!doctype html><html lang="${language}"><body>${html.join("")}</body></html>`,
    ...(props.unsubscribe !== undefined && { unsubscribe: props.unsubscribe }),
  };
}
