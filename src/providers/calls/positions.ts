// Positions in lists, each of one connection: the pages of one person's list and of another's never mix.
import { FIRST_NAME } from "../../connections/integrations/choice.ts";
import type { Connection } from "../../connections/integrations/model.ts";
import { badCursor } from "../../foundation/vault/cursors.ts";

type Named = Pick<Connection, "id" | "name">;

const MARK = "connection:";
/** The version before knows only the connection called default, and opens its cursors as they are. */
const prefixOf = ({ id, name }: Named): string => (name === FIRST_NAME ? "" : `${MARK}${id} `);

/** The provider's position as a cursor holds it. */
export const positionFor = (connection: Named, position: string): string => prefixOf(connection) + position;

/** The provider's position out of a cursor; throws 400 for one of another connection. */
export function positionIn(connection: Named, held: string): string {
  const prefix = prefixOf(connection);
  if (!held.startsWith(prefix) || (prefix === "" && held.startsWith(MARK))) throw badCursor();
  return held.slice(prefix.length);
}
