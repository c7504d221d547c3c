// Why no connection came about, in words that a line about a server of the operator's can end with.

const UNKNOWN_NAME = "has a name that DNS does not know";
const SILENT = "does not respond: nothing comes back from its address";
const ENDED = "ends the connection before it responds";

/** Keyed by the code of the system or the driver; each follows the name of the server. */
const TROUBLES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses the connection: nothing listens at its address and port",
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  EDNS: UNKNOWN_NAME,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ECONNRESET: ENDED,
  ECONNECTION: ENDED,
};

/** Null for a code that says something else. */
export const connectionTrouble = (code: string): string | null => TROUBLES[code] ?? null;
