// `gateway doctor --live`: what only a look from outside tells, through BASE_URL and whatever proxy serves it. Every wait is bounded.
import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import type { Config } from "../../foundation/config/config.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import type { KeyRing } from "../../foundation/vault/key-ring.ts";
import { createVault } from "../../foundation/vault/vault.ts";
import { type Check, failed, passed, warned } from "./check.ts";
import { checkLiveCertificate } from "./live-certificate.ts";
import { checkStreaming } from "./live-streaming.ts";
import { challengeQuery, PROBED_HEADERS, readDescription, type SelfDescription } from "./self-description.ts";

const TIMEOUT_MS = 5_000;
/** A longer body is no gateway's description of itself. */
const MAX_BYTES = 64 * 1_024;
/** An address for documents (RFC 5737), which nobody has. */
const CLAIMED_ADDRESS = "203.0.113.77";
/** `Date` has whole seconds. */
const CLOCK_S = 5;
const CALLBACK = "/api/v1/connect/callback";
const WEBHOOKS = "/api/v1/webhooks/gateway-doctor";

interface Contact {
  description: SelfDescription;
  /** Unix time in milliseconds by the `Date` of the response; null without one. */
  serverTime: number | null;
  /** Half-way between request and response. */
  ownTime: number;
}

type LiveConfig = Pick<Config, "baseUrl" | "environment" | "trustedProxies">;

export async function liveChecks(
  { baseUrl, environment, trustedProxies }: LiveConfig,
  ring: KeyRing | null,
  now = Date.now,
): Promise<Check[]> {
  if (baseUrl === null) return [failed("live address", "BASE_URL is not set, so there is no public address to ask")];
  if (!ring) return [failed("live address", "there is no key ring yet, so no gateway has started with these settings")];
  const contact = await contactThrough(baseUrl, ring, now);
  if ("check" in contact) return [contact];
  const { description } = contact;
  const isTrusted = trustedProxies !== null && "networks" in trustedProxies && (await isOwnName(baseUrl));
  return [
    passed("live address", `${baseUrl} is this gateway, version ${description.version}`),
    checkHeaders(description),
    checkAddress(description, isTrusted),
    checkClock(contact),
    ...(await checkLiveCertificate(baseUrl, now())),
    await checkStreaming(baseUrl, ring),
    ...(await checkPaths(baseUrl, description)),
    ...(environment === "production" ? [await checkAdmin(baseUrl)] : []),
  ];
}

async function contactThrough(baseUrl: string, ring: KeyRing, now: () => number): Promise<Contact | Check> {
  const vault = createVault(ring);
  const challenge = randomBytes(16).toString("hex");
  const headers = {
    ...Object.fromEntries(PROBED_HEADERS.map((name) => [name, challenge])),
    "x-forwarded-for": CLAIMED_ADDRESS,
  };
  const before = now();
  try {
    const response = await ask(`${baseUrl}/health/live?${challengeQuery(vault, challenge)}`, { headers });
    const ownTime = (before + now()) / 2;
    const body = await jsonOf(response);
    const description = readDescription(vault, challenge, body);
    const date = Date.parse(response.headers.get("date") ?? "");
    if (description) return { description, ownTime, serverTime: Number.isNaN(date) ? null : date };
    return failed("live address", notThis(baseUrl, response, body));
  } catch (error) {
    return unreachable(baseUrl, error);
  }
}

function notThis(baseUrl: string, { status, headers }: Response, body: unknown): string {
  if (status === 429)
    return `${baseUrl} has had too many challenges from this network in this minute: run the command again in a minute`;
  if (status >= 300 && status < 400)
    return `${baseUrl}/health/live redirects to ${headers.get("location") ?? "nowhere"}: set BASE_URL to the address that serves it`;
  if (status === 502 || status === 503 || status === 504)
    return `a proxy at ${baseUrl} reaches no gateway (status ${status}): start the gateway, or correct the proxy's upstream`;
  if ((body as { status?: unknown } | null)?.status === "live")
    return `another gateway, one with another key ring or an older version responds at ${baseUrl}: correct BASE_URL, the name's DNS entry or the proxy's upstream`;
  return `what responds to ${baseUrl}/health/live is no gateway (status ${status}): let the proxy pass /health/ on, or correct BASE_URL`;
}

function unreachable(baseUrl: string, error: unknown): Check {
  const code = sqlStateOf(error) ?? (error as Error).name;
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code))
    return failed(
      "live certificate",
      `that of ${baseUrl} is refused (${code}): serve one for this host name with its whole chain`,
    );
  const why = code === "TimeoutError" ? `no response within ${TIMEOUT_MS / 1_000} s` : code;
  return failed("live address", `${baseUrl} cannot be reached from here (${why}): check DNS, firewall and proxy`);
}

