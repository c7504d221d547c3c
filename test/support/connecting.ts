// Steps of the connect flow for tests: start, consent, callback, and what the provider and the database saw.
import { consent } from "../../emulators/consent.ts";
import type { EmulatedProvider, LoggedRequest } from "../../emulators/emulators.ts";
import type { EmulatedName, TestGateway } from "./gateway.ts";
import { openAndReplace } from "./page-browser.ts";

export const REDIRECT_URL = "http://localhost/done?from=test";
export const CONNECT = "/api/v1/integrations/connect";
/** Allows for a busy machine: the first embedded database of a run takes seconds. */
export const HOOK_MS = 60_000;
export const TEST_MS = 20_000;
export const ADA: Record<EmulatedName, string> = {
  google: "ada@example.com",
  github: "ada",
  slack: "ada",
  microsoft: "ada@example.com",
};
export const GRACE: Record<EmulatedName, string> = {
  google: "grace@example.com",
  github: "grace",
  slack: "grace",
  microsoft: "grace@example.com",
};

export interface Started {
  connectUrl: URL;
  sessionId: string;
  state: string;
}

/** The path that starts a connect, for the user or an account. */
export function connectPath(accountId?: string): string {
  return accountId === undefined ? CONNECT : `/api/v1/accounts/${accountId}/connect`;
}

/** The account, and further body fields. */
export interface StartOptions {
  accountId?: string;
  redirect_url?: string;
  scopes?: string[];
  confirm?: boolean;
  connection?: string;
  /** What a person types before connecting. */
  fields?: Readonly<Record<string, string>>;
}

/** Starts a connect session; throws if it is refused. */
export async function start(
  gateway: TestGateway,
  key: string,
  provider: string,
  { accountId, ...more }: StartOptions = {},
): Promise<Started> {
  const body = { provider, redirect_url: REDIRECT_URL, ...more };
  const response = await gateway.call("POST", connectPath(accountId), { key, body });
  if (response.status !== 200) throw new Error(`connect answered ${response.status}: ${response.text}`);
  const connectUrl = new URL(response.json.data.connect_url);
  return { connectUrl, sessionId: response.json.data.session_id, state: connectUrl.searchParams.get("state") ?? "" };
}

export interface Consented extends Started {
  /** The provider's redirect to the gateway, not yet visited. */
  callback: URL;
}

/** Starts a session and consents to it as `person`; `fields` replaces fields of the consent form. */
export async function startAndConsent(
  gateway: TestGateway,
  key: string,
  provider: EmulatedName,
  {
    person = ADA[provider],
    fields = {},
    ...more
  }: StartOptions & { person?: string; fields?: Record<string, string> } = {},
): Promise<Consented> {
  const started = await start(gateway, key, provider, more);
  return { ...started, callback: await consent(started.connectUrl, person, fields) };
}

export interface Landing {
  status: number;
  headers: Headers;
  text: string;
  /** The redirect's parameters; null without a redirect. */
  outcome: Record<string, string> | null;
}

/** Visits a callback like a browser, without following its redirect. */
export async function land(callback: URL | string, init: RequestInit = {}): Promise<Landing> {
  const response = await fetch(callback, { redirect: "manual", ...init });
  const location = response.headers.get("location");
  const outcome = location === null ? null : Object.fromEntries(new URL(location).searchParams);
  return { status: response.status, headers: response.headers, text: await response.text(), outcome };
}

/** The same for a person who agrees to replace another one's grant. */
export async function landAndReplace(callback: URL): Promise<Landing> {
  const { status, headers, text, onTo, location, url } = await openAndReplace(callback.href);
  const end = onTo ?? location ?? (url === callback.href ? null : url);
  return { status, headers, text, outcome: end === null ? null : Object.fromEntries(new URL(end).searchParams) };
}

/** The callback's URL with the given parameters. */
export function callbackUrl(gateway: TestGateway, parameters: Record<string, string>): string {
  return `${gateway.url}/api/v1/connect/callback?${new URLSearchParams(parameters)}`;
}

/** The provider's requests from now on. */
export function watch(provider: EmulatedProvider) {
  const last = provider.log.at(-1);
  const since = () => provider.log.slice(last ? provider.log.indexOf(last) + 1 : 0);
  return {
    all: since,
    to: (path: string) => since().filter((request) => pathOf(request) === path),
    /** The forms of the token requests. */
    tokenForms: () =>
      since()
        .filter((request) => isTokenRequest(provider, request))
        .map((request) => new URLSearchParams(request.body)),
  };
}

export function isTokenRequest(provider: EmulatedProvider, request: LoggedRequest): boolean {
  return request.method === "POST" && provider.settings.tokenUrl === provider.url + pathOf(request);
}

export function pathOf(request: LoggedRequest): string {
  return request.path.split("?")[0] ?? "";
}

/** Responds to every token request with the callback's result. */
export function answerTokens(provider: EmulatedProvider, response: () => Response | "reset" | undefined): void {
  provider.setFailureInjector((request) => (isTokenRequest(provider, request) ? response() : undefined));
}

export async function sessionOf(gateway: TestGateway, key: string, sessionId: string, accountId?: string) {
  return (await gateway.call("GET", `${connectPath(accountId)}/${sessionId}`, { key })).json.data;
}

export async function integrationOf(gateway: TestGateway, key: string, provider: string, accountId?: string) {
  const path = accountId === undefined ? "/api/v1/integrations" : `/api/v1/accounts/${accountId}/integrations`;
  const { integrations } = (await gateway.call("GET", path, { key })).json.data;
  return integrations.find((integration: { provider: string }) => integration.provider === provider) ?? null;
}

/** The `connected` field of each tool of a service. */
export async function areConnected(gateway: TestGateway, key: string, service: string): Promise<boolean[]> {
  const { tools } = (await gateway.call("GET", "/api/v1/tools?all=true", { key })).json.data;
  return tools
    .filter((tool: { metadata: { permission: string } }) => tool.metadata.permission === service)
    .map((tool: { metadata: { connected: boolean } }) => tool.metadata.connected);
}

/** Every row of every table as text. */
export async function dump(gateway: TestGateway): Promise<string> {
  const { database } = gateway.database;
  const tables = await database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ text: string }>(`select t::text as text from "${name}" t`);
    texts.push(...rows.map((row) => row.text));
  }
  return texts.join("\n");
}

/** The log lines of an event. */
export function logged(gateway: TestGateway, event: string): Record<string, unknown>[] {
  return gateway.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

/** The secrets in a text: plain, URL-encoded, in hex or in base64 at any alignment. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const shifted = [0, 1, 2].flatMap((shift) => {
    // Neighbouring bytes change the first and last characters, so they are removed.
    const shiftedBytes = Buffer.concat([Buffer.alloc(shift), bytes]);
    return (["base64", "base64url"] as const).map((form) =>
      shiftedBytes.toString(form).replace(/=+$/, "").slice(4, -4),
    );
  });
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...shifted];
}
