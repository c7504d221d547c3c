// The initial data of the emulated providers: a made-up office with mail, a calendar, files, code and chat.
export type EmulatedServiceName = "google" | "github" | "slack";

/** Calls the emulator's own API as the person `as`, for data that has no seed. */
export type FillCall = (as: string, method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

export interface Seed {
  /** In the emulator's own form, without the OAuth client. */
  data: Record<string, unknown>;
  /** Runs after the start and after every reset. */
  fill?: (call: FillCall) => Promise<void>;
}

const ADA = "ada@example.com";
const GRACE = "grace@example.com";
const ALAN = "alan@example.com";
const HOUR_MS = 3_600_000;

const iso = (ms: number) => new Date(ms).toISOString();

function mail(id: string, from: string, title: string, text: string, at: number, labels = ["INBOX", "UNREAD"]) {
  const to = from.includes(ADA) ? GRACE : ADA;
  return { id, user_email: ADA, from, to, subject: title, body_text: text, label_ids: labels, date: iso(at) };
}

/** A mail from Ada to `owner`. */
function mailTo(owner: string, id: string, title: string, text: string, at: number) {
  return { ...mail(id, `Ada <${ADA}>`, title, text, at), user_email: owner, to: owner };
}

function event(id: string, summary: string, startMs: number, hours: number, more: Record<string, unknown> = {}) {
  return {
    id,
    user_email: ADA,
    calendar_id: "primary",
    summary,
    start_date_time: iso(startMs),
    end_date_time: iso(startMs + hours * HOUR_MS),
    ...more,
  };
}

function googleMails(now: number) {
  const grace = `Grace <${GRACE}>`;
  return [
    mail("mail-1", grace, "The compiler works", "It ran to the end for the first time.", now - 2 * HOUR_MS),
    mail(
      "mail-2",
      "Acme Billing <billing@acme.example>",
      "Invoice 1024",
      "Please find 340.00 due.",
      now - 26 * HOUR_MS,
    ),
    mail("mail-3", grace, "Lunch on Friday?", "At noon, the usual place.", now - 50 * HOUR_MS, ["INBOX", "STARRED"]),
    mail("mail-4", `Ada <${ADA}>`, "Re: Engine drawings", "The drawings are in the folder.", now - 51 * HOUR_MS, [
      "SENT",
    ]),
    mailTo(GRACE, "mail-5", "The drawings", "They are in the folder; tell me what is missing.", now - 3 * HOUR_MS),
    mailTo(GRACE, "mail-6", "Moths", "Please tape the next one into the log book.", now - 27 * HOUR_MS),
    mailTo(ALAN, "mail-7", "A tape without an end", "How long must it be for your machine?", now - 4 * HOUR_MS),
  ];
}

function googleEvents(now: number) {
  const nextHour = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return [
    event("event-1", "Engine review", nextHour + HOUR_MS, 1, {
      location: "Room 4",
      attendees: [{ email: ADA }, { email: GRACE, display_name: "Grace" }],
    }),
    event("event-2", "Write the program", nextHour + 25 * HOUR_MS, 2),
    event("event-3", "Lunch with Grace", nextHour + 49 * HOUR_MS, 1, { attendees: [{ email: GRACE }] }),
    event("event-4", "Compiler talk", nextHour + 2 * HOUR_MS, 1, { user_email: GRACE }),
    event("event-5", "Chess with a machine", nextHour + 3 * HOUR_MS, 1, { user_email: ALAN }),
  ];
}

function googleSeed(now: number): Seed {
  const calendar = { id: "primary", primary: true, selected: true, time_zone: "UTC" };
  const folder = "application/vnd.google-apps.folder";
  const notes = "# Engine notes\n\nThe mill does the work; the store keeps the numbers.\n";
  const budget = "item,cost\ncards,12\nbrass,340\n";
  return {
    data: {
      users: [
        { email: ADA, name: "Ada" },
        { email: GRACE, name: "Grace" },
        { email: ALAN, name: "Alan" },
      ],
      messages: googleMails(now),
      calendars: [
        { ...calendar, user_email: ADA, summary: ADA },
        { ...calendar, user_email: GRACE, summary: GRACE },
        { ...calendar, user_email: ALAN, summary: ALAN },
      ],
      calendar_events: googleEvents(now),
      drive_items: [
        { id: "folder-1", user_email: ADA, name: "Engine", mime_type: folder, parent_ids: ["root"] },
        {
          id: "file-1",
          user_email: ADA,
          name: "notes.md",
          mime_type: "text/markdown",
          parent_ids: ["root"],
          data: notes,
        },
        {
          id: "file-2",
          user_email: ADA,
          name: "budget.csv",
          mime_type: "text/csv",
          parent_ids: ["folder-1"],
          data: budget,
        },
      ],
    },
  };
}

const GITHUB_SEED: Seed = {
  data: {
    users: [
      { login: "ada", name: "Ada", email: ADA },
      { login: "grace", name: "Grace", email: GRACE },
    ],
    repos: [
      { owner: "ada", name: "engine", description: "Plans of the engine", auto_init: true, language: "TypeScript" },
      { owner: "ada", name: "letters", description: "Private letters", private: true, auto_init: true },
    ],
  },
  async fill(call) {
    const repo = "/repos/ada/engine";
    await call("ada", "POST", `${repo}/issues`, {
      title: "The mill stops at seven",
      body: "It should go on to eight.",
    });
    await call("grace", "POST", `${repo}/issues`, {
      title: "Document the card format",
      body: "Which holes mean what?",
    });
    const main = await call("ada", "GET", `${repo}/git/ref/heads/main`);
    const { sha } = main.object as { sha: string };
    await call("ada", "POST", `${repo}/git/refs`, { ref: "refs/heads/cards", sha });
    const content = Buffer.from("# Cards\n\nTwelve rows, eighty columns.\n").toString("base64");
    await call("ada", "PUT", `${repo}/contents/CARDS.md`, { message: "Describe the cards", content, branch: "cards" });
    await call("ada", "POST", `${repo}/pulls`, { title: "Describe the cards", head: "cards", base: "main" });
  },
};

/** Scopes of the Slack app: the emulator refuses calls without their scope. */
const SLACK_SCOPES = [
  ..."channels groups im mpim".split(" ").flatMap((kind) => [`${kind}:read`, `${kind}:history`, `${kind}:write`]),
  ..."chat:write chat:write.public users:read users:read.email users.profile:read team:read channels:join".split(" "),
  ..."reactions:read reactions:write files:read files:write pins:read pins:write bookmarks:read".split(" "),
];

const SLACK_SEED: Seed = {
  data: {
    team: { name: "Acme", domain: "acme" },
    strict_scopes: true,
    users: [
      { name: "ada", real_name: "Ada", email: ADA },
      { name: "grace", real_name: "Grace", email: GRACE },
    ],
    channels: [{ name: "engine", topic: "Everything about the engine" }],
  },
  async fill(call) {
    const say = (as: string, channel: string, text: string) =>
      call(as, "POST", "/api/chat.postMessage", { channel, text });
    await say("ada", "general", "Good morning, everyone.");
    await say("grace", "engine", "I found a moth in the relay.");
    await say("ada", "engine", "Please tape it into the log book.");
  },
};

/** Dates count from `now`, milliseconds since 1970. */
export function demoSeed(service: EmulatedServiceName, now: number): Seed {
  return { google: googleSeed(now), github: GITHUB_SEED, slack: SLACK_SEED }[service];
}

/** Adds the OAuth client and the people that `fill` acts as, by token, in the emulator's form. */
export function withClient(
  service: EmulatedServiceName,
  data: Seed["data"],
  client: { clientId: string; clientSecret: string; redirectUri: string },
  fillTokens: Record<string, string>,
): Record<string, unknown> {
  const app = {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    name: "Gateway",
    // Connecting, and signing in to the dashboard.
    redirect_uris: [client.redirectUri, `${client.redirectUri}/sign-in/${service}`],
  };
  if (service === "google") return { ...data, oauth_clients: [app] };
  if (service === "github") return { ...data, oauth_apps: [app] };
  const tokens = Object.entries(fillTokens).map(([user, token]) => ({ token, user, scopes: SLACK_SCOPES }));
  return { ...data, oauth_apps: [{ ...app, scopes: SLACK_SCOPES, bot_name: "gateway" }], tokens };
}
