// The page of a link that decides, over HTTP. Opening it changes nothing: only its forms do, so that no preview of a link uses it up.
import { Type as t } from "@sinclair/typebox";
import { findAppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { foreignForm } from "../../web/pages/browser.ts";
import { pageLanguageOf } from "../../web/pages/language.ts";
import { type Page, respondWithError, respondWithPage } from "../../web/pages/response.tsx";
import { assertFormToken, knownBrowser, newBrowser, readLinkForm } from "./link-browser.ts";
import { continuePage, decidePage, elsewherePage, overPage } from "./link-pages.tsx";
import { bindingOf, bindTo, decideByLink, findLink, LINK_PATH, type OpenLink } from "./links.ts";
import { DecideBody } from "./model.ts";
import { APPROVALS_TAG } from "./routes.ts";

const base = {
  path: LINK_PATH,
  tag: APPROVALS_TAG,
  access: "public",
  params: t.Object({ token: t.String({ maxLength: 200, description: "The link's secret." }) }),
  // A person who forwards a link may add a parameter.
  anyQuery: true,
  errorsAs: "page",
  strangers: "unknown_link",
  codes: ["PERMISSION_DENIED", "NOT_FOUND", "CONFLICT", "RATE_LIMITED"],
} as const satisfies Partial<PublicRoute>;
const PAGE = { description: "A page.", types: ["text/html"] };

export const approvalLinkRoutes = (deps: Deps): PublicRoute[] => [
  {
    ...base,
    id: "approval_link",
    method: "GET",
    summary:
      "The page of a link that decides on one call: first a button, then, for the browser that pressed it, the call.",
    responses: { "200": PAGE },
    refuse: (error, call) => respondWithError(deps, call, error),
    handle: (call) => respond(deps, call, () => show(deps, call)),
  },
  {
    ...base,
    id: "approval_link_form",
    method: "POST",
    summary: "Submit the page's form: continue in this browser, approve or deny; not for API clients.",
    responses: { "200": PAGE, "303": { description: "The same page, for the browser that continued.", types: [] } },
    refuse: (error, call) => respondWithError(deps, call, error),
    handle: (call) => respond(deps, call, () => submit(deps, call)),
  },
];

const wantedLanguage = (request: Request) => new URL(request.url).searchParams.get("lang");

const respond = (deps: Deps, call: PublicRequest, make: () => Promise<Page | Response>) =>
  respondWithPage(deps, call, make, { lang: pageLanguageOf(call.request, wantedLanguage(call.request)) });

/** The link's own address; it keeps the language that it names. */
function addressOf({ request }: PublicRequest): string {
  const [{ pathname }, lang] = [new URL(request.url), wantedLanguage(request)];
  return lang === null ? pathname : `${pathname}?lang=${encodeURIComponent(lang)}`;
}

async function show(deps: Deps, call: PublicRequest): Promise<Page> {
  const found = await findLink(deps, call.params.token as string);
  if (!found) return overPage();
  const browser = knownBrowser(deps, call.request);
  const action = addressOf(call);
  const binding = bindingOf(found.link, browser);
  if (binding === "other") return elsewherePage();
  // Nobody has opened it, and there is nothing left to decide.
  if (binding === "free") return isPending(deps, found) ? continuePage(action) : overPage();
  return decidePage(deps, found, { action, formToken: browser?.formToken(found.link.id) ?? "" });
}

const isPending = ({ clock }: Pick<Deps, "clock">, { approval }: OpenLink) =>
  approval.state === "pending" && Date.parse(approval.expiresAt) > clock.now();

async function submit(deps: Deps, call: PublicRequest): Promise<Page | Response> {
  const { form, browser: known } = await readLinkForm(deps, call);
  const found = await findLink(deps, call.params.token as string);
  if (!found) return overPage();
  const from = { address: call.address, requestId: call.requestId };
  const action = addressOf(call);
  const wanted = form.get("action");
  if (wanted === "continue") {
    const browser = known ?? newBrowser(deps);
    if (bindingOf(found.link, known) === "free" && !isPending(deps, found)) return overPage();
    if (!(await bindTo(deps, found, browser, from))) return elsewherePage();
    return seeOther(action, browser.cookie);
  }
  if (bindingOf(found.link, known) !== "own") return elsewherePage();
  assertFormToken(deps, call.request, found.link.id, form);
  if (wanted !== "approve" && wanted !== "deny") throw foreignForm();
  const note = (form.get("note") ?? "").trim();
  const target = { action, formToken: known?.formToken(found.link.id) ?? "" };
  if (!isNote(note)) return decidePage(deps, found, { ...target, refusedNote: note });
  try {
    await decideByLink(deps, found, { decision: wanted, ...(note !== "" && { note }) }, from);
  } catch (error) {
    // Somebody else was first: the page shows what they decided.
    if (findAppError(error)?.code !== "CONFLICT") throw error;
  }
  return seeOther(action, null);
}

const NOTE = DecideBody.properties.note;
const isNote = (note: string): boolean =>
  note.length <= (NOTE.maxLength ?? 0) && new RegExp(NOTE.pattern ?? "").test(note);

function seeOther(location: string, cookie: string | null): Response {
  const headers = new Headers({ location, "referrer-policy": "no-referrer", "cache-control": "no-store" });
  if (cookie !== null) headers.set("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
