// Schemas that several endpoints use: ids, and references to named things.
import { field, maybeInteger, record, t } from "gateway/plugin";

export const UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
export const uuid = (description: string) => t.String({ pattern: `^${UUID}$`, description });
/** Linear accepts an issue's identifier wherever it accepts its id. */
export const issueId = t.String({
  pattern: `^(${UUID}|[A-Za-z0-9]{1,10}-[0-9]{1,9})$`,
  description: "The issue's identifier, such as ENG-12, or its id.",
});

/** A reference with a name, such as an issue's project. */
export const namedThing = record({ id: field.text(), name: field.text() });

/** An issue's or a project's priority; 0 where Linear does not say. */
export const priority = field.of({
  raw: maybeInteger,
  shape: t.Integer({ description: "Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low." }),
  map: (priority) => priority ?? 0,
});
