// Gateways in front of an emulated Gmail over real HTTP, what is written to the mailbox, and what came to the inbox.
import { startEmulatedProvider } from "../../../emulators/emulators.ts";
import { testClock } from "../../support/clock.ts";
import type { Lane, TestDatabase } from "../../support/database.ts";
import { startTestGateway } from "../../support/gateway.ts";

export const OWNER = "ada@gmail.com";
const SCOPES = ["https://www.googleapis.com/auth/gmail.readonly"];
/** Beyond what a test moves the clock by, so that its writers' token stays good. */
const TOKEN_SECONDS = 30 * 86_400;
/** Records of a page of the history, in place of the plugin's 25. */
const PAGE = 3;

/** What a message in the mailbox is; only the first three are received. */
export const KINDS = ["mail", "archived", "to oneself", "draft", "sent", "spam"] as const;
export type Kind = (typeof KINDS)[number];
const LABELS: Record<Exclude<Kind, "draft" | "sent">, string[]> = {
  mail: ["INBOX", "UNREAD"],
  archived: ["UNREAD"],
  "to oneself": ["SENT", "INBOX"],
  spam: ["SPAM", "UNREAD"],
};
export const isReceived = (kind: Kind) => KINDS.indexOf(kind) < 3;

/** What happens around a request to Gmail: work before it, work after it, or its response is lost. */
export interface Around {
  before?: () => Promise<unknown>;
  after?: () => Promise<unknown>;
  isLost?: boolean;
}

export interface MailboxOptions {
  lane: Lane;
  env?: Record<string, string>;
  settings?: Record<string, unknown>;
}

/** Two replicas over one database, and one Gmail. */
export async function startMailbox({ lane, env, settings = {} }: MailboxOptions) {
  const clock = testClock();
  clock.set(clock.now());
  const around: Around[] = [];
  const send: typeof fetch = Object.assign(
    async (input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(String(input));
      const isGmail = url.pathname.startsWith("/gmail/");
      if (url.pathname.endsWith("/history")) url.searchParams.set("maxResults", String(PAGE));
      const { before, after, isLost } = (isGmail && around.shift()) || {};
      await before?.();
      const response = await fetch(url, init);
      const text = isGmail ? await response.text() : null;
      await after?.();
      if (isLost) throw Object.assign(new TypeError("The connection was closed."), { code: "ECONNRESET" });
      return text === null ? response : new Response(text, response);
    },
    { preconnect: fetch.preconnect },
  );
  let google: Awaited<ReturnType<typeof startEmulatedProvider>> | undefined;
  const start = (database?: TestDatabase, baseUrl?: string) =>
    startTestGateway({
      lane,
      clock,
      database,
      baseUrl,
      env,
      fetch: (input, init) => send(input, init),
      settings: async (redirectUri) => {
        google ??= await startEmulatedProvider("google", {
          redirectUri,
          now: () => clock.now(),
          tokenTtlSeconds: TOKEN_SECONDS,
          seed: { data: { users: [{ email: OWNER, name: "Ada" }], messages: [], calendars: [], calendar_events: [] } },
        });
        return { google: { ...google.settings, ...settings } };
      },
    });
  const gateway = await start();
  const replica = await start(gateway.database, gateway.url);
  const { database } = gateway.database;

  const post = async (path: string, body: object) => {
    const token = google?.issued.findLast(({ kind }) => kind === "access")?.token;
    const response = await fetch(`${google?.url}/gmail/v1/users/me${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const json = (await response.json()) as { id: string };
    if (!response.ok) throw new Error(`Gmail's ${path} responded with ${response.status}: ${JSON.stringify(json)}`);
    return json.id;
  };
  return {
    gateway,
    replica,
    clock,
    google: google as NonNullable<typeof google>,
    /** What happens around the next requests to Gmail, one entry a request. */
    around,
    /** Puts a message into the mailbox; returns its id. */
    write(kind: Kind, subject: string): Promise<string> {
      const message = { from: "Grace <grace@example.com>", to: OWNER, subject, body_text: `About ${subject}.` };
      if (kind === "draft") return post("/drafts", { message });
      if (kind === "sent") return post("/messages/send", { ...message, from: OWNER, to: "grace@example.com" });
      return post("/messages", { ...message, labelIds: LABELS[kind] });
    },
    /** A new user whose Gmail is connected, and its source planned and started. */
    async connect() {
      const user = await gateway.user();
      const landing = await gateway.connect(user.key, "google", { scopes: SCOPES, person: OWNER });
      if (landing.searchParams.get("status") !== "success") throw new Error(`The connect ended at ${landing}.`);
      await gateway.app.deps.sources.drain();
      return user;
    },
    /** Titles of a user's emails in the order of their storage. */
    async mails(userId: string): Promise<string[]> {
      const found = await database.query<{ title: string }>(
        "select title from inbox_events where user_id = $1::uuid and type = 'gmail.message_received' order by seq",
        [userId],
      );
      return found.map(({ title }) => title);
    },
    async clear() {
      around.length = 0;
      await database.script("delete from integrations");
    },
    async close() {
      await replica.close();
      await gateway.close();
      await google?.close();
    },
  };
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
