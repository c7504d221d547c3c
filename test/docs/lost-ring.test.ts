// What the operator's guide says of a lost ring, as it is carried out: the former database names its users, and a new one serves them.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { endProcesses, newDataDir, run, runJson, START_MS, startServer } from "../support/gateway-process.ts";
import { testPostgres } from "../support/postgres.ts";
import { ROOT } from "../support/sources.ts";

setDefaultTimeout(6 * START_MS);
afterAll(endProcesses);

const EMAIL = "ada@example.com";
const envWith = (url: string, byte: number) => ({
  ...{ DATABASE_URL: url, DATA_DIR: newDataDir(), GATEWAY_ADMIN_TOKEN: "admin-token-for-tests" },
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, byte).toString("base64")}`,
});

test("without the ring a start is refused, the former database says who there was, and a new one serves them", async () => {
  const page = readFileSync(join(ROOT, "docs/operate/secrets.md"), "utf8").split("## When the ring is lost")[1] ?? "";
  const queries = [...page.matchAll(/`(select [^`]+)`/g)].map(([, query = ""]) => query);
  const server = await testPostgres();
  const [former, fresh] = [await server.createDatabase(), await server.createDatabase()];
  try {
    const first = envWith(former, 1);
    const gateway = await startServer(first);
    await runJson(["user", "create", "--email", EMAIL], first);
    gateway.kill("SIGTERM");
    await gateway.ended;

    const refused = await run(["serve"], envWith(former, 2));
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("is not the one that this database")]);

    const client = postgres(former, { max: 1, onnotice: () => {} });
    const [users, accounts] = await Promise.all(queries.map((query) => client.unsafe(query)));
    await client.end();
    expect(users?.map(({ email }) => email)).toEqual([EMAIL]);
    expect(accounts?.columns.map(({ name }) => name)).toEqual(["external_id", "display_name"]);

    const second = envWith(fresh, 2);
    await startServer(second);
    for (const words of page.matchAll(/`gateway ((?:user|key) create [^`]+)`/g)) {
      const { code, stderr } = await run((words[1] ?? "").split(" "), second);
      expect([words[1], code, stderr]).toEqual([words[1], 0, expect.any(String)]);
    }
    const { json } = await runJson(["user", "list"], second);
    expect(JSON.stringify(json)).toContain(EMAIL);
  } finally {
    await endProcesses();
    for (const url of [former, fresh]) await server.dropDatabase(url);
  }
});
