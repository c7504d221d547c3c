// A label of an issue or a pull request.
import { field, maybeText, nullable, rawId, resource, t } from "gateway/plugin";

const named = t.Object({
  id: t.Optional(rawId),
  name: t.Optional(t.String()),
  color: maybeText,
  description: maybeText,
});

export const labelFields = {
  id: field.nullableId(),
  name: field.text(),
  color: field.nullableText({ description: "Six hex digits." }),
  description: field.nullableText(),
};
/** GitHub's API description allows bare names among an issue's labels. */
export const label = resource({
  raw: t.Union([t.String(), named]),
  shape: t.Object({
    id: nullable(t.String()),
    name: t.String(),
    color: labelFields.color.shape,
    description: nullable(t.String()),
  }),
  map: (raw) => {
    if (typeof raw === "string") return { id: null, name: raw, color: null, description: null };
    const { id, name = "", color = null, description = null } = raw;
    return { id: id === undefined ? null : String(id), name, color, description };
  },
});
