// What doctor says of roles, databases and addresses of a Postgres that refuse a gateway, or would once it is migrated.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import postgres from "postgres";
import type { Check } from "../../../src/operations/doctor/check.ts";
import { endProcesses, newDataDir, run, runJson, START_MS } from "../../support/gateway-process.ts";
import { testPostgres } from "../../support/postgres.ts";

setDefaultTimeout(3 * START_MS);

const PASSWORD = "hidden-word";
const ROLE = "doctor_role";
const SECRETS = {
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, "key of a test").toString("base64")}`,
  GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
};

describe("doctor of an empty Postgres", () => {
  let url: URL;
  let name: string;
  let sql: (text: string) => Promise<unknown>;
  let end: () => Promise<void>;
  beforeAll(async () => {
    const server = await testPostgres();
    const empty = await server.createDatabase();
    const other = await server.createDatabase();
    const [admin, owner] = [other, empty].map((one) => postgres(one, { max: 1, onnotice: () => {} }));
    url = new URL(empty);
    name = url.pathname.slice(1);
    [url.username, url.password] = [ROLE, PASSWORD];
    // From another database, whose limits stay as they are.
    sql = (text) => (admin as postgres.Sql).unsafe(text);
    await sql(`create role ${ROLE} login password '${PASSWORD}'`);
    await sql(`grant create on database "${name}" to ${ROLE}`);
    await owner?.unsafe(`grant create, usage on schema public to ${ROLE}`);
    end = async () => {
      await owner?.unsafe(`drop owned by ${ROLE}`);
      await sql(`drop role ${ROLE}`);
      for (const client of [admin, owner]) await client?.end();
      for (const one of [empty, other]) await server.dropDatabase(one);
      await endProcesses();
    };
  });
  afterAll(() => end());

  const failures = async (query = "") => {
    const env = { ...SECRETS, DATABASE_URL: url.href + query, DATA_DIR: newDataDir() };
    const { json } = await runJson(["doctor"], env);
    const found = (json.checks as Check[]).filter(({ ok }) => !ok);
    return found.map(({ check, message, next_step: next }) => [check, message, next]);
  };
  /** Has the statement in force while it looks. */
  const failuresAfter = async (set: string, reset: string) => {
    await sql(set);
    try {
      return await failures();
    } finally {
      await sql(reset);
    }
  };
  const says = (check: string, message: RegExp, next: RegExp) => [
    [check, expect.stringMatching(message), expect.stringMatching(next)],
  ];

  test("with nothing wrong finds nothing", async () => {
    expect(await failures()).toEqual([]);
  });

  test("says before a migration that a role or a database allows too few connections", async () => {
    const role = `alter role ${ROLE} connection limit`;
    expect(await failuresAfter(`${role} 8`, `${role} -1`)).toEqual(
      says(
        "connections",
        /the CONNECTION LIMIT of "doctor_role" allows 8/,
        /^run ALTER ROLE "doctor_role" CONNECTION LIMIT 18/,
      ),
    );
    const database = `alter database "${name}" connection limit`;
    expect(await failuresAfter(`${database} 4`, `${database} -1`)).toEqual(
      says(
        "connections",
        /the CONNECTION LIMIT of the database allows 4/,
        new RegExp(`^run ALTER DATABASE "${name}" CONNECTION LIMIT 18`),
      ),
    );
  });

  test("agrees with a start, which refuses too few connections", async () => {
    await sql(`alter role ${ROLE} connection limit 8`);
    const { code, stderr } = await run(["serve"], { ...SECRETS, DATABASE_URL: url.href, DATA_DIR: newDataDir() });
    await sql(`alter role ${ROLE} connection limit -1`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^There are too few connections to the database: .* "doctor_role" allows 8: /),
    ]);
  });

  test("names a right to connect that is missing, and no server that is away", async () => {
    const [failure, ...others] = await failuresAfter(
      `revoke connect on database "${name}" from public`,
      `grant connect on database "${name}" to public`,
    );
    expect(failure).toEqual([
      "database",
      expect.stringMatching(/"doctor_role" may not connect to it/),
      `as its owner run GRANT CONNECT ON DATABASE "${name}" TO "doctor_role"`,
    ]);
    expect(others).toEqual([]);
  });

  test("names the limit that is used up", async () => {
    const role = `alter role ${ROLE} connection limit`;
    expect(await failuresAfter(`${role} 0`, `${role} -1`)).toEqual(
      says(
        "database",
        /the CONNECTION LIMIT of "doctor_role" is used up/,
        /^run ALTER ROLE "doctor_role" CONNECTION LIMIT/,
      ),
    );
    const database = `alter database "${name}" connection limit`;
    expect(await failuresAfter(`${database} 0`, `${database} -1`)).toEqual(
      says(
        "database",
        new RegExp(`the CONNECTION LIMIT of the database "${name}" is used up`),
        new RegExp(`^run ALTER DATABASE "${name}" CONNECTION LIMIT`),
      ),
    );
  });

  test("names a role that may not log in, and a database that takes no connections", async () => {
    expect(await failuresAfter(`alter role ${ROLE} nologin`, `alter role ${ROLE} login`)).toEqual(
      says("database", /"doctor_role" is no role that may log in/, /^run ALTER ROLE "doctor_role" LOGIN/),
    );
    const allow = `alter database "${name}" allow_connections`;
    expect(await failuresAfter(`${allow} false`, `${allow} true`)).toEqual(
      says("database", /accepts no connections/, new RegExp(`^run ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)),
    );
  });

  test("names a parameter of the address that the server refuses, and by what else a certificate is trusted", async () => {
    expect(await failures("?colour=red")).toEqual(
      says(
        "database",
        /it refuses the parameter "colour" of DATABASE_URL/,
        /^correct colour in DATABASE_URL, or remove it/,
      ),
    );
    expect(await failures("?work_mem=lots")).toEqual(
      says("database", /it refuses the parameter "work_mem"/, /^correct work_mem in DATABASE_URL/),
    );
    for (const file of ["sslrootcert", "sslcert", "sslkey"])
      expect(await failures(`?${file}=/ca.pem`)).toEqual(
        says(
          "configuration",
          new RegExp(`^DATABASE_URL has the parameter ${file}, which is not used: .* NODE_EXTRA_CA_CERTS`),
          /^correct DATABASE_URL/,
        ),
      );
  });

  test("takes no parameter for the cause where the server's words have its name for another one", async () => {
    expect(await failures(`?user=${ROLE}_none`)).toEqual(
      says("database", /it refuses the password of/, /^set the password in DATABASE_URL/),
    );
  });

  test("names a search_path that leads nowhere", async () => {
    expect(await failures("?search_path=nowhere")).toEqual(
      says(
        "database",
        /search_path of its sessions names no schema that exists/,
        /^remove search_path from DATABASE_URL/,
      ),
    );
    for (const whose of [`role "${ROLE}"`, `role "${ROLE}" in database "${name}"`, `database "${name}"`]) {
      const found = await failuresAfter(`alter ${whose} set search_path = nowhere`, `alter ${whose} reset search_path`);
      const [[, , step] = []] = found;
      expect(step?.toLowerCase()).toBe(`run alter ${whose} reset search_path, or create that schema`);
    }
  });
});
