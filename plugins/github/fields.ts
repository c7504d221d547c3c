// Fields and paging that several endpoints use: path parameters, times, sort direction.
import { oneOf, pages, t } from "gateway/plugin";

export const paging = pages.link({ size: "per_page", max: 100 });

/** Account and repository names: letters, digits, dot, dash, underscore, but not `.` or `..`. */
const NAME = "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,100}$";
export const inRepo = {
  owner: t.String({ pattern: NAME, description: "Account that owns the repository: a user or an organization." }),
  repo: t.String({ pattern: NAME, description: "Repository name, without the owner." }),
};
export function numberParam(description: string) {
  return t.String({ pattern: "^[1-9][0-9]{0,9}$", description });
}

export const time = t.String({ format: "date-time" });
export function since(description: string) {
  return t.Optional(t.String({ format: "date-time", description }));
}
export function orderBy<const V extends string>(fields: readonly V[], description: string) {
  return t.Optional({ ...oneOf(fields, description), previousNames: ["sort"] });
}
export const order = t.Optional({ ...oneOf(["asc", "desc"], "Sort direction."), previousNames: ["direction"] });
/** The query in GitHub's words: a list of its own takes `sort` and `direction`. */
export const sorted = <Q extends { order_by?: string; order?: string }>({ order_by, order, ...query }: Q) => ({
  ...query,
  sort: order_by,
  direction: order,
});
