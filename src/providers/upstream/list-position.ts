// Positions in a list: a caller may change the limit on each page, so its pages are cut out of the provider's own.
import { InvalidInput, type Page, type Pagination } from "../../plugin/index.ts";

/** So many items behind the start of one of the provider's pages. */
export interface ListPosition {
  /** The provider's position of the page; null is the first. */
  position: string | null;
  /** The limit that the page was requested with; null where the position does not depend on it. */
  size: number | null;
  /** How many of the page's items the caller has. */
  skip: number;
  /** How many of the list's items the caller has; counted only where positions depend on the size. */
  delivered: number;
}
/** `delivered` of a position that the provider's own text is all of. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;

/** The provider's page that a caller's page is cut from. */
export interface PageRead {
  page: Page;
  /** Items of the provider's page to leave out. */
  skip: number;
  delivered: number;
  /** The caller's limit. */
  limit: number;
}

/** `~size.skip.delivered~position`. A provider's position that starts with the mark is written in this form as well. */
const MARK = "~";
const POSITION = /^~(\d*)\.(\d+)\.(\d+)(?:~([\s\S]*))?$/;

export function writePosition({ position, size, skip, delivered }: ListPosition): string {
  if (size === null && skip === 0 && position !== null && !position.startsWith(MARK)) return position;
  return `${MARK}${size ?? ""}.${skip}.${delivered}${position === null ? "" : MARK + position}`;
}

export function readPosition(text: string | null): ListPosition {
  const [, size, skip, delivered, position = null] = POSITION.exec(text ?? "") ?? [];
  if (skip === undefined) return { position: text, size: null, skip: 0, delivered: text === null ? 0 : UNKNOWN };
  return { position, size: size ? Number(size) : null, skip: Number(skip), delivered: Number(delivered) };
}

/** Chooses the provider's page. A caller who keeps to one limit always gets pages of that size. */
export function pageReadOf(pagination: Pagination, { limit, position: text }: Page): PageRead {
  const { max, min = 1, keepsSize } = pagination;
  const { position, size, skip, delivered } = readPosition(text);
  if (max === Number.MAX_SAFE_INTEGER && position !== null)
    throw new InvalidInput("cursor is not from this list. Leave it out to start again.");
  const wanted = Math.max(min, Math.min(limit, max));
  const read = (page: Page, skipped = skip): PageRead => ({ page, skip: skipped, delivered, limit });
  if (size === null) return read({ limit: wanted, position });
  if (size >= wanted) return read({ limit: size, position });
  // From the same start, a larger page begins with the smaller one's items. Where a position depends on the size, only the
  // list's own start is such a start.
  if (!keepsSize) return read({ limit: wanted, position });
  return delivered < wanted ? read({ limit: wanted, position: null }, delivered) : read({ limit: size, position });
}

/** The position behind the first `end` items of a page of `count`; `next` reads the provider's next position. */
export function positionAfter(
  { keepsSize }: Pagination,
  { page: { position, limit: size }, ...read }: PageRead,
  { end, count }: { end: number; count: number },
  next: () => string | null,
): string | null {
  const delivered = read.delivered + end - read.skip;
  if (end < count) return writePosition({ position, size, skip: end, delivered });
  const after = next();
  if (after === null) return null;
  if (!keepsSize) return writePosition({ position: after, size: null, skip: 0, delivered: 0 });
  // A page may be smaller than its limit: the items still to skip are on the next one.
  return writePosition({ position: after, size, skip: end - count, delivered });
}
