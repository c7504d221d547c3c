// Positions in lists, each of one connection: the pages of one person's list and of another's never mix.
import { FIRST_NAME } from "../../connections/integrations/choice.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { badCursor } from "../../foundation/vault/cursors.ts";

type Connection = Pick<IntegrationRow, "id" | "name">;

const MARK = "connection:";
/** The version before knows only the connection called default, and opens its cursors as they are. */
const prefixOf = ({ id, name }: Connection): string => (name === FIRST_NAME ? "" : `${MARK}${id} `);

/** The provider's position as a cursor holds it. */
export const positionFor = (connection: Connection, position: string): string => prefixOf(connection) + position;

/** The provider's position out of a cursor; throws 400 for one of another connection. */
export function positionIn(connection: Connection, held: string): string {
  const prefix = prefixOf(connection);
  if (!held.startsWith(prefix) || (prefix === "" && held.startsWith(MARK))) throw badCursor();
  return held.slice(prefix.length);
}
