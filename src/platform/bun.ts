// Bun's side of the platform: serving, virtual modules and the process lock.
import { Database } from "bun:sqlite";
import { isChanged, MAX_SEGMENTS, markChanged } from "../http/raw-target.ts";
import type { Platform, ServeOptions } from "./platform.ts";

/** Above every limit of our own, so that the caller gets our error body; this one only stops the absurd. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;
/** Seconds without traffic before a connection is closed; longer than the longest provider call. */
const IDLE_SECONDS = 120;

export const platform: Platform = {
  serve({ hostname, port, fetch }) {
    const answer: Answer = (request, server) => fetch(request, server.requestIP(request)?.address ?? null);
    const server = Bun.serve({
      hostname,
      port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      // Bun's page for exceptions shows source and paths.
      development: false,
      // Outside of development Bun shares a port between processes unless told not to: a second gateway would go unnoticed.
      reusePort: false,
      routes: routesBySegments(answer),
      fetch: answer,
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

type Answer = (request: Request, server: Bun.Server<undefined>) => ReturnType<ServeOptions["fetch"]>;

/**
 * One route for each number of segments. `request.url` has its dot segments resolved and its backslashes turned; Bun's
 * own routes match, and its parameters are cut from, the target as it was sent.
 */
function routesBySegments(answer: Answer): Record<string, Answer> {
  const marked = (segmentsOf: (request: Request) => Iterable<string> | null): Answer => {
    return (request, server) => {
      if (isChanged(segmentsOf(request), request.url)) markChanged(request);
      return answer(request, server);
    };
  };
  const inSegments = marked((request) => Object.values((request as Bun.BunRequest).params));
  const routes: Record<string, Answer> = { "/*": marked(() => null) };
  let path = "";
  for (let i = 1; i <= MAX_SEGMENTS; i++) {
    path += `/:s${i}`;
    routes[path] = inSegments;
  }
  return routes;
}
