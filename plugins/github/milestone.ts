// A milestone of an issue or a pull request.
import { asTime, nullable, type Static, t } from "gateway/plugin";
import { time } from "./fields.ts";

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
