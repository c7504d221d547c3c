// Erases a user while each process that works at it is killed: as it notes the end of a step, and the next one goes on.
import { USER_STEP_NAMES } from "../../src/identity/personal-data/steps.ts";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, newPartner, send } from "./stage.ts";

const LOCK = 771_032;

export interface ErasureRun {
  kills: number;
  /** Of the erased user's in any table but those that keep ids. */
  left: string[];
  revoked: number;
  state: string;
}

/** `steps` are those whose beginning is never noted: the process dies before that, and the next one repeats the step before. */
export async function eraseUnderKills(stage: FaultStage, steps = USER_STEP_NAMES.slice(1)): Promise<ErasureRun> {
  const { database } = stage;
  let server: GatewayServer = await stage.start();
  const partner = await newPartner(server, "enterprise");
  await connectedKey(server, partner.key);
  await send(server, "POST", "/api/v1/accounts", { key: partner.key, body: { external_id: "customer" } });
  await send(server, "POST", "/api/v1/webhook-endpoints", {
    key: partner.key,
    body: { url: "https://93.184.215.14/" },
  });
  await database.script(`
    create table held_steps (step text, number integer);
    insert into held_steps select step, number from jsonb_array_elements_text('${JSON.stringify(steps)}')
      with ordinality as held (step, number);
    create function hold_step() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(${LOCK}, number) from held_steps where step = new.step;
      return new;
    end $$;
    create trigger hold before update of step on erasures for each row execute function hold_step()`);
  let release = await hold(stage, 1);
  send(server, "DELETE", `/admin/v1/users/${partner.userId}`, { key: server.adminToken }).catch(() => null);
  for (let number = 1; number <= steps.length; number++) {
    await until(async () => (await waiting(stage)).length > 0, START_MS);
    server.kill("SIGKILL");
    await server.ended;
    // Every second time the statement that notes the step is undone; else it is carried out although its process is gone.
    if (number % 2 === 0) {
      for (const { pid } of await waiting(stage)) await database.query("select pg_terminate_backend($1::int)", [pid]);
    }
    const next = await hold(stage, number + 1);
    await release();
    release = next;
    await until(async () => (await waiting(stage)).length === 0, START_MS);
    // The minute for calls under way is over, and so is the dead process's lease.
    await database.query(
      "update erasures set requested_at = now() - interval '1 hour', next_at = now(), lease_until = null",
    );
    server = await stage.start();
  }
  await release();
  const state = async () =>
    (
      await database.query<{ state: string }>("select state from erasures where user_id = $1::uuid", [partner.userId])
    )[0]?.state ?? "";
  await until(async () => {
    await database.query("update erasures set next_at = now() where state = 'due' and lease_until is null");
    return (await state()) === "done";
  }, START_MS);
  const revoked = stage.seen.filter((request) => request.endsWith("/revoke")).length;
  return { kills: steps.length, left: await tablesOf(stage, partner.userId), revoked, state: await state() };
}

/** Backends that wait to note a step. */
const waiting = ({ database }: FaultStage) =>
  database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid = ${LOCK} and objsubid = 2 and not granted`,
  );

/** Nobody notes the step of this number until the result is called. */
async function hold({ database }: FaultStage, number: number): Promise<() => Promise<void>> {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = database.transaction(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(${LOCK}, ${number})`);
    held.resolve();
    await free.promise;
  });
  await Promise.race([held.promise, ended]);
  return () => {
    free.resolve();
    return ended;
  };
}

/** Tables with a row of the user's. */
async function tablesOf({ database }: FaultStage, userId: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(`select 1 from "${name}" t where t::text like '%' || $1 || '%' limit 1`, [
      userId,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}
