// One route for each way in which a request's body is read, and what a request to it carries beside the body.
import google from "../../plugins/google/index.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { signedIn } from "../dashboard/browser.ts";
import { connected } from "../support/acme.ts";
import { ADMIN_TOKEN, type TestGateway } from "../support/gateway.ts";

export interface BodyReader {
  /** The reader, and the kind of route. */
  name: string;
  path: string;
  headers: Record<string, string>;
  /** What stands around JSON, and the route that the JSON within is for. */
  around: readonly [string, string];
  routeId: string;
  /** The largest body in bytes. */
  maxBytes: number;
  type: "json" | "form";
  /** Whether the body counts for a key's user; else for the sender's network. */
  isKeys: boolean;
}

const KiB = 1024;
const MiB = 1024 * KiB;
const TOOL = "google_gmail_send_message";
const NOTHING = ["", ""] as const;

/** The names of them all: tests are declared before a gateway runs. */
export const READER_NAMES = [
  "an endpoint",
  "a call by name",
  "/mcp",
  "our own route",
  "a partner's route",
  "an operator's route",
  "a form of the sign-in",
  "a form of the dashboard",
  "a connect page",
  "/oauth/token",
  "/oauth/register",
  "an inbound webhook",
];

/** For a gateway with Google set up. */
export async function bodyReaders(gateway: TestGateway): Promise<BodyReader[]> {
  const { key } = await connected(gateway, google as unknown as Provider);
  const partner = await gateway.partner();
  const person = await signedIn(gateway);
  const ofPage = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const json = (own: Partial<BodyReader> & Pick<BodyReader, "name" | "path" | "routeId">, token = key): BodyReader => ({
    ...{ around: NOTHING, maxBytes: MiB, type: "json", isKeys: true },
    ...own,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, ...own.headers },
  });
  const form = (own: Partial<BodyReader> & Pick<BodyReader, "name" | "path" | "routeId">): BodyReader => ({
    ...{ around: NOTHING, maxBytes: 16 * KiB, type: "form", isKeys: false, headers: ofPage },
    ...own,
  });
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${TOOL}","arguments":`;
  const stranger = { isKeys: false, headers: { authorization: "" } };
  return [
    json({ name: "an endpoint", path: "/api/v1/google/gmail/send", routeId: TOOL, maxBytes: 48 * MiB }),
    json({
      ...{ name: "a call by name", path: `/api/v1/tools/${TOOL}/execute`, routeId: TOOL, maxBytes: 48 * MiB },
      around: ['{"arguments":', "}"],
    }),
    json({
      ...{ name: "/mcp", path: "/mcp", routeId: TOOL, maxBytes: 16 * MiB, around: [call, "}}"] },
      headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
    }),
    json({ name: "our own route", path: "/api/v1/integrations/connect", routeId: "start_connect" }),
    json({ name: "a partner's route", path: "/api/v1/accounts", routeId: "create_account" }, partner.key),
    json(
      {
        ...{ name: "an operator's route", path: "/admin/v1/integrations", routeId: "admin_import_integrations" },
        maxBytes: 4 * MiB,
      },
      ADMIN_TOKEN,
    ),
    form({ name: "a form of the sign-in", path: "/sign-in", routeId: "form_sign_in" }),
    form({
      ...{ name: "a form of the dashboard", path: "/settings/keys/new", routeId: "form_create_key" },
      headers: { ...ofPage, cookie },
    }),
    form({
      ...{ name: "a connect page", path: `/connect/sessions/${crypto.randomUUID()}`, routeId: "connect_retry" },
    }),
    form({ name: "/oauth/token", path: "/oauth/token", routeId: "oauth_token" }),
    json({
      ...{ name: "/oauth/register", path: "/oauth/register", routeId: "oauth_register", maxBytes: 16 * KiB },
      ...stranger,
    }),
    json({
      ...{
        name: "an inbound webhook",
        path: "/api/v1/webhooks/github",
        routeId: "receive_provider_webhook",
        maxBytes: 10 * MiB,
      },
      ...stranger,
    }),
  ];
}
