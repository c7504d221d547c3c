// Plain text to and from the HTML of Pipedrive's notes.
import { htmlToText } from "gateway/plugin";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "<br>" };
/** Plain text as HTML that shows it unchanged. */
export const toHtml = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character);
export const fromHtml = (html: string | null | undefined) => (html ? htmlToText(html) : null);
