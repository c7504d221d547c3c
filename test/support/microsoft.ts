// An emulated Microsoft 365 behind the demo's gate: Graph's mail, calendar and files with Microsoft's sign-in.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  type EmulatedService,
  type Emulation,
  type EmulatorOptions,
  type EndpointContext,
  type Seed,
  startEmulation,
} from "../../emulators/emulators.ts";
import type { Order, Report } from "./microsoft-process.ts";

const PROCESS = fileURLToPath(new URL("microsoft-process.ts", import.meta.url));

const grantError = (error_description: string, error_codes: number[] = []) =>
  Response.json({ error: "invalid_grant", error_description, error_codes }, { status: 400 });

/** Paths that Graph serves as aliases, with the path that the emulator knows. */
const ALIASES: Readonly<Record<string, string>> = {
  "GET /v1.0/me/calendarView": "/v1.0/me/calendar/calendarView",
  "POST /v1.0/me/events": "/v1.0/me/calendar/events",
};
/** Graph returns no body for these: learn.microsoft.com/graph/api/message-send and message-forward. */
const WITHOUT_BODY = /^\/v1\.0\/me\/messages\/[^/]+\/(send|forward)$/;

function graphEndpoints(context: EndpointContext) {
  return async (request: Parameters<EndpointContext["forward"]>[0]) => {
    const { pathname, search } = request.url;
    const alias = ALIASES[`${request.method} ${pathname}`];
    if (alias !== undefined) return context.forward(request, { path: alias + search });
    if (request.method !== "POST" || !WITHOUT_BODY.test(pathname)) return undefined;
    const response = await context.forward(request);
    return response.ok ? new Response(null, { status: 202 }) : response;
  };
}

const service: EmulatedService = {
  paths: {
    authorize: "/oauth2/v2.0/authorize",
    consent: "/oauth2/v2.0/authorize/callback",
    token: "/oauth2/v2.0/token",
  },
  userField: "email",
  accessSeconds: 3600,
  // Shape: https://learn.microsoft.com/graph/errors
  refuse: (state) => {
    const message =
      state === "expired" ? "Lifetime validation failed, the token is expired." : "Access token is empty or invalid.";
    const error = { code: "InvalidAuthenticationToken", message, innerError: { "request-id": "a" } };
    return Response.json({ error }, { status: 401 });
  },
  refuseScope: () =>
    Response.json({ error: { code: "ErrorAccessDenied", message: "Access is denied." } }, { status: 403 }),
  wrongRedirect: () => grantError("The redirect URI is not the one of the authorization request."),
  wrongVerifier: () => grantError("The code_verifier does not match the code_challenge."),
  invalidRefreshToken: () =>
    grantError("AADSTS50173: The provided grant has expired due to it being revoked.", [50173]),
  // Revoking the consent revokes all of the user's tokens.
  revoke: (tokens, token) => {
    const user = tokens.userOf(token);
    if (user === undefined || !tokens.revoke(token)) return false;
    tokens.revokeUser(user);
    return true;
  },
  openEndpoints: () => async () => undefined,
  endpoints: graphEndpoints,
  settings: (url, client) => ({
    ...client,
    authorizationUrl: `${url}/oauth2/v2.0/authorize`,
    tokenUrl: `${url}/oauth2/v2.0/token`,
    baseUrl: `${url}/v1.0`,
  }),
};

const ADA = "ada@example.com";
const GRACE = "grace@example.com";
const BILLING = "billing@acme.example";
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Seed data beside the emulator's own: emails, events, and a folder with files. */
function seed(): Seed {
  const day = (number: number) => `2026-02-0${number}T09:00:00Z`;
  const mail = (number: number, from: string, subject: string, more: object = {}) => ({
    id: `mail-${number}`,
    user_email: ADA,
    subject,
    body_content: `<p>About <b>${subject}</b>.</p>`,
    body_content_type: "html",
    from: { address: from, name: from === GRACE ? "Grace" : "Acme Billing" },
    to_recipients: [{ address: ADA, name: "Ada" }],
    received_date_time: day(number),
    ...more,
  });
  const event = (number: number, title: string) => ({
    id: `event-${number}`,
    user_email: ADA,
    subject: title,
    start_date_time: `2030-02-0${number}T09:00:00Z`,
    end_date_time: `2030-02-0${number}T10:00:00Z`,
    location_display_name: "Room 4",
    attendees: [{ address: GRACE, name: "Grace" }],
  });
  const file = (id: string, parent_id: string | null, more: object) => ({
    id,
    user_email: ADA,
    name: id,
    parent_id,
    is_folder: false,
    ...more,
  });
  return {
    data: {
      users: [
        { email: ADA, name: "Ada" },
        { email: GRACE, name: "Grace" },
      ],
      folders: [
        { id: "engine", user_email: ADA, display_name: "Engine" },
        { id: "cards", user_email: ADA, display_name: "Cards", parent_folder_id: "engine" },
      ],
      messages: [
        mail(1, BILLING, "Invoice 1001"),
        mail(2, BILLING, "Invoice 1002", { is_read: true }),
        mail(3, BILLING, "Invoice 1003"),
        mail(4, BILLING, "Invoice 1004"),
        mail(5, GRACE, "The compiler works"),
        mail(6, GRACE, "Lunch on Friday?"),
        mail(7, GRACE, "Moths", { cc_recipients: [{ address: BILLING }] }),
      ],
      calendar_events: [1, 2, 3].map((number) => event(number, `Engine review ${number}`)),
      drive_items: [
        file("plans", null, { name: "Plans", is_folder: true }),
        ...[1, 2, 3, 4, 5].map((number) =>
          file(`plan-${number}`, "plans", {
            name: `plan ${number}.txt`,
            mime_type: "text/plain",
            content_bytes: base64(`The mill, part ${number}: ünïcode.`),
          }),
        ),
      ],
    },
  };
}

const start: Emulation["start"] = async (_, data) => {
  const child = fork(PROCESS, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const report = await ask(child, { start: data });
  if (report === "reset") throw new Error("The emulator of Microsoft Graph reported no port.");
  return {
    origin: `http://127.0.0.1:${report.port}`,
    emulator: {
      async reset() {
        await ask(child, "reset");
      },
      async close() {
        child.kill();
        await closed;
      },
    },
  };
};

/** Sends an order and waits for its report. */
function ask(child: ChildProcess, order: Order): Promise<Report> {
  return new Promise((resolve, reject) => {
    const onEnd = () => reject(new Error("The emulator of Microsoft Graph ended."));
    child.once("close", onEnd);
    child.once("message", (report) => {
      child.off("close", onEnd);
      resolve(report as Report);
    });
    child.send(order);
  });
}

/** Starts the emulator on a free loopback port. */
export function startEmulatedMicrosoft(options: EmulatorOptions) {
  const withClient: Emulation["withClient"] = (data, { clientId, clientSecret, redirectUri }) => ({
    ...data,
    oauth_clients: [
      { client_id: clientId, client_secret: clientSecret, name: "Gateway", redirect_uris: [redirectUri] },
    ],
  });
  return startEmulation({ name: "microsoft", service, seed, withClient, start }, options);
}
