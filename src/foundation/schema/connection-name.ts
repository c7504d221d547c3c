// The form of a connection's name, which headers, arguments and bodies have.
import { Type as t } from "@sinclair/typebox";

/** No capitals and no letters beyond ASCII, so that two names never look alike. */
export const CONNECTION_NAME = "^[a-z0-9_.-]{1,64}$";
export const ConnectionName = t.String({
  pattern: CONNECTION_NAME,
  description: "The connection's name: 1 to 64 of a-z, 0-9, hyphen, underscore and full stop.",
});
const isName = new RegExp(CONNECTION_NAME);
export const isConnectionName = (text: string): boolean => isName.test(text);

/** How the names of borrowed connections begin: no connection of one's own has such a name. */
export const BORROWED = "shared:";
/** Whether a request may name a connection so: one of its owner's, or one that is lent to it. */
export const namesConnection = (text: string): boolean =>
  isConnectionName(text.startsWith(BORROWED) ? text.slice(BORROWED.length) : text);
