// Walks a list page by page: by the cursor of each page, or by offset and total.

export interface PageQuery {
  cursor?: string;
  offset?: number;
}
type Page = Record<string, unknown>;

/** Yields pages until the last; `read` requests one. A page may be empty without being the last. */
export async function* pagesOf<P>(
  read: (query: PageQuery) => Promise<P>,
  first: PageQuery = {},
): AsyncGenerator<P, void> {
  for (let query: PageQuery | null = first; query !== null; ) {
    const page: P = await read(query);
    yield page;
    query = nextQuery(page as Page, query);
  }
}

function nextQuery(page: Page, query: PageQuery): PageQuery | null {
  const { next_cursor: cursor, total, offset } = page;
  if (typeof cursor === "string") {
    // It would request the same page for ever.
    if (cursor === query.cursor) throw new Error("The list returned the cursor that it was requested with.");
    return { cursor };
  }
  if (cursor === null) return null;
  if (typeof total !== "number" || typeof offset !== "number") return null;
  const next = offset + itemsOf(page).length;
  return next > offset && next < total ? { offset: next } : null;
}

/** The items of a page: its one member that is a list. */
export function itemsOf(page: Record<string, unknown>): unknown[] {
  const lists = Object.values(page).filter((value) => Array.isArray(value));
  if (lists.length !== 1) throw new Error(`A page has one list, and this one has ${lists.length}: use pages().`);
  return lists[0] as unknown[];
}
