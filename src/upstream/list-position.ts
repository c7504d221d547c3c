// Where a list goes on for a caller, who may ask for another size each time: pages are cut out of the provider's own.
import { InvalidInput, type Page, type Pagination } from "../plugin/index.ts";

/** A place in a list: so many items behind the start of one of the provider's pages. */
export interface ListPosition {
  /** The page, in the provider's words; null is the first. */
  position: string | null;
  /** The size that the page was asked for with; null where its position holds with every size. */
  size: number | null;
  /** How many of the provider's items from there on the caller has. */
  skip: number;
  /** How many of the list's items the caller has; counted only where positions hang on the size. */
  given: number;
}
const UNKNOWN = Number.MAX_SAFE_INTEGER;

/** What a caller's page is read from: a page of the provider, of which `skip` items are left out. */
export interface PageRead {
  page: Page;
  skip: number;
  given: number;
  /** How many items the caller takes. */
  limit: number;
}

/** A place that is more than a position; a position that begins like one is written as one. */
const MARK = "~";
const PLACE = /^~(\d*)\.(\d+)\.(\d+)(?:~([\s\S]*))?$/;

export function writePosition({ position, size, skip, given }: ListPosition): string {
  if (size === null && skip === 0 && position !== null && !position.startsWith(MARK)) return position;
  return `${MARK}${size ?? ""}.${skip}.${given}${position === null ? "" : MARK + position}`;
}

export function readPosition(text: string | null): ListPosition {
  const [, size, skip, given, position = null] = PLACE.exec(text ?? "") ?? [];
  if (skip === undefined) return { position: text, size: null, skip: 0, given: text === null ? 0 : UNKNOWN };
  return { position, size: size ? Number(size) : null, skip: Number(skip), given: Number(given) };
}

/** Chooses what to ask of the provider. A caller who keeps to one limit always gets pages of that size. */
export function pageReadOf(pagination: Pagination, { limit, position: text }: Page): PageRead {
  const { max, min = 1, keepsSize } = pagination;
  const { position, size, skip, given } = readPosition(text);
  if (max === Number.MAX_SAFE_INTEGER && position !== null)
    throw new InvalidInput("cursor is not one that this list has given; leave it out to start again.");
  const wanted = Math.max(min, Math.min(limit, max));
  if (size === null) return { page: { limit: wanted, position }, skip, given, limit };
  // Behind the same start a larger page holds the smaller one's items first. Positions of another size mean other items, so
  // there only the list's own start will do.
  if (size < wanted && !keepsSize) return { page: { limit: wanted, position }, skip, given, limit };
  if (size < wanted && given < wanted) return { page: { limit: wanted, position: null }, skip: given, given, limit };
  return { page: { limit: size, position }, skip, given, limit };
}

/** The place behind the first `end` items of a page of `count`; `next` tells the provider's next page. */
export function positionAfter(
  { keepsSize }: Pagination,
  { page: { position, limit: size }, ...reading }: PageRead,
  { end, count }: { end: number; count: number },
  next: () => string | null,
): string | null {
  const given = reading.given + end - reading.skip;
  if (end < count) return writePosition({ position, size, skip: end, given });
  const after = next();
  if (after === null) return null;
  if (!keepsSize) return writePosition({ position: after, size: null, skip: 0, given: 0 });
  // A provider may give smaller pages than it is asked for: what is still to be left out stands on its next one.
  return writePosition({ position: after, size, skip: end - count, given });
}
