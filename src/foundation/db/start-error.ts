// Says in a sentence what a Postgres that cannot be used at the start needs from its operator.

import { StartupError, sqlStateOf } from "../errors.ts";
import { type DatabaseAddress, databaseAddress } from "./database-address.ts";
import { MAX_CONNECTIONS } from "./pool-sizes.ts";
import { quotedName } from "./raw.ts";

type Login = Pick<DatabaseAddress, "user" | "database">;

/** What is wrong, and what its operator does. */
interface Need {
  wrong: string;
  step: string;
}

const UNKNOWN_NAME: Need = {
  wrong: "the name of its host leads nowhere",
  step: "correct the host in DATABASE_URL, or this machine's DNS",
};
const UNREACHABLE: Need = {
  wrong: "nothing comes back from its address",
  step: "start its machine, and let firewalls and routes pass connections from here to its port",
};
const CERTIFICATE: Need = {
  wrong: "its certificate is not accepted",
  step: "use the certificate's host name in DATABASE_URL, give its authority to the gateway by NODE_EXTRA_CA_CERTS, or choose another sslmode",
};
const NO_TLS: Need = {
  wrong: "DATABASE_URL asks for TLS by sslmode, and the server does not have it",
  step: "switch ssl on at the server, or remove sslmode from DATABASE_URL where nobody else reads the network",
};

/** What a gateway creates in its database: tables, and the schema of the jobs. */
export interface LackedRights {
  tables: boolean;
  schemas: boolean;
}
const ALL_RIGHTS: LackedRights = { tables: true, schemas: true };

/** The statements that give these rights, in one line for psql. */
export function grantsOf({ user, database }: Login, { tables, schemas }: LackedRights): string {
  return [
    ...(tables ? [`GRANT CREATE, USAGE ON SCHEMA public TO ${quotedName(user)}`] : []),
    ...(schemas ? [`GRANT CREATE ON DATABASE ${quotedName(database)} TO ${quotedName(user)}`] : []),
  ].join("; ");
}

function lackedRights(login: Login, lacked: LackedRights): Need {
  const { user, database } = login;
  return {
    wrong: `"${user}" lacks a privilege there`,
    step: `as the owner of the database "${database}" run ${grantsOf(login, lacked)} in that database, or make the user its owner`,
  };
}

/** Keyed by SQLSTATE, or by the code of the driver or the system if there is none. */
const NEEDED: Record<string, (login: Login) => Need> = {
  "28P01": ({ user }) => ({
    wrong: `it refuses the password of "${user}"`,
    step: `set the password in DATABASE_URL to that of the user "${user}"`,
  }),
  "28000": ({ user }) => ({
    wrong: `it refuses the user "${user}"`,
    step: "create that user, allow this machine in pg_hba.conf, or add ?sslmode=require if it requires TLS",
  }),
  "3D000": ({ database }) => ({
    wrong: `it has no database "${database}"`,
    step: `create it with CREATE DATABASE "${database}"`,
  }),
  "53300": () => ({
    wrong: "it has no free connections",
    step: `raise max_connections; a gateway opens up to ${MAX_CONNECTIONS}`,
  }),
  "57P03": () => ({ wrong: "it is starting or stopping", step: "try again in a moment" }),
  "42501": (login) => lackedRights(login, ALL_RIGHTS),
  "25006": () => ({
    wrong: "it does not accept writes",
    step: "set DATABASE_URL to the primary, not to a read-only replica, or switch default_transaction_read_only off",
  }),
  "53100": () => ({ wrong: "its disk is full", step: "free some space first" }),
  ECONNREFUSED: () => ({
    wrong: "nothing listens at this address",
    step: "start the server, or correct host and port in DATABASE_URL",
  }),
  ENOTFOUND: () => UNKNOWN_NAME,
  EAI_AGAIN: () => UNKNOWN_NAME,
  NO_RESPONSE: () => ({
    wrong: "it did not respond within 10 seconds",
    step: "start the server behind this address, and check the network from here to it",
  }),
  NO_PRIMARY: () => ({
    wrong: "none of its hosts responded as a primary within 10 seconds",
    step: "start the primary, or promote a standby, and check the network from here to each host",
  }),
  CONNECT_TIMEOUT: () => UNREACHABLE,
  ETIMEDOUT: () => UNREACHABLE,
  EHOSTUNREACH: () => UNREACHABLE,
  ENETUNREACH: () => UNREACHABLE,
  CERT_HAS_EXPIRED: () => CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: () => CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: () => CERTIFICATE,
};

/** The system's code for it is that of any connection that ends. */
const TLS_REFUSED = /before secure TLS connection/;

/** The right to connect is refused while connecting, which ends the session, and the server's words are in its own language. */
function isRefusedConnection(error: unknown): boolean {
  for (
    let e = error as { severity?: unknown; detail?: unknown; cause?: unknown } | undefined;
    e;
    e = e.cause as typeof e
  )
    if (e.severity === "FATAL" && typeof e.detail === "string" && e.detail.includes("CONNECT")) return true;
  return false;
}

const noConnect = ({ user, database }: Login): Need => ({
  wrong: `"${user}" may not connect to it`,
  step: `as its owner run GRANT CONNECT ON DATABASE ${quotedName(database)} TO ${quotedName(user)}`,
});

/** The error with the sentence that helps; an error without one as it is. */
export function startError(error: unknown, url: string | null): unknown {
  if (!url || error instanceof StartupError) return error;
  const code = sqlStateOf(error) ?? "";
  const isRefusedTls = error instanceof Error && TLS_REFUSED.test(error.message);
  const { host, ...login } = databaseAddress(url) as DatabaseAddress;
  const needed = isRefusedTls ? NO_TLS : needOf(error, code, login);
  if (!needed) return error;
  const { wrong, step } = needed;
  return new StartupError(
    `The database at ${host} cannot be used: ${wrong}: ${step} (${isRefusedTls ? "no TLS" : code}).`,
    { cause: error, nextStep: step },
  );
}

function needOf(error: unknown, code: string, login: Login): Need | undefined {
  if (code === "42501" && isRefusedConnection(error)) return noConnect(login);
  return Object.hasOwn(NEEDED, code) ? NEEDED[code]?.(login) : undefined;
}

/** A refusal that a migration would meet, found before it: with the SQLSTATE that it would have. */
export function refusedMigration(
  code: "42501" | "25006",
  login: Login,
  lacked: LackedRights = ALL_RIGHTS,
): StartupError {
  const { wrong, step } =
    code === "42501" ? lackedRights(login, lacked) : (NEEDED[code] as (login: Login) => Need)(login);
  return new StartupError(`The database "${login.database}" cannot be migrated: ${wrong}: ${step} (${code}).`, {
    nextStep: step,
  });
}
