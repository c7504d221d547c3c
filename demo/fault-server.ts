// The demo's own server for its faults, on this machine only: a page for people, and JSON for commands and tests.

import type { Platform, RunningServer } from "../src/foundation/platform/platform.ts";
import { faultPage, PAGE_HEADERS } from "./fault-page.tsx";
import { EMULATED_FAULTS, type FaultControl, FaultError, type FaultRequest } from "./faults.ts";

const PATH = "/faults";
/** A form or a JSON body has four short fields. */
const MAX_BODY = 4_096;

export interface FaultServer {
  url: string;
  close(): void;
}

/** Takes `port`, or any other one where that is taken. */
export function startFaultServer(
  platform: Pick<Platform, "serve">,
  port: number,
  control: FaultControl,
  dashboardUrl: string,
): FaultServer {
  const handle = async (request: Request): Promise<Response> => {
    try {
      return refusal(request) ?? (await respond(request, control, dashboardUrl));
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      return Response.json({ error: error.message }, { status: 400 });
    }
  };
  const serve = (at: number) => platform.serve({ hostname: "127.0.0.1", port: at, fetch: handle });
  let server: RunningServer;
  try {
    server = serve(port);
  } catch {
    // Another program has the port: the address is printed, whichever it is.
    server = serve(0);
  }
  return { url: `http://127.0.0.1:${server.port}`, close: server.abort };
}

/** Pages of other sites must neither read nor switch: a browser says whence a request comes, and a name of theirs may lead here. */
function refusal({ headers, url, method }: Request): Response | null {
  const { hostname } = new URL(url);
  const isHere = hostname === "127.0.0.1" || hostname === "localhost";
  const site = headers.get("sec-fetch-site");
  const isOwn = site === null || site === "same-origin" || (site === "none" && method === "GET");
  const isFromLink = method === "GET" && headers.get("sec-fetch-mode") === "navigate";
  if (isHere && (isOwn || isFromLink)) return null;
  return Response.json({ error: "Only this page and programs on this machine may switch faults." }, { status: 403 });
}

async function respond(request: Request, control: FaultControl, dashboardUrl: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const route = `${request.method} ${pathname}`;
  if (route === "GET /") return page(control, dashboardUrl);
  if (route === "POST /") return switchByForm(control, new URLSearchParams(await textOf(request)), dashboardUrl);
  if (route === `GET ${PATH}`) return Response.json({ data: { faults: control.list(), available: EMULATED_FAULTS } });
  if (route === `PUT ${PATH}`) return Response.json({ data: await control.set(readRequest(await textOf(request))) });
  if (route === `DELETE ${PATH}`) {
    const off = await control.clear(searchParams.get("provider") ?? undefined);
    return Response.json({ data: { off } });
  }
  const error = `There is nothing here. GET, PUT and DELETE ${PATH} read and switch faults; GET / is a page.`;
  return Response.json({ error }, { status: 404 });
}

const page = (control: FaultControl, dashboardUrl: string, error?: string) =>
  new Response(faultPage(control, dashboardUrl, error), { status: error ? 400 : 200, headers: PAGE_HEADERS });

async function switchByForm(control: FaultControl, form: URLSearchParams, dashboardUrl: string): Promise<Response> {
  const field = (name: string) => form.get(name)?.trim() || undefined;
  try {
    if (form.has("off")) await control.clear(field("off"));
    else {
      const calls = field("calls");
      const [provider = "", fault = "", account] = [field("provider"), field("fault"), field("account")];
      await control.set({ provider, fault, account, calls: calls === undefined ? undefined : Number(calls) });
    }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return page(control, dashboardUrl, error.message);
  }
  return new Response(null, { status: 303, headers: { location: "/" } });
}

async function textOf(request: Request): Promise<string> {
  const text = await request.text();
  if (text.length > MAX_BODY) throw new FaultError("The body is too long.");
  return text;
}

const FIELDS = ["provider", "fault", "account", "calls"];

function readRequest(text: string): FaultRequest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FaultError("The body must be JSON.");
  }
  if (typeof json !== "object" || json === null) throw new FaultError("The body must be an object.");
  const unknown = Object.keys(json).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new FaultError(`"${unknown}" is no field: send ${FIELDS.join(", ")}.`);
  const { provider, fault, account, calls } = json as Record<string, unknown>;
  if (typeof provider !== "string" || typeof fault !== "string")
    throw new FaultError("provider and fault must be texts.");
  if (account !== undefined && typeof account !== "string") throw new FaultError("account must be a text.");
  if (calls !== undefined && typeof calls !== "number") throw new FaultError("calls must be a number.");
  return { provider, fault, account, calls };
}
