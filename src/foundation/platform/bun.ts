// The platform on Bun: the server, virtual modules and the process lock.
import { Database } from "bun:sqlite";
import { dirname } from "node:path";
import { isChanged, MAX_SEGMENTS, markChanged } from "../../web/http/raw-target.ts";
import { isBinary, ownProgram, runningProgram } from "./own-program.ts";
import { passwords } from "./passwords.ts";
import type { Platform, ServeOptions } from "./platform.ts";

/** No limit: each route that reads a body has its own, and the raw proxy passes bodies of any size on without holding them. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;
/** Seconds without traffic until Bun closes a connection; longer than the longest provider call. */
const IDLE_SECONDS = 120;

export const platform: Platform = {
  passwords,
  commandLine: [runningProgram(), ...ownProgram()],
  binaryFolder: isBinary() ? dirname(process.execPath) : null,

  serve({ hostname, port, fetch, isShared = false, tls = null }) {
    const handle: Handler = (request, server) => fetch(request, server.requestIP(request)?.address ?? null);
    const server = Bun.serve({
      hostname,
      port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      // Bun's error page would show source and paths.
      development: false,
      // A second gateway on a shared port would start unnoticed.
      reusePort: isShared,
      ...(tls && { tls }),
      routes: routesBySegments(handle),
      fetch: handle,
    });
    return {
      port: server.port ?? port,
      stop: () => server.stop(false),
      abort: () => void server.stop(true),
    };
  },

  parseYaml: (text) => Bun.YAML.parse(text),

  hmacOf(key) {
    // A copy has the key set up already: 0.4 µs in place of 1.4.
    const prepared = new Bun.CryptoHasher("sha256", key);
    return (text) => prepared.copy().update(text).digest("hex");
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

type Handler = (request: Request, server: Bun.Server<undefined>) => ReturnType<ServeOptions["fetch"]>;

/** One route per number of segments: its parameters are the target as sent, which `request.url` no longer shows. */
function routesBySegments(handle: Handler): Record<string, Handler> {
  const marked = (segmentsOf: (request: Request) => Iterable<string> | null): Handler => {
    return (request, server) => {
      if (isChanged(segmentsOf(request), request.url)) markChanged(request);
      return handle(request, server);
    };
  };
  const inSegments = marked((request) => Object.values((request as Bun.BunRequest).params));
  const routes: Record<string, Handler> = { "/*": marked(() => null) };
  let path = "";
  for (let i = 1; i <= MAX_SEGMENTS; i++) {
    path += `/:s${i}`;
    routes[path] = inSegments;
    routes[`${path}/`] = inSegments;
  }
  return routes;
}
