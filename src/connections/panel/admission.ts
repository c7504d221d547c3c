// Whom a panel is shown to: the session behind a token or a form, the element that opened it first, and the page around it.
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Vault } from "../../foundation/vault/vault.ts";
import { findRedirectOrigins } from "../../identity/partners/store.ts";
import type { Deps } from "../../server/deps.ts";
import type { PublicRequest } from "../../web/http/route.ts";
import { isMarkedToken } from "../connect/marked-token.ts";
import { factsOf, TOKEN_PURPOSE } from "./service.ts";
import { lookAtPanelSession, type PanelRefusal, type PanelSession, usePanelSession } from "./store.ts";

export type Admission =
  | { kind: "admitted"; session: PanelSession; origin: string }
  /** The session is known, and so is the page around it, which is told why. */
  | { kind: "refused"; refusal: PanelRefusal; origin: string }
  /** The page around it may not show it. */
  | { kind: "foreign" }
  /** Nobody knows the token, or the form is not the session's. */
  | { kind: "unknown" };

type AdmissionDeps = Pick<Deps, "database" | "vault" | "strangers" | "audit">;

/** 256 bits in base64url. */
const OPENER = /^[A-Za-z0-9_-]{43}$/;

const openerHashes = (vault: Pick<Vault, "macs">, opener: string) =>
  OPENER.test(opener) ? vault.macs(`panel-opener ${opener}`) : [];

const formText = ({ id, openerHash }: PanelSession, origin: string) => `panel-form ${id} ${openerHash} ${origin}`;

/** What a panel's form proves itself with: only the frame has it, not the page around it. */
export const formTokenOf = (vault: Pick<Vault, "stateMac">, session: PanelSession, origin: string): string =>
  vault.stateMac(formText(session, origin));

export async function admit(
  deps: AdmissionDeps,
  { request, address, requestId }: Pick<PublicRequest, "request" | "address" | "requestId">,
  form: URLSearchParams,
): Promise<Admission> {
  const origin = form.get("origin") ?? "";
  const isOpening = form.has("token");
  const hashes = isOpening ? openerHashes(deps.vault, form.get("opener") ?? "") : [];
  const key = isOpening ? tokenKey(deps, form.get("token") ?? "", address) : formKey(form);
  const found =
    key && (isOpening ? hashes.length > 0 : true) ? await lookAtPanelSession(deps.database, key, hashes) : null;
  if (!key || !found) return { kind: "unknown" };
  const isOfSession =
    isOpening || deps.vault.hasStateMac(formText(found.session, origin), form.get("form_token") ?? "");
  if (!isOfSession) return { kind: "unknown" };
  if (isOpening && !isSaidBy(request, origin)) return { kind: "foreign" };
  if (!(await isAllowed(deps, found.session, origin))) return { kind: "foreign" };
  if (found.refusal) return { kind: "refused", refusal: found.refusal, origin };
  const session = await usePanelSession(deps.database, key, hashes);
  // Between the look and the use it has expired, was revoked, or another element was faster.
  if (!session) return { kind: "refused", refusal: isOpening ? "token_used" : "token_expired", origin };
  if (isOpening && session.requests === 1) {
    const initiator = { actor: { kind: "anonymous" as const, id: null, name: null }, address, requestId };
    await deps.audit.record(initiator, { event: "panel_opened", ...factsOf(session), details: { origin } });
  }
  return { kind: "admitted", session, origin };
}

function tokenKey({ vault, strangers }: Pick<Deps, "vault" | "strangers">, token: string, address: string | null) {
  if (isMarkedToken(vault, TOKEN_PURPOSE, token)) return { tokenHashes: vault.macs(token) };
  strangers.admit("unknown_link", address);
  return null;
}

function formKey(form: URLSearchParams) {
  const id = form.get("session") ?? "";
  return isUuid(id) ? { id } : null;
}

/** A page with a strict referrer policy sends `null` with its form; then frame-ancestors alone says who is around the frame. */
function isSaidBy(request: Request, origin: string): boolean {
  const header = request.headers.get("origin");
  return header === null || header === "null" || header === origin;
}

/** Both at once: the session's own list, and what the partner has registered by now. */
async function isAllowed(deps: Pick<Deps, "database">, session: PanelSession, origin: string): Promise<boolean> {
  if (!session.origins.includes(origin)) return false;
  return (await findRedirectOrigins(deps.database, session.userId)).includes(origin);
}

/** Why a page cannot show a panel, for its developer. */
export interface FrameRefusal {
  error: PanelRefusal | "origin_not_allowed";
  error_description: string;
}

const SENTENCES: Record<PanelRefusal, string> = {
  token_unknown: "No panel session has this token. Make a new one on your server.",
  token_expired: "The panel session has expired. Make a new one on your server.",
  token_revoked: "The panel session was revoked. Make a new one on your server.",
  token_used: "Another element has opened this panel session. Make a new one for each view.",
  too_many_requests: "The panel session has had too many requests. Make a new one on your server.",
};
export const refusalOf = (error: PanelRefusal) => ({ error, error_description: SENTENCES[error] });

/** Null where a page of this origin can show the panel in this element. */
export async function panelRefusal(
  deps: AdmissionDeps,
  { token, opener, origin }: { token: string; opener: string; origin: string },
  address: string | null,
): Promise<FrameRefusal | null> {
  const key = tokenKey(deps, token, address);
  const hashes = openerHashes(deps.vault, opener);
  const found = key && (await lookAtPanelSession(deps.database, key, hashes));
  if (!found) return refusalOf("token_unknown");
  if (!(await isAllowed(deps, found.session, origin)))
    return { error: "origin_not_allowed", error_description: notAllowed(origin) };
  return found.refusal === null ? null : refusalOf(found.refusal);
}

const notAllowed = (origin: string) =>
  `${URL.canParse(origin) ? new URL(origin).origin : "A page without an origin, such as a sandboxed one,"} cannot show this panel: ` +
  "its origin must be among the origins of the panel session and among your redirect origins (PUT /api/v1/redirect-origins).";
