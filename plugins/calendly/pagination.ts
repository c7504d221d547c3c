// How Calendly's lists page.
import { pages } from "gateway/plugin";

/** Pages by token; every page repeats the query. */
export const cursorPagination = pages.cursor({
  size: "count",
  param: "page_token",
  read: "pagination.next_page_token",
  max: 100,
});
