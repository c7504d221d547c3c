// Encodes and parses token requests and responses: form or JSON, with each client authentication method.
import { type GateRequest, textOf } from "../../../emulators/gate.ts";
import type { Issued, ProviderFacts } from "./facts.ts";

/** Client authentication methods found in a request. */
export type ClientAuth = "basic" | "body" | "both" | "none";

/** The fields of a token request; null if its content type is not `form`. */
export function readBody(request: GateRequest, form: ProviderFacts["body"]): Record<string, string> | null {
  const type = request.headers.get("content-type") ?? "";
  if (form === "form") {
    return type.startsWith("application/x-www-form-urlencoded")
      ? Object.fromEntries(new URLSearchParams(textOf(request)))
      : null;
  }
  return type.startsWith("application/json") ? (JSON.parse(textOf(request)) as Record<string, string>) : null;
}

/** Encodes a request with client authentication. */
export function clientRequest(
  values: Readonly<Record<string, string | number>>,
  form: ProviderFacts["body"],
  auth: "basic" | "body",
  client: { id: string; secret: string },
): { headers: Headers; body: string } {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  const headers = new Headers();
  const all: Record<string, string | number> = { ...values };
  if (auth === "basic") headers.set("authorization", `Basic ${btoa(`${encode(client.id)}:${encode(client.secret)}`)}`);
  else Object.assign(all, { client_id: client.id, client_secret: client.secret });
  headers.set("content-type", form === "json" ? "application/json" : "application/x-www-form-urlencoded");
  return {
    headers,
    body:
      form === "json"
        ? JSON.stringify(all)
        : new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)])).toString(),
  };
}

/** A request's client credentials and authentication method. */
export function readClient(request: GateRequest, body: Record<string, string> | null) {
  const basic = /^Basic (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const [id, secret] = basic
    ? atob(basic)
        .split(":")
        .map((part) => decodeURIComponent(part.replaceAll("+", " ")))
    : [body?.client_id, body?.client_secret];
  const inBody = body?.client_secret !== undefined;
  const auth: ClientAuth = basic ? (inBody ? "both" : "basic") : inBody ? "body" : "none";
  return { auth, id, secret };
}

/** A provider's token response; `access` may be an invalid value. */
export function tokenResponse(facts: ProviderFacts, issued: Issued): Record<string, unknown> {
  const { prefixes = { access: "", refresh: "" }, life, tokenResponse: response } = facts;
  const { access, refresh, scopes } = issued;
  const lives = issued.refresh === undefined ? (facts.plain?.life ?? null) : life;
  const standard = {
    access_token: typeof access === "string" && access !== "" ? prefixes.access + access : access,
    token_type: "Bearer",
    ...(lives !== null && { expires_in: lives }),
    ...(refresh !== undefined && { refresh_token: prefixes.refresh + refresh }),
    scope: scopes.join(" "),
  };
  return response?.(standard, issued) ?? standard;
}
