// Deno's side of the platform: serving and the process lock. Bare names resolve through package.json there.
import { DatabaseSync } from "node:sqlite";
import type { Platform } from "./platform.ts";

/** SQLite's result code where another process holds the lock. */
const SQLITE_BUSY = 5;

/** The little of Deno's API that is used here; its own types are not installed. */
interface DenoServe {
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request, info: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
}

const deno = (globalThis as unknown as { Deno: DenoServe }).Deno;

export const platform: Platform = {
  serve({ hostname, port, fetch }) {
    const server = deno.serve({ hostname, port, onListen: () => {} }, (request, info) =>
      fetch(request, info.remoteAddr.hostname ?? null),
    );
    return { port: server.addr.port, stop: () => server.shutdown(), abort: () => void server.shutdown() };
  },

  /** Deno has no modules that are made at run time: plugins find `gateway/plugin` through package.json's exports. */
  provideModules() {},

  lock(file) {
    const database = new DatabaseSync(file);
    try {
      database.exec("PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
      return () => database.close();
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
      throw error;
    }
  },
};
