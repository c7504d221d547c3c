// How Jira's lists page: by offset, by token, and people by whole pages.
import { type Pagination, pages, valueAt } from "gateway/plugin";

const MAX_PAGE = 100;

/** Pages by offset. A page may be smaller than requested, so `isLast` and `total` mark the end. */
export function offsetPagination(items: string): Pagination {
  const offset = pages.offset({ size: "maxResults", param: "startAt", items, max: MAX_PAGE });
  return {
    ...offset,
    next: ({ json }, { position }) => {
      const list = valueAt(json, items);
      const end = Number(position ?? 0) + (Array.isArray(list) ? list.length : 0);
      const total = valueAt(json, "total");
      const isLast = valueAt(json, "isLast") === true || (typeof total === "number" && end >= total);
      return isLast || end === Number(position ?? 0) ? null : String(end);
    },
  };
}

/** Jira searches only the first 1,000 people. */
const MAX_USERS = 1_000;

/** Pages of people. Jira filters each page after cutting it: a short page is not the last, and offsets count whole pages. */
export const peoplePagination: Pagination = {
  ...pages.offset({ size: "maxResults", param: "startAt", items: "", max: MAX_PAGE }),
  next: ({ json }, { limit, position }) => {
    const end = Number(position ?? 0) + Math.min(limit, MAX_PAGE);
    return Array.isArray(json) && json.length > 0 && end < MAX_USERS ? String(end) : null;
  },
};

/** Search returns a token for the next page; pages before the last can be short or empty. */
export const searchPagination: Pagination = (() => {
  const cursor = pages.cursor({
    size: "maxResults",
    param: "nextPageToken",
    read: "nextPageToken",
    max: MAX_PAGE,
    in: "json",
  });
  return {
    ...cursor,
    next: (res, page) => {
      const token = cursor.next(res, page);
      return valueAt(res.json, "isLast") === true || token === page.position ? null : token;
    },
  };
})();
