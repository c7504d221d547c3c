// Plain text to and from the HTML of Pipedrive's notes.
import { htmlToText } from "gateway/plugin";

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "<br>" };
/** Plain text as the HTML that notes are kept in. */
export const toHtml = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(/[&<>"\n]/g, (sign) => SIGNS[sign] ?? sign);
export const fromHtml = (html: string | null | undefined) => (html ? htmlToText(html) : null);
