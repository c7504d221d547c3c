// Token requests and answers as they go over the wire: in a form or in JSON, with the client shown in one way or another.
import { type GateRequest, textOf } from "../../src/demo/gate.ts";
import type { Issued, ProviderFacts } from "./oauth-facts.ts";

/** How a client shows itself. */
export type ShownAuth = "basic" | "body" | "both" | "none";

/** The members of a token request in the one form that the provider reads; null for another. */
export function readBody(request: GateRequest, form: ProviderFacts["body"]): Record<string, string> | null {
  const type = request.headers.get("content-type") ?? "";
  if (form === "form") {
    return type.startsWith("application/x-www-form-urlencoded")
      ? Object.fromEntries(new URLSearchParams(textOf(request)))
      : null;
  }
  return type.startsWith("application/json") ? (JSON.parse(textOf(request)) as Record<string, string>) : null;
}

/** Form or JSON, with a client shown in the one way or the other. */
export function clientRequest(
  values: Record<string, string>,
  form: ProviderFacts["body"],
  auth: "basic" | "body",
  client: { id: string; secret: string },
): { headers: Headers; body: string } {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  const headers = new Headers();
  const all = { ...values };
  if (auth === "basic") headers.set("authorization", `Basic ${btoa(`${encode(client.id)}:${encode(client.secret)}`)}`);
  else Object.assign(all, { client_id: client.id, client_secret: client.secret });
  headers.set("content-type", form === "json" ? "application/json" : "application/x-www-form-urlencoded");
  return { headers, body: form === "json" ? JSON.stringify(all) : new URLSearchParams(all).toString() };
}

/** How a request shows its client, and which. */
export function shownClient(request: GateRequest, body: Record<string, string> | null) {
  const basic = /^Basic (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const [id, secret] = basic
    ? atob(basic)
        .split(":")
        .map((part) => decodeURIComponent(part.replaceAll("+", " ")))
    : [body?.client_id, body?.client_secret];
  const inBody = body?.client_secret !== undefined;
  const auth: ShownAuth = basic ? (inBody ? "both" : "basic") : inBody ? "body" : "none";
  return { auth, id, secret };
}

/** A provider's token answer; `access` may be anything, as a hostile provider would have it. */
export function tokenAnswer(facts: ProviderFacts, issued: Issued): Record<string, unknown> {
  const { prefixes = { access: "", refresh: "" }, life, answer } = facts;
  const { access, refresh, scopes } = issued;
  const lives = issued.refresh === undefined ? (facts.plain?.life ?? null) : life;
  const standard = {
    access_token: typeof access === "string" && access !== "" ? prefixes.access + access : access,
    token_type: "Bearer",
    ...(lives !== null && { expires_in: lives }),
    ...(refresh !== undefined && { refresh_token: prefixes.refresh + refresh }),
    scope: scopes.join(" "),
  };
  return answer?.(standard, issued) ?? standard;
}
