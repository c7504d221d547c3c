// A label of an issue or a pull request.
import { maybe, nullable, rawId, type Static, t } from "gateway/plugin";

const labelRaw = t.Object({
  id: t.Optional(rawId),
  name: t.Optional(t.String()),
  color: maybe(t.String()),
  description: maybe(t.String()),
});
/** GitHub's API description allows bare names among an issue's labels. */
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
