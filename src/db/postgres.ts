// The Postgres side of the database.
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, Orm } from "./database.ts";
import { createStatementGate, gatedClient } from "./statement-gate.ts";

const STATEMENT_TIMEOUT_MS = 10_000;
const ORM_CONNECTIONS = 8;
const RAW_CONNECTIONS = 4;
const LISTEN_AGAIN_MS = 250;
/** The driver's own wait between attempts grows to 20 seconds, long after the database is back. */
const MAX_RECONNECT_WAIT_SECONDS = 0.25;

/** Connects to Postgres; throws when it cannot be reached. */
export async function openPostgres(url: string): Promise<Database> {
  const options = {
    connect_timeout: 5,
    connection: { application_name: "gateway", statement_timeout: STATEMENT_TIMEOUT_MS },
    onnotice: () => {},
    backoff: (attempts: number) => Math.min(3 ** attempts / 100, MAX_RECONNECT_WAIT_SECONDS),
  };
  // Drizzle rewires the parsers of the client it is given, so raw queries and LISTEN have clients of their own.
  const ormClient = postgres(url, { ...options, max: ORM_CONNECTIONS });
  const rawClient = postgres(url, { ...options, max: RAW_CONNECTIONS });
  const listeners: Listener[] = [];
  const rawGate = createStatementGate(RAW_CONNECTIONS);
  await rawClient`select 1`;
  const orm = drizzle(gatedClient(ormClient, createStatementGate(ORM_CONNECTIONS))) as unknown as Orm;
  return {
    kind: "postgres",
    orm,
    query: async <Row>(text: string, parameters: readonly (string | number | boolean | null)[] = []) =>
      (await rawGate.run(() => rawClient.unsafe(text, [...parameters], { prepare: true }))) as unknown as Row[],
    script: async (text) => void (await rawGate.run(() => rawClient.unsafe(text))),
    transaction: (work) => orm.transaction((tx) => work(tx as unknown as Orm)),
    async listen(channel, onMessage, onState) {
      listeners.push(await keepListening(url, options, channel, onMessage, onState));
    },
    async close() {
      const clients = [ormClient, rawClient].map((client) => client.end({ timeout: 5 }));
      await Promise.all([...clients, ...listeners.map((listener) => listener.end())]);
    },
  };
}

interface Listener {
  end(): Promise<void>;
}

/**
 * Listens on a connection of its own, and again whenever that is lost. The driver's own `listen` comes back too, but puts
 * its `onclose` in place of ours: nobody would learn that messages are being missed.
 */
async function keepListening(
  url: string,
  options: postgres.Options<Record<string, never>>,
  channel: string,
  onMessage: (payload: string) => void,
  onState: (isListening: boolean) => void,
): Promise<Listener> {
  let isUp = false;
  let isEnded = false;
  const own = {
    ...options,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotify: (_channel: string, payload: string) => onMessage(payload),
    onclose: () => {
      if (!isUp) return;
      isUp = false;
      onState(false);
      void listenAgain();
    },
  };
  const client = postgres(url, own);
  const listen = async () => {
    await client.unsafe(`listen "${channel}"`);
    isUp = true;
    onState(true);
  };
  const listenAgain = async () => {
    while (!isEnded) {
      try {
        return await listen();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS));
      }
    }
  };
  await listen();
  return {
    end() {
      isEnded = true;
      return client.end({ timeout: 5 });
    },
  };
}
