// How Pipedrive's lists page and sort.
import { pages } from "gateway/plugin";

/** Lists of version 2 page by cursor, those of version 1 by offset: developers.pipedrive.com. */
export const cursorPagination = pages.cursor({
  size: "limit",
  param: "cursor",
  read: "additional_data.next_cursor",
  max: 500,
});
export const offsetPagination = pages.offset({
  size: "limit",
  param: "start",
  items: "data",
  max: 500,
  more: "additional_data.pagination.more_items_in_collection",
});

export const lastChangedFirst = { sort_by: "update_time", sort_direction: "desc" };
