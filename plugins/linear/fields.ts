// Schemas that several endpoints use: ids, and references to named things.
import { t } from "gateway/plugin";

export const UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
export const uuid = (description: string) => t.String({ pattern: `^${UUID}$`, description });
/** Linear accepts an issue's identifier wherever it accepts its id. */
export const issueId = t.String({
  pattern: `^(${UUID}|[A-Za-z0-9]{1,10}-[0-9]{1,9})$`,
  description: "The issue's identifier, such as ENG-12, or its id.",
});

/** A reference with a name, such as an issue's project. */
export const namedThing = t.Object({ id: t.String(), name: t.String() });
