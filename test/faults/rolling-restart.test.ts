// Three gateway processes behind a load balancer, restarted one by one under load: no call fails.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { type Balancer, balancer, type RequestOptions } from "./balancer.ts";
import { type FaultStage, faultStage, type NewPartner, newPartner, type StageResponse } from "./stage.ts";

setDefaultTimeout(3 * START_MS);

const REPLICAS = 3;
/** Enough that none reaches a minute's limit, however long the restarts take. */
const PARTNERS = 24;
/** Of each kind: reads, writes, whole connects. */
const LOOPS = 5;
/** Successful calls before each restart, and after the last. */
const CALLS_BETWEEN = 150;
/** The provider's latency, so that every stop finds calls in flight. */
const PROVIDER_MS = 15;
/** Many times the load balancer's probe interval. */
const DRAIN_SECONDS = "1";
/** The largest lease of a window for one replica. */
const BLOCK = 100;
const READ = "/api/v1/stub/thing";

interface Done {
  id: string;
  userId: string;
  /** A provider call: the account's code, and the owner of the returned thing. */
  code?: string;
  thing?: string;
  isWrite: boolean;
}

describe("three gateway processes behind a load balancer", () => {
  let stage: FaultStage;
  let replicas: GatewayServer[];
  /** The replicas and those before them. */
  const started: GatewayServer[] = [];
  let door: Balancer;
  let partners: NewPartner[];
  const done: Done[] = [];
  const failures: string[] = [];
  /** Codes of the connected accounts. */
  const connected: string[] = [];
  let isLoaded = true;
  let turn = 0;

  const start = async (port = "0") => {
    // One public URL, as behind a load balancer: a provider knows one callback.
    const server = await stage.start(undefined, { BASE_URL: "http://127.0.0.1:8999", DRAIN_SECONDS, PORT: port });
    started.push(server);
    return server;
  };
  /** What the replicas have logged of a request. */
  const logOf = (id: string) =>
    started.flatMap(({ written }) => written.stderr.split("\n").filter((line) => line.includes(id)));
  beforeAll(async () => {
    stage = await faultStage();
    stage.beforeResponse.wait = () => new Promise((resolve) => setTimeout(resolve, PROVIDER_MS));
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => start()));
    door = balancer(replicas.map(({ url }) => url));
    await until(() => replicas.every(({ url }) => door.isReady(url)), START_MS);
    const [first] = replicas as [GatewayServer];
    partners = await Promise.all(Array.from({ length: PARTNERS }, () => newPartner(first, "enterprise")));
    await Promise.all(partners.map((partner) => connect(partner, partner.userId)));
    expect(failures).toEqual([]);
  });
  afterAll(async () => {
    isLoaded = false;
    door.end();
    await stage.end();
  });

  /** One call for a partner; null if it failed. */
  async function call(
    partner: NewPartner,
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<StageResponse | null> {
    const id = crypto.randomUUID();
    const isWrite = path === "/api/v1/stub/things";
    const body = isWrite ? { name: id } : options.body;
    try {
      const response = await door.send(method, path, { ...options, key: partner.key, id, body });
      if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(response.json)}`);
      const of = options.account === undefined ? {} : { code: options.account, thing: response.json.data.id };
      done.push({ id, userId: partner.userId, isWrite, ...of });
      return response;
    } catch (error) {
      failures.push(`${method} ${path}: ${error} ${logOf(id).join(" ")}`);
      return null;
    }
  }

  /** A complete connect: account, session, callback, confirmation, first call, and the session's status. */
  async function connect(partner: NewPartner, code: string): Promise<void> {
    const account = await call(partner, "POST", "/api/v1/accounts", { body: { external_id: code } });
    const path = `/api/v1/accounts/${account?.json.data.id}`;
    const body = { provider: "stub", redirect_url: "http://localhost/done", confirm: true };
    const started = await call(partner, "POST", `${path}/connect`, { body });
    const state = new URL(started?.json.data.connect_url ?? "about:blank").searchParams.get("state");
    const back = await door.send("GET", `/api/v1/connect/callback?code=${code}&state=${state}`).catch(String);
    const location = typeof back === "string" ? null : back.headers.get("location");
    const token = location && new URL(location).searchParams.get("confirm_token");
    if (!token) failures.push(`callback: ${typeof back === "string" ? back : `${back.status} ${location}`}`);
    await call(partner, "POST", `${path}/integrations/stub/confirm`, { body: { confirm_token: token } });
    await call(partner, "GET", READ, { account: code });
    const session = await call(partner, "GET", `${path}/connect/${started?.json.data.session_id}`);
    if (session?.json.data.status !== "completed") failures.push(`session: ${session?.json.data.status}`);
    connected.push(code);
  }

  async function load(one: (partner: NewPartner) => Promise<unknown>): Promise<void> {
    while (isLoaded) await one(partners[turn++ % PARTNERS] as NewPartner);
  }
  const KINDS: ((partner: NewPartner) => Promise<unknown>)[] = [
    (partner) => call(partner, "GET", READ, { account: partner.userId }),
    (partner) => call(partner, "POST", "/api/v1/stub/things", { account: partner.userId }),
    (partner) => connect(partner, crypto.randomUUID()),
  ];

  test("R-05: a rolling restart under reads, writes and connects: no call fails, and each process exits with 0", async () => {
    const loads = Array.from({ length: LOOPS }, () => KINDS.map(load)).flat();
    for (const [i, replica] of replicas.entries()) {
      const before = done.length;
      await until(() => done.length >= before + CALLS_BETWEEN, START_MS);
      replica.kill("SIGTERM");
      const { code, stderr } = await replica.ended;
      expect([code, stderr]).toEqual([0, ""]);
      replicas[i] = await start(new URL(replica.url).port);
      await until(() => door.isReady(replica.url), START_MS);
    }
    const before = done.length;
    await until(() => done.length >= before + CALLS_BETWEEN, START_MS);
    isLoaded = false;
    await Promise.all(loads);
    expect(failures).toEqual([]);
    for (const replica of replicas) replica.kill("SIGTERM");
    const ends = await Promise.all(replicas.map(({ ended }) => ended));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(replicas.map(() => [0, ""]));
  });

  test("I-1: afterwards the usage log has exactly one row for each call", async () => {
    const rows = await stage.database.query<{ id: string; userId: string; status: number; state: string }>(
      `select request_id as id, user_id as "userId", status, state from usage_entries`,
    );
    const logged = rows.map(({ id, userId, status, state }) => `${id} ${userId} ${status} ${state}`).sort();
    expect(logged).toEqual(done.map(({ id, userId }) => `${id} ${userId} 200 done`).sort());
    expect(done.length).toBeGreaterThan((REPLICAS + 1) * CALLS_BETWEEN);
  });

  test("I-2: month and minute windows have counted every call once", async () => {
    // Leases that remain at the end of a minute expire.
    const windows = await stage.database.query<{ kind: string; used: number; made: number; isLast: boolean }>(
      `select kind, used::int as used,
         (select count(*)::int from usage_entries where key = 'partner:' || user_id
            and date_trunc(kind, occurred_at at time zone 'utc') = starts_at at time zone 'utc') as made,
         starts_at = max(starts_at) over (partition by key, kind) as "isLast"
       from limit_windows`,
    );
    const last = windows.filter(({ isLast }) => isLast);
    expect(last.filter(({ kind }) => kind === "month")).toHaveLength(PARTNERS);
    expect(last.filter(({ kind }) => kind === "minute")).toHaveLength(PARTNERS);
    expect(last.filter(({ used, made }) => used !== made)).toEqual([]);
    const isOff = ({ used, made }: { used: number; made: number }) => used < made || used > made + REPLICAS * BLOCK;
    expect(windows.filter(isOff)).toEqual([]);
  });

  test("I-4: I-5: each code was exchanged once, each account has one integration, and no call ran with another's token", async () => {
    expect(stage.exchanged.map(({ code }) => code).sort()).toEqual([...connected].sort());
    const rows = await stage.database.query<{ code: string; status: string }>(
      "select a.external_id as code, i.status from integrations i join accounts a on a.id = i.account_id where provider = 'stub'",
    );
    expect(rows.map(({ code, status }) => `${code} ${status}`).sort()).toEqual(
      connected.map((code) => `${code} active`).sort(),
    );
    const things = new Map(stage.exchanged.map(({ code, thing }) => [code, thing]));
    expect(new Set(things.values()).size).toBe(connected.length);
    expect(done.filter(({ code, thing }) => code !== undefined && things.get(code) !== thing)).toEqual([]);
  });

  test("I-6: every write was sent once, with its account's token", () => {
    const made = stage.made.map(({ name, thing }) => `${name} ${thing}`).sort();
    const writes = done.filter(({ isWrite }) => isWrite).map(({ id, thing }) => `${id} ${thing}`);
    expect(made).toEqual(writes.sort());
    expect(writes.length).toBeGreaterThan(CALLS_BETWEEN / 2);
  });
});
