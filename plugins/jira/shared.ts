// What several services share: keys, people, times, paging and addresses.
import {
  asUtc,
  type CallIdentity,
  encoded,
  maybeFlag,
  maybeText,
  type Pagination,
  pages,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";

/** An object of Jira's own making. */
export const jiraObject = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));

export const issueKey = t.String({
  pattern: "^([A-Za-z][A-Za-z0-9_]{0,254}-[0-9]{1,18}|[0-9]{1,18})$",
  description: "Key of the issue, such as ENG-7, or its id.",
});
const PROJECT = "^([A-Za-z][A-Za-z0-9_]{0,254}|[0-9]{1,18})$";
export const projectKey = (description: string) => t.String({ pattern: PROJECT, description });
/** What Jira's own account ids are made of. */
export const accountId = (description: string) => t.String({ pattern: "^[A-Za-z0-9:_-]{1,128}$", description });

/** A person as Jira shows one to the connected user; the address is often hidden. */
export const rawUser = t.Object({
  accountId: t.String(),
  displayName: maybeText,
  emailAddress: maybeText,
  avatarUrls: t.Optional(t.Unknown()),
  active: maybeFlag,
  accountType: maybeText,
  timeZone: maybeText,
});
/** The same in passing, where nothing but id and name is read. */
export const rawPerson = t.Optional(t.Unknown());
export const personShape = t.Object({ id: t.String(), name: shapes.nullableText() });
export function toPerson(user: unknown) {
  const id = textAt(user, "accountId");
  return id === null ? null : { id, name: textAt(user, "displayName") };
}

/** Jira writes offsets without a colon, 2026-01-17T12:34:00.000+0000, which is not ISO 8601. */
export function isoTime(time: unknown): string | null {
  return typeof time === "string" ? asUtc(time.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")) : null;
}

/** Where a person opens it. The `self` of answers leads to the API, so the site is the one that was connected. */
export function webUrl({ tenant }: CallIdentity, key: string, comment?: string): string | null {
  if (!tenant.site) return null;
  const focused = comment === undefined ? "" : `?focusedCommentId=${comment}`;
  return `https://${tenant.site}/browse/${encoded(key)}${focused}`;
}

const MAX_PAGE = 100;

/** Pages by how many to skip; Jira says where the list ends, and a page may be smaller than was asked for. */
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

/** Jira looks through a user's first 1,000 matches only. */
const MAX_USERS = 1_000;

/** Pages of people: Jira filters each page after cutting it, so a short one is not the last, and skips are whole pages. */
export const peoplePagination: Pagination = {
  ...pages.offset({ size: "maxResults", param: "startAt", items: "", max: MAX_PAGE }),
  next: ({ json }, { limit, position }) => {
    const end = Number(position ?? 0) + Math.min(limit, MAX_PAGE);
    return Array.isArray(json) && json.length > 0 && end < MAX_USERS ? String(end) : null;
  },
};

/** Search gives a token for the next page; pages can be short or empty on the way. */
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
