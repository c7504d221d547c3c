// The admin API for commands: of the running server named in server.json, else of the application in this process.
import { sources } from "gateway:plugins";
import { join } from "node:path";
import { readConfig } from "../../foundation/config/config.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { StartupError } from "../../foundation/errors.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { isAlive, readServerFile } from "../../server/server-file.ts";
import { lineOf, type OperationData, type OperationId, type OperationInput } from "./operations.ts";
import { type Print, printNote } from "./print.ts";
import { commandLog, terminal } from "./terminal.ts";

/** An error response of the admin API. */
export class AdminError extends Error {
  override name = "AdminError";
  constructor(
    readonly code: string,
    message: string,
    /** The detail of the code, where the gateway named one. */
    readonly reason: string | null = null,
  ) {
    super(message);
  }
}

export interface AdminApi {
  /** The `data` of an operation; throws `AdminError`. */
  call<const Id extends OperationId>(id: Id, input?: OperationInput<Id>): Promise<OperationData<Id>>;
  /** The body of a response that is no JSON. */
  stream<const Id extends OperationId>(id: Id, input?: OperationInput<Id>): Promise<ReadableStream<Uint8Array>>;
  close(): Promise<void>;
}

/** A server without a response within this time counts as stopped. */
const HEALTH_TIMEOUT_MS = 10_000;

/** Only the first command of an installation may create the database. */
export type DatabaseAccess = "existing" | "create";

/** Uses the running server of the data folder; without one, opens the application in this process. */
export async function openAdminApi(platform: Platform, access: DatabaseAccess): Promise<AdminApi> {
  const config = readConfig(terminal().env);
  const server = await runningServer(config.dataDir);
  if (server) {
    return api(config.operatorToken ?? server.adminToken, fetchLocal, server.url, async () => {});
  }
  if (!config.databaseUrl && !hasEmbedded(config.dataDir)) {
    const text = `There is no database in ${config.dataDir}, and no gateway runs on it`;
    if (access === "existing")
      throw new StartupError(`${text}: set DATA_DIR to the folder of the gateway that you mean.`);
    printNote(`${text}: a new one is created there. Set DATA_DIR to use another folder.`);
  }
  // Imported late: with a running server, a command takes a quarter of the time.
  const { openApp } = await import("../../server/serve.ts");
  const log = commandLog(config.logLevel === "debug" ? "debug" : "warn");
  const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port}`;
  const opened = await openApp({ config, platform, builtIn: sources, baseUrl, log });
  return api(
    config.operatorToken ?? opened.adminToken,
    (request) => opened.app.handleOperator(request, null),
    "http://localhost",
    opened.close,
  );
}

/** The address of a running gateway's admin API. */
export interface AdminServer {
  url: string;
  adminToken: string;
  pid: number;
}

/** The gateway that server.json names; null unless it is alive and responds. */
export async function runningServer(dataDir: string): Promise<AdminServer | null> {
  const found = readServerFile(join(dataDir, "server.json"));
  if (!found) return null;
  try {
    const { url, admin_token, pid } = found;
    // After a crash another program may listen on the file's port: it must not get the token.
    if (!isAlive(pid)) return null;
    const probe = new Request(`${url}/health/live`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const response = await fetchLocal(probe);
    return response.ok ? { url, adminToken: admin_token, pid } : null;
  } catch {
    // No gateway runs in this folder: the command opens the database itself.
    return null;
  }
}

interface ResponseBody {
  data?: Print;
  error?: string;
  details?: { errors?: { message: string }[] };
}

function api(
  token: string,
  send: (request: Request) => Promise<Response>,
  url: string,
  close: () => Promise<void>,
): AdminApi {
  const ask = <Id extends OperationId>(id: Id, input: OperationInput<Id>): Promise<Response> => {
    const { method, path } = lineOf(id, input);
    const { body } = input;
    const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
    return send(
      new Request(`${url}/admin/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    );
  };
  const refusal = (response: Response, content: ResponseBody): AdminError => {
    const code = response.headers.get("x-error-code") ?? `HTTP_${response.status}`;
    const errors = content.details?.errors?.map((error) => error.message).join("\n");
    return new AdminError(code, errors || (content.error ?? `The gateway responded with ${response.status}.`));
  };
  const call = async <Id extends OperationId>(id: Id, input: OperationInput<Id> = {}): Promise<OperationData<Id>> => {
    const response = await ask(id, input);
    const content = (await response.json().catch(() => {
      // A body that is not JSON is reported by its status.
      return {};
    })) as ResponseBody;
    if (response.ok && content.data) return content.data as OperationData<Id>;
    throw refusal(response, content);
  };
  return {
    call,
    async stream(id, input = {}) {
      const response = await ask(id, input);
      if (response.ok && response.body) return response.body;
      throw refusal(
        response,
        (await response.json().catch(() => {
          // A body that is not JSON is reported by its status.
          return {};
        })) as ResponseBody,
      );
    },
    close,
  };
}
