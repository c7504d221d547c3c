// Fields and paging that several endpoints use: projects, numbers, people, times.
import { field, oneOf, pages, record, t } from "gateway/plugin";

/** The keys of both ways of paging in `Link`: docs.gitlab.com/api/rest, "Pagination". */
const PAGE_KEYS = ["page", "cursor", "page_token", "id_after", "id_before"];
export const paging = pages.link({ size: "per_page", max: 100, keys: PAGE_KEYS });

/** A number, or groups and project, none of which is `.` or `..`: docs.gitlab.com/user/reserved_names. */
const SEGMENT = "(?!\\.{1,2}(?:/|$))[A-Za-z0-9_.-]{1,255}";
export const PROJECT = `^(?:[1-9][0-9]{0,15}|${SEGMENT}(?:/${SEGMENT}){1,20})$`;
export const inProject = {
  project: t.String({
    pattern: PROJECT,
    description: "Id of the project, or its path such as acme/site (in a URL acme%2Fsite).",
  }),
};
const wholeNumber = (description: string) => t.String({ pattern: "^[1-9][0-9]{0,15}$", description });
export const issueNumber = wholeNumber("Number of the issue within its project, as in #12.");
export const mergeRequestNumber = wholeNumber("Number of the merge request within its project, as in !7.");
export const idParam = wholeNumber;

export const since = (description: string) => t.Optional(t.String({ format: "date-time", description }));
export const words = (description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength: 255, previousNames: ["search"], description }));
export const order = t.Optional({
  ...oneOf(["asc", "desc"], "Sort direction; the default is desc."),
  previousNames: ["sort"],
});
export const userIds = (description: string) =>
  t.Optional(t.Array(t.Integer({ minimum: 1 }), { maxItems: 100, description }));
export const labelNames = (description: string) =>
  t.Optional(t.Array(t.String({ minLength: 1, maxLength: 255, pattern: "^[^,]+$" }), { maxItems: 100, description }));
/** GitLab takes a list of labels as one text. */
export const joined = (names: readonly string[] | undefined) => names?.join(",");

/** What a change of an issue and of a merge request may say alike. */
export const labelsAndState = {
  state: t.Optional(oneOf(["opened", "closed"], "New state: closed closes it, opened reopens it.")),
  labels: labelNames("Names of the labels, which replace all existing ones."),
  add_labels: labelNames("Names of labels to add."),
  remove_labels: labelNames("Names of labels to remove."),
};
interface Changes {
  state?: "opened" | "closed";
  labels?: string[];
  add_labels?: string[];
  remove_labels?: string[];
}
/** The same in GitLab's words. */
export const changedJson = ({ state, labels, add_labels, remove_labels, ...body }: Changes) => ({
  ...body,
  labels: joined(labels),
  add_labels: joined(add_labels),
  remove_labels: joined(remove_labels),
  state_event: state && (state === "closed" ? "close" : "reopen"),
});

export const person = record({
  id: field.id(),
  username: field.text(),
  name: field.nullableText(),
  url: field.nullableText({ from: "web_url" }),
});

/** Labels by name, as other providers have them. */
export const labels = () =>
  field.of({
    from: "labels",
    raw: t.Optional(t.Array(t.String())),
    shape: t.Array(t.Object({ name: t.String() })),
    map: (names) => (names ?? []).map((name) => ({ name })),
  });
/** What people call an issue (#12) or a merge request (!7). */
export const key = (sign: "#" | "!") =>
  field.of({ from: "iid", raw: t.Integer(), shape: t.String(), map: (number) => `${sign}${number}` });
