// What several services share: path parameters, paging, and the shapes of people, labels and milestones.
import { asTime, maybe, nullable, oneOf, pages, type Static, t } from "gateway/plugin";

export const paging = pages.link({ size: "per_page", max: 100 });

/** Account and repository names: letters, digits, dot, dash, underscore, but never a path step. */
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
export const direction = t.Optional(oneOf(["asc", "desc"], "Sort direction."));

export const personRaw = t.Object({ id: t.Integer(), login: t.String(), type: t.String(), avatar_url: t.String() });
export const person = t.Object({
  id: t.String(),
  login: t.String(),
  type: t.String({ description: "User, Organization or Bot." }),
  avatar_url: t.String(),
});
export function toPerson(raw: Static<typeof personRaw>): Static<typeof person> {
  return { id: String(raw.id), login: raw.login, type: raw.type, avatar_url: raw.avatar_url };
}
export function toPersonOrNull(raw: Static<typeof personRaw> | null | undefined): Static<typeof person> | null {
  return raw ? toPerson(raw) : null;
}

const labelRaw = t.Object({
  id: t.Optional(t.Integer()),
  name: t.Optional(t.String()),
  color: maybe(t.String()),
  description: maybe(t.String()),
});
/** GitHub's description allows bare names among an issue's labels. */
export const labelsRaw = t.Array(t.Union([t.String(), labelRaw]));
export const label = t.Object({
  id: nullable(t.String()),
  name: t.String(),
  color: nullable(t.String({ description: "Six hex digits." })),
  description: nullable(t.String()),
});
export function toLabel(raw: Static<typeof labelsRaw>[number]): Static<typeof label> {
  if (typeof raw === "string") return { id: null, name: raw, color: null, description: null };
  return {
    id: raw.id === undefined ? null : String(raw.id),
    name: raw.name ?? "",
    color: raw.color ?? null,
    description: raw.description ?? null,
  };
}

export const milestoneRaw = t.Object({
  number: t.Integer(),
  title: t.String(),
  state: t.String(),
  due_on: nullable(t.String()),
});
export const milestone = t.Object({
  number: t.Integer(),
  title: t.String(),
  state: t.String({ description: "open or closed." }),
  due_on: nullable(time),
});
export function toMilestone(raw: Static<typeof milestoneRaw> | null): Static<typeof milestone> | null {
  return raw && { number: raw.number, title: raw.title, state: raw.state, due_on: asTime(raw.due_on) };
}
