// Cursor paging: in the query for GET, in the body for POST.
import { type Page, pages, type UpstreamRequest } from "gateway/plugin";

/** developers.notion.com/reference/intro#pagination */
const paging = { size: "page_size", param: "start_cursor", read: "next_cursor", max: 100 };
export const inQuery = pages.cursor(paging);
export const inBody = pages.cursor({ ...paging, in: "json" });
/** Adds paging to a request, for a `run`. */
export const pageOf = (request: UpstreamRequest, page: Page) =>
  (request.json === undefined ? inQuery : inBody).apply(request, page);

/** A property's id as text: pages give it percent-encoded. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A text that is not percent-encoded is taken as it is.
    return text;
  }
}
