// Bun's side of the platform: serving, virtual modules and the process lock.
import { Database } from "bun:sqlite";
import type { Platform } from "./platform.ts";

/** Above every limit of our own, so that the caller gets our error body; this one only stops the absurd. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;
/** Seconds without traffic before a connection is closed; longer than the longest provider call. */
const IDLE_SECONDS = 120;

export const platform: Platform = {
  serve({ hostname, port, fetch }) {
    const server = Bun.serve({
      hostname,
      port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      // Bun's page for exceptions shows source and paths.
      development: false,
      // Outside of development Bun shares a port between processes unless told not to: a second gateway would go unnoticed.
      reusePort: false,
      fetch: (request, server) => fetch(request, server.requestIP(request)?.address ?? null),
    });
    return {
      port: server.port ?? port,
      stop: () => server.stop(false),
      abort: () => void server.stop(true),
    };
  },

  provideModules(modules) {
    Bun.plugin({
      name: "gateway-modules",
      setup(build) {
        for (const [name, load] of Object.entries(modules)) {
          build.module(name, async () => ({ exports: await load(), loader: "object" }));
        }
      },
    });
  },

  lock(file) {
    const db = new Database(file, { create: true });
    try {
      db.exec("PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
      return () => db.close();
    } catch (error) {
      db.close();
      if ((error as { code?: string }).code === "SQLITE_BUSY") return null;
      throw error;
    }
  },
};