function checkHeaders({ headers }: SelfDescription): Check {
  const missing = PROBED_HEADERS.filter((name) => !headers.includes(name));
  if (missing.length === 0) return passed("live headers", `${PROBED_HEADERS.join(", ")} arrive`);
  const text = `the proxy drops or changes ${missing.join(", ")}: let it pass all headers on`;
  // The encoded form is for few clients, and some proxies refuse its name.
  return missing.every((name) => name.endsWith("*")) ? warned("live headers", text) : failed("live headers", text);
}

const isOwnMachine = (address: string) => address === "::1" || address.startsWith("127.");

/** Whether the name leads to this machine, as by /etc/hosts; a proxy here then sees this command at a loopback address. */
async function isOwnName(baseUrl: string): Promise<boolean> {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  const { address } = await lookup(host).catch(() => {
    // The request before has found it, perhaps by a proxy of this network.
    return { address: "" };
  });
  return isOwnMachine(address);
}

/** What this command claims is believed where it counts as a proxy itself, and nothing is told of other clients. */
function checkAddress({ address }: SelfDescription, isTrusted: boolean): Check {
  const name = "live client address";
  if (address === CLAIMED_ADDRESS && isTrusted)
    return warned(
      name,
      "cannot be told from here: the name of BASE_URL leads to this machine, whose address TRUST_PROXY trusts",
      "run gateway doctor --live with the same settings on another machine",
    );
  if (address === CLAIMED_ADDRESS)
    return failed(name, "any client can claim any address: TRUST_PROXY trusts more proxies than there are");
  if (address === null) return warned(name, "the gateway sees none");
  const seen = `the gateway sees ${address}`;
  return isOwnMachine(address)
    ? warned(
        name,
        `${seen}, this machine: if a proxy serves BASE_URL, set TRUST_PROXY, else all clients share one address`,
      )
    : passed(name, seen);
}

function checkClock({ serverTime, ownTime }: Contact): Check {
  if (serverTime === null)
    return warned("live clock", "the response has no Date header, so the clocks cannot be compared");
  const seconds = Math.round((serverTime - ownTime) / 1_000);
  if (Math.abs(seconds) <= CLOCK_S) return passed("live clock", "agrees with the Date of the response");
  const text = `the server's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} this machine's`;
  return warned("live clock", `${text}: synchronise both with NTP`);
}

async function checkPaths(baseUrl: string, { paths }: SelfDescription): Promise<Check[]> {
  const all = [...paths.exact, ...paths.below.map((path) => `${path}gateway-doctor`)];
  const [callback, webhooks, ...others] = await Promise.all([
    arrives(baseUrl, CALLBACK, "GET"),
    arrives(baseUrl, WEBHOOKS, "POST"),
    ...all.map((path) => arrives(baseUrl, path, "HEAD")),
  ]);
  const missing = all.filter((_, i) => !others[i]).map((path) => path.replace(/gateway-doctor$/, ""));
  return [
    lineOf("live callback", callback, `${baseUrl}${CALLBACK}`, "no connect can end"),
    lineOf("live webhooks", webhooks, `POST ${baseUrl}/api/v1/webhooks/`, "no provider can deliver events"),
    missing.length === 0
      ? passed("live paths", `all ${all.length} classes of public paths arrive`)
      : failed(
          "live paths",
          `the proxy does not pass on ${missing.join(", ")}: docs/operate/public-paths.md has the list`,
        ),
  ];
}

const lineOf = (check: string, isThere: boolean | undefined, what: string, effect: string): Check =>
  isThere
    ? passed(check, `${what} arrives`)
    : failed(check, `${what} does not arrive, so that ${effect}: let the proxy pass it on`);

/** Only the admin API asks for its token there; a listener without it has no such path. */
async function checkAdmin(baseUrl: string): Promise<Check> {
  const status = await statusAt(baseUrl, "/admin/v1/status", "GET");
  return status === 401
    ? warned("live admin", `the admin API responds at ${baseUrl}/admin/v1/, so that anybody can try tokens there`)
    : passed("live admin", "the admin API is not public");
}

const arrives = async (baseUrl: string, path: string, method: string): Promise<boolean> =>
  (await statusAt(baseUrl, path, method)) !== null;

/** Null where the gateway itself does not respond: a proxy's own response has not the id of the request. */
async function statusAt(baseUrl: string, path: string, method: string): Promise<number | null> {
  const id = `doctor-${randomBytes(12).toString("hex")}`;
  try {
    const response = await ask(`${baseUrl}${path}`, { method, headers: { "x-request-id": id } });
    await response.body?.cancel();
    const isOwn = response.headers.get("x-request-id") === id;
    return isOwn && response.headers.get("x-content-type-options") === "nosniff" ? response.status : null;
  } catch {
    // A path without a response does not arrive.
    return null;
  }
}

const ask = (url: string, options: RequestInit): Promise<Response> =>
  fetch(url, { ...options, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Null for a body that is too large or no JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BYTES) return reader.cancel().then(() => null);
    chunks.push(value);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    // Another server's page.
    return null;
  }
}
