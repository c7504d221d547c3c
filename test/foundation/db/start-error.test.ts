// What Postgres refuses at a start is told with what helps, not with the driver's words.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { migrations } from "gateway:migrations";
import postgres from "postgres";
import { type Config, readConfig } from "../../../src/foundation/config/config.ts";
import { migrate } from "../../../src/foundation/db/migrate.ts";
import { startError } from "../../../src/foundation/db/start-error.ts";
import { StartupError } from "../../../src/foundation/errors.ts";
import { platform } from "../../../src/foundation/platform/bun.ts";
import { openDatabase } from "../../../src/server/serve.ts";
import { testPostgres } from "../../support/postgres.ts";

const ROLE = "start_error_role";
const PASSWORD = "hidden-word";

/** What a start says of a database: opened, then migrated. */
async function saidOf(url: string): Promise<string> {
  const config = { ...readConfig({}), databaseUrl: url } as Config;
  try {
    const { database } = await openDatabase(config, platform);
    try {
      await migrate(database, migrations);
    } catch (error) {
      throw startError(error, url);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.message;
  }
  throw new Error("It started.");
}

describe("a Postgres that cannot be used", () => {
  let url: URL;
  let remove: () => Promise<void>;
  const as = (changes: { user?: string; database?: string; query?: string }) => {
    const other = new URL(url);
    if (changes.user) [other.username, other.password] = [changes.user, PASSWORD];
    if (changes.database) other.pathname = `/${changes.database}`;
    if (changes.query) other.search = changes.query;
    return other.href;
  };
  beforeAll(async () => {
    const server = await testPostgres();
    const database = await server.createDatabase();
    url = new URL(database);
    const admin = postgres(database, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create role ${ROLE} login password '${PASSWORD}'`);
    remove = async () => {
      await admin.unsafe(`drop role ${ROLE}`);
      await admin.end();
      await server.dropDatabase(database);
    };
  });
  afterAll(() => remove());

  test("a user without rights in schema public is told the GRANT", async () => {
    const said = await saidOf(as({ user: ROLE }));
    const name = url.pathname.slice(1);
    expect(said).toBe(
      `The database at ${url.host} cannot be used: "${ROLE}" lacks a privilege there: as the owner of the database "${name}" run GRANT CREATE, USAGE ON SCHEMA public TO "${ROLE}"; GRANT CREATE ON DATABASE "${name}" TO "${ROLE}" in that database, or make the user its owner (42501).`,
    );
    expect(said).not.toContain(PASSWORD);
  });

  test("a user who may not connect is named with the GRANT for that", async () => {
    const name = url.pathname.slice(1);
    const admin = postgres(url.href, { max: 1, onnotice: () => {} });
    await admin.unsafe(`revoke connect on database "${name}" from public`);
    try {
      expect(await saidOf(as({ user: ROLE }))).toBe(
        `The database at ${url.host} cannot be used: "${ROLE}" may not connect to it: as its owner run GRANT CONNECT ON DATABASE "${name}" TO "${ROLE}" (42501).`,
      );
    } finally {
      await admin.unsafe(`grant connect on database "${name}" to public`);
      await admin.end();
    }
  });

  test("a database that is not there is told with how to make it", async () => {
    expect(await saidOf(as({ database: "nowhere" }))).toBe(
      `The database at ${url.host} cannot be used: it has no database "nowhere": correct the name in DATABASE_URL, or run CREATE DATABASE "nowhere" OWNER "${url.username}" (3D000).`,
    );
  });

  test("a database that takes no writes, as a replica, is told as such", async () => {
    const admin = postgres(url.href, { max: 1, onnotice: () => {} });
    await admin.unsafe(`alter database "${url.pathname.slice(1)}" set default_transaction_read_only = on`);
    expect(await saidOf(url.href)).toBe(
      `The database at ${url.host} cannot be used: it does not accept writes: set DATABASE_URL to the primary, not to a read-only replica, or switch default_transaction_read_only off (25006).`,
    );
    await admin.end();
  });

  test("a server without TLS is told as such where the address demands it", async () => {
    expect(await saidOf(as({ query: "?sslmode=require" }))).toBe(
      `The database at ${url.host} cannot be used: DATABASE_URL asks for TLS by sslmode, and the server does not have it: switch ssl on at the server, or remove sslmode from DATABASE_URL where nobody else reads the network (no TLS).`,
    );
  });

  test("a user or a password that the address does not have is named as such", () => {
    const said = (login: string, code = "28P01") =>
      (startError(Object.assign(new Error(""), { code }), `postgres://${login}db.example/gateway`) as Error).message;
    expect(said("")).toContain('it refuses the user "postgres", and DATABASE_URL has none: write the user and');
    expect(said("", "28000")).toContain('it refuses the user "postgres", and DATABASE_URL has none');
    expect(said("ada@")).toContain('it wants a password of "ada", and DATABASE_URL has none: write the password');
    expect(said("ada:word@")).toContain('it refuses the password of "ada":');
    expect(said("ada@", "28000")).toContain('it refuses the user "ada":');
  });

  test.each([
    ["28P01", `it refuses the password of "ada": set the password in DATABASE_URL to that of the user "ada"`],
    ["28000", `it refuses the user "ada"`],
    ["53300", "it has no free connections: raise max_connections; a gateway opens up to 18"],
    ["57P03", "it is starting or stopping"],
    ["57014", "it ended a first, short statement at its statement_timeout: raise statement_timeout"],
    ["NOT_POSTGRES", "what responds there is no Postgres: set host and port"],
    ["53100", "its disk is full"],
    ["ECONNREFUSED", "nothing listens at this address: start the server"],
    ["ENOTFOUND", "the name of its host leads nowhere: correct the host"],
    [
      "NO_RESPONSE",
      "it did not respond within 10 seconds: start the server behind this address, and check the network",
    ],
    [
      "NO_PRIMARY",
      "none of its hosts responded as a primary within 10 seconds: start the primary, or promote a standby",
    ],
    ["CONNECT_TIMEOUT", "nothing comes back from its address: start its machine"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate is not accepted: use the certificate's host name"],
  ])("SQLSTATE %s, also as the cause of another error, is a sentence without the password", (code, said) => {
    const error = new Error("wrapped", { cause: Object.assign(new Error("driver"), { code }) });
    const told = startError(error, "postgres://ada:hidden-word@db.example/gateway") as Error;
    expect(told.message).toStartWith(`The database at db.example cannot be used: ${said}`);
    expect(told.message).toEndWith(`(${code}).`);
    expect(told.message).not.toContain("hidden-word");
  });

  test("what has no sentence of its own is left as it is, and so is every error of the embedded database", () => {
    const [other, denied] = [new Error("other"), Object.assign(new Error("denied"), { code: "42501" })];
    expect(startError(other, "postgres://db.example/x")).toBe(other);
    expect(startError(denied, null)).toBe(denied);
  });
});
