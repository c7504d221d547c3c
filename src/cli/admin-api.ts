// How commands reach the admin API: the running server by its server.json, or the same application in this process.

import { sources } from "gateway:plugins";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import { hasEmbedded } from "../db/embedded-folder.ts";
import { StartupError } from "../errors.ts";
import { createLog } from "../log.ts";
import type { Platform } from "../platform/platform.ts";
import type { Print } from "./print.ts";

/** What the admin API refused, in its own words. */
export class AdminError extends Error {
  override name = "AdminError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface AdminApi {
  get(path: string): Promise<Print>;
  post(path: string, body?: object): Promise<Print>;
  patch(path: string, body: object): Promise<Print>;
  delete(path: string): Promise<Print>;
  close(): Promise<void>;
}

/** A server that does not answer in this time is taken for gone. */
const ANSWER_MS = 10_000;

/** Whether a command may make a database where there is none: all but the first would find nothing in it. */
export type Access = "there" | "made";

/** Finds the running server of this data folder; without one, opens the application here. */
export async function openAdminApi(platform: Platform, access: Access): Promise<AdminApi> {
  const config = readConfig(process.env);
  const server = await runningServer(config.dataDir);
  if (server) {
    return api(
      server.adminToken,
      (request) => fetch(request),
      server.url,
      async () => {},
    );
  }
  if (!config.databaseUrl && !hasEmbedded(config.dataDir)) {
    const text = `There is no database in ${config.dataDir}, and no gateway runs on it`;
    if (access === "there") throw new StartupError(`${text}: set DATA_DIR to the folder of the gateway that you mean.`);
    console.error(`${text}: a new one is made there. DATA_DIR names another folder.`);
  }
  // Loaded only here: a command that finds its server running is done in a quarter of the time.
  const { openApp } = await import("../serve.ts");
  const log = createLog(config.logLevel === "debug" ? "debug" : "warn");
  const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port}`;
  const opened = await openApp({ config, platform, builtIn: sources, baseUrl, log });
  return api(
    opened.adminToken,
    (request) => opened.app.handleOperator(request, null),
    "http://localhost",
    opened.close,
  );
}

/** The gateway that server.json tells of, if it lives and answers. */
export async function runningServer(dataDir: string): Promise<{ url: string; adminToken: string } | null> {
  const file = join(dataDir, "server.json");
  if (!existsSync(file)) return null;
  try {
    const { url, admin_token, pid } = JSON.parse(readFileSync(file, "utf8")) as ServerFile;
    // After a crash the file stays behind, and its port may be another program's by now: that one gets no token.
    if (!isAlive(pid)) return null;
    const response = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return response.ok ? { url, adminToken: admin_token } : null;
  } catch {
    return null;
  }
}

interface Answer {
  data?: Print;
  error?: string;
  details?: { errors?: { message: string }[] };
}

interface ServerFile {
  url: string;
  admin_token: string;
  pid: number;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives, but belongs to another user.
    return (error as { code?: string }).code === "EPERM";
  }
}

function api(
  token: string,
  send: (request: Request) => Promise<Response>,
  url: string,
  close: () => Promise<void>,
): AdminApi {
  const ask = async (method: string, path: string, body?: object): Promise<Print> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
    const response = await send(
      new Request(`${url}/admin/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    );
    const answer = (await response.json().catch(() => ({}))) as Answer;
    if (response.ok && answer.data) return answer.data;
    const code = response.headers.get("x-error-code") ?? `HTTP_${response.status}`;
    const faults = answer.details?.errors?.map((fault) => fault.message).join("\n");
    throw new AdminError(code, faults || (answer.error ?? `The gateway answered ${response.status}.`));
  };
  return {
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body),
    patch: (path, body) => ask("PATCH", path, body),
    delete: (path) => ask("DELETE", path),
    close,
  };
}
