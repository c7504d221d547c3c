// A partner's page and the frame in it, for tests of the panel: opens it as the component does, and presses its buttons.
import { randomBytes } from "node:crypto";
import { REDIRECT_URL } from "../../support/connecting.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { unescaped } from "../../support/page-browser.ts";

export const ORIGIN = new URL(REDIRECT_URL).origin;

export interface PanelResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Hidden fields of its form. */
  fields: Record<string, string>;
  events: { type: string; detail: Record<string, string | null> }[];
  /** Values of its buttons. */
  acts: string[];
}

export const newOpener = () => randomBytes(32).toString("base64url");

export async function makeSession(
  gateway: TestGateway,
  key: string,
  accountId: string,
  body: Record<string, unknown> = {},
): Promise<{ id: string; token: string; scriptUrl: string }> {
  const path = `/api/v1/accounts/${accountId}/panel-sessions`;
  const { status, text, json } = await gateway.call("POST", path, {
    key,
    body: { redirect_url: REDIRECT_URL, ...body },
  });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return { id: json.data.panel_session_id, token: json.data.token, scriptUrl: json.data.script_url };
}

/** What the component's form sends, from a page of this origin. */
export const openPanel = (
  gateway: TestGateway,
  fields: Record<string, string>,
  {
    origin = ORIGIN,
    opener = newOpener(),
    header = origin,
  }: { origin?: string; opener?: string; header?: string } = {},
) => post(gateway, { origin, opener, ...fields }, { origin: header, "sec-fetch-site": "cross-site" });

/** What a button of the panel sends; `headers` replace those of the frame. */
export const press = (
  gateway: TestGateway,
  panel: Pick<PanelResponse, "fields">,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  post(gateway, { ...panel.fields, ...fields }, { origin: gateway.url, "sec-fetch-site": "same-origin", ...headers });

async function post(
  gateway: TestGateway,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<PanelResponse> {
  const response = await fetch(`${gateway.url}/panel`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const events = /data-events="([^"]*)"/.exec(text)?.[1];
  return {
    status: response.status,
    headers: response.headers,
    text,
    fields: Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, unescaped(value)])),
    events: events === undefined ? [] : JSON.parse(unescaped(events)),
    acts: [...text.matchAll(/<button [^>]*value="([^"]*)"/g)].map(([, value = ""]) => value),
  };
}

/** What /connect.js asks before it shows the frame. */
export async function check(gateway: TestGateway, token: string, opener = newOpener(), origin = ORIGIN) {
  const response = await fetch(`${gateway.url}/panel/check`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ token, opener }),
  });
  const { data } = (await response.json()) as {
    data: { refusal: { error: string; error_description: string } | null };
  };
  return { headers: response.headers, refusal: data.refusal };
}

export const policyOf = ({ headers }: { headers: Headers }) => headers.get("content-security-policy") ?? "";
