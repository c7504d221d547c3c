// The header that names one of several connections with a provider: X-Connection.

import type { InputError } from "../../foundation/errors.ts";
import { namesConnection } from "../../foundation/schema/connection-name.ts";

const HEADER = "x-connection";

/** The name as sent; null without one. */
export const connectionOf = ({ headers }: Request): string | null => headers.get(HEADER);

export function connectionErrors(request: Request): InputError[] {
  const name = connectionOf(request);
  if (name === null || namesConnection(name)) return [];
  const message =
    "X-Connection must be the name of a connection: 1 to 64 of a-z, 0-9, hyphen, underscore and full stop, after shared: for a borrowed one.";
  return [{ in: "header", path: `/${HEADER}`, message }];
}
