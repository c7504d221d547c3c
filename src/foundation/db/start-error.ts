// Says in a sentence what a Postgres that cannot be used at the start needs from its operator.
import { StartupError, sqlStateOf } from "../errors.ts";
import { type DatabaseAddress, databaseAddress, loginOf } from "./database-address.ts";
import { parameterNames } from "./database-parameters.ts";
import { MAX_CONNECTIONS } from "./pool-sizes.ts";
import { quotedName } from "./raw.ts";

/** `schema` is where tables are created; public where nobody has looked. */
type Login = Pick<DatabaseAddress, "user" | "database"> & { schema?: string | null; pathOf?: PathOwner | null };

/** Whose setting a search_path is; null where only the address, or the server as a whole, can have it. */
export type PathOwner = "database" | "role" | "role in database";

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

const schemaName = (schema: string | null | undefined) =>
  schema === null || schema === undefined || schema === "public" ? "public" : quotedName(schema);

/** The statements that give these rights, in one line for psql. */
export function grantsOf({ user, database, schema }: Login, { tables, schemas }: LackedRights): string {
  return [
    ...(tables ? [`GRANT CREATE, USAGE ON SCHEMA ${schemaName(schema)} TO ${quotedName(user)}`] : []),
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

function resetOf({ user, database, pathOf }: Login): string {
  if (!pathOf) return "remove search_path from DATABASE_URL, or from the server's configuration";
  const ofRole = `ALTER ROLE ${quotedName(user)}${pathOf === "role" ? "" : ` IN DATABASE ${quotedName(database)}`}`;
  return `run ${pathOf === "database" ? `ALTER DATABASE ${quotedName(database)}` : ofRole} RESET search_path`;
}

/**
 * Keyed by SQLSTATE, or by the code of the driver or the system if there is none. One code has several causes, which the
 * server's routine tells apart in every language that its words may have.
 */
const NEEDED: Record<string, (login: Login) => Need> = {
  "53300 InitializeSessionUserId": ({ user }) => ({
    wrong: `the CONNECTION LIMIT of "${user}" is used up`,
    step: `run ALTER ROLE ${quotedName(user)} CONNECTION LIMIT ${MAX_CONNECTIONS}, or -1 for none`,
  }),
  "53300 CheckMyDatabase": ({ database }) => ({
    wrong: `the CONNECTION LIMIT of the database "${database}" is used up`,
    step: `run ALTER DATABASE ${quotedName(database)} CONNECTION LIMIT ${MAX_CONNECTIONS}, or -1 for none`,
  }),
  "55000 CheckMyDatabase": ({ database }) => ({
    wrong: `the database "${database}" accepts no connections`,
    step: `run ALTER DATABASE ${quotedName(database)} ALLOW_CONNECTIONS true in another database`,
  }),
  "28000 InitializeSessionUserId": ({ user }) => ({
    wrong: `"${user}" is no role that may log in`,
    step: `run ALTER ROLE ${quotedName(user)} LOGIN, or CREATE ROLE ${quotedName(user)} LOGIN where it does not exist`,
  }),
  "28P01": ({ user }) => ({
    wrong: `it refuses the password of "${user}"`,
    step: `set the password in DATABASE_URL to that of the user "${user}", and see that its VALID UNTIL has not passed`,
  }),
  "28000": ({ user }) => ({
    wrong: `it refuses the user "${user}"`,
    step: "create that user, allow this machine in pg_hba.conf, or add ?sslmode=require if it requires TLS",
  }),
  "3D000": ({ database, user }) => ({
    wrong: `it has no database "${database}"`,
    step: `correct the name in DATABASE_URL, or run CREATE DATABASE ${quotedName(database)} OWNER ${quotedName(user)}`,
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
  "3F000": (login) => ({
    wrong: "the search_path of its sessions names no schema that exists",
    step: `${resetOf(login)}, or create that schema`,
  }),
  "57014": () => ({
    wrong: "it ended a first, short statement at its statement_timeout",
    step: "raise statement_timeout, or remove it from DATABASE_URL, the role and the database",
  }),
  "53100": () => ({ wrong: "its disk is full", step: "free some space first" }),
  ECONNREFUSED: () => ({
    wrong: "nothing listens at this address",
    step: "start the server, or correct host and port in DATABASE_URL",
  }),
  ENOTFOUND: () => UNKNOWN_NAME,
  EAI_AGAIN: () => UNKNOWN_NAME,
  NOT_POSTGRES: () => ({
    wrong: "what responds there is no Postgres",
    step: "set host and port in DATABASE_URL to those of the Postgres server",
  }),
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

/** What the server itself says; the driver passes its fields on. */
interface ServerError {
  severity: string;
  message: string;
  routine?: string;
  detail?: string;
}

function serverErrorOf(error: unknown): ServerError | null {
  for (let e = error as Partial<ServerError> & { cause?: unknown }; e; e = e.cause as typeof e)
    if (typeof e.severity === "string") return e as ServerError;
  return null;
}

/** The right to connect is refused while connecting, which ends the session, and the server's words are in its own language. */
const isRefusedConnection = ({ severity, detail }: ServerError): boolean =>
  severity === "FATAL" && detail?.includes("CONNECT") === true;

/** SQLSTATEs of an unknown parameter, a wrong value, a missing right and of poolers; others name users and databases. */
const PARAMETER_CODES: readonly string[] = ["42704", "22023", "22P02", "55P02", "42501", "08P01"];

/** A parameter of the URL that the server names while it refuses a session. */
function refusedParameter({ severity, message }: ServerError, code: string, url: string): string | undefined {
  if (severity !== "FATAL" || !PARAMETER_CODES.includes(code)) return undefined;
  const words = new Set(message.split(/[^\w.]+/));
  return parameterNames(url).find((name) => words.has(name));
}

const unfitParameter = (name: string): Need => ({
  wrong: `it refuses the parameter "${name}" of DATABASE_URL`,
  step: name.startsWith("ssl")
    ? `remove ${name} from DATABASE_URL, and name the file of your certificate authority in NODE_EXTRA_CA_CERTS`
    : `correct ${name} in DATABASE_URL, or remove it`,
});

/** A server that trusts an address needs neither, so the URL alone is not wrong. */
function lackedLogin(url: string, { user }: Login, code: string): Need | null {
  const { hasUser, hasPassword } = loginOf(url);
  if (!hasUser)
    return {
      wrong: `it refuses the user "${user}", and DATABASE_URL has none`,
      step: "write the user and the password into it: postgres://user:password@host:5432/database",
    };
  if (hasPassword || code !== "28P01") return null;
  return {
    wrong: `it wants a password of "${user}", and DATABASE_URL has none`,
    step: "write the password into it: postgres://user:password@host:5432/database",
  };
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
  const needed = isRefusedTls ? NO_TLS : needOf(error, code, login, url);
  if (!needed) return error;
  const { wrong, step } = needed;
  return new StartupError(
    `The database at ${host} cannot be used: ${wrong}: ${step} (${isRefusedTls ? "no TLS" : code}).`,
    { cause: error, nextStep: step },
  );
}

function needOf(error: unknown, code: string, login: Login, url: string): Need | undefined {
  const said = serverErrorOf(error);
  if (said && code === "42501" && isRefusedConnection(said)) return noConnect(login);
  const parameter = said && refusedParameter(said, code, url);
  if (parameter) return unfitParameter(parameter);
  const lacked = code === "28P01" || code === "28000" ? lackedLogin(url, login, code) : null;
  if (lacked) return lacked;
  const keys = [`${code} ${said?.routine ?? ""}`, code];
  const key = keys.find((one) => Object.hasOwn(NEEDED, one));
  return key === undefined ? undefined : NEEDED[key]?.(login);
}

/** Also of one that is migrated: a gateway writes from its first moment. */
export function readOnlyDatabase(login: Login): StartupError {
  const { wrong, step } = (NEEDED["25006"] as (login: Login) => Need)(login);
  return new StartupError(`The database "${login.database}" cannot be used: ${wrong}: ${step} (25006).`, {
    nextStep: step,
  });
}

/** A refusal that a migration would meet, found before it: with the SQLSTATE that it would have. */
export function refusedMigration(
  code: "42501" | "25006" | "3F000",
  login: Login,
  lacked: LackedRights = ALL_RIGHTS,
): StartupError {
  const { wrong, step } =
    code === "42501" ? lackedRights(login, lacked) : (NEEDED[code] as (login: Login) => Need)(login);
  return new StartupError(`The database "${login.database}" cannot be migrated: ${wrong}: ${step} (${code}).`, {
    nextStep: step,
  });
}
