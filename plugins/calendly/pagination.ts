// How Calendly's lists page.
import { pages } from "gateway/plugin";

/** Lists need whose they are at every page, and the position with it. */
export const cursorPagination = pages.cursor({
  size: "count",
  param: "page_token",
  read: "pagination.next_page_token",
  max: 100,
});

