// The page of a connect session over HTTP: its link, and the outcome for the browser that began.
import { Type as t } from "@sinclair/typebox";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { type Page, respondWithPage } from "../../web/pages/response.tsx";
import { CONNECT_TAG } from "./callback-route.ts";
import { unknownLinkPage } from "./message-pages.tsx";
import { cancel, openLink, outcomePage, sessionOfBrowser, sessionOfLink } from "./page.tsx";
import { knownBrowser, newBrowser, type PageForm, readPageForm } from "./page-browser.ts";
import { submitConsent } from "./page-consent.tsx";
import { framedLink } from "./page-frame.tsx";
import { LINK_PATH, OUTCOME_PATH, outcomePath } from "./page-paths.ts";
import { type ConnectPageRequest, connectPageRequest, pathFor, settingOf } from "./page-request.ts";
import { dropUnanswered } from "./replacement.ts";
import { decideReplacement, nameError, questionPage } from "./replacing.tsx";
import type { SessionState } from "./store.ts";

const TokenParam = t.Object({ token: t.String({ maxLength: 200, description: "The link's secret." }) });
const SessionParam = t.Object({ session_id: t.String({ maxLength: 64, description: "The connect session's id." }) });

const base = {
  tag: CONNECT_TAG,
  access: "public",
  // A person who forwards a link may add a parameter.
  anyQuery: true,
  errorsAs: "page",
  codes: ["PERMISSION_DENIED", "NOT_FOUND"],
  responses: {
    "200": { description: "A page.", types: ["text/html"] },
    "303": { description: "The session has ended; redirects to its outcome.", types: [] },
  },
} as const satisfies Partial<PublicRoute>;

export function connectPageRoutes(deps: Deps): PublicRoute[] {
  return [
    {
      ...base,
      id: "connect_page",
      method: "GET",
      path: LINK_PATH,
      summary: "The page of a connect session: who asks for which access, and for which account.",
      params: TokenParam,
      handle: (call) => respond(deps, call, (visit) => showLink(deps, call, visit)),
    },
    {
      ...base,
      id: "connect_page_form",
      method: "POST",
      path: LINK_PATH,
      summary: "Submit the page's form: continue to the provider, or cancel.",
      params: TokenParam,
      handle: (call) =>
        respond(deps, call, async (visit) => {
          const session = await sessionOfLink(deps, call.params.token as string);
          if (!session) return unknownLinkPage(visit.texts);
          return submitLink(deps, call, session, { visit, ...(await readPageForm(deps, call, session.id)) });
        }),
    },
    {
      ...base,
      id: "connect_outcome",
      method: "GET",
      path: OUTCOME_PATH,
      summary: "The outcome of a session with a page, for the browser that started it.",
      params: SessionParam,
      handle: (call) => respond(deps, call, (visit) => showOutcome(deps, call, visit)),
    },
    {
      ...base,
      id: "connect_retry",
      method: "POST",
      path: OUTCOME_PATH,
      summary:
        "Try again, or decide whether another person's account replaces the connected one; for the browser that started.",
      params: SessionParam,
      handle: (call) =>
        respond(deps, call, async (visit) => {
          const sessionId = call.params.session_id as string;
          const sent = await readPageForm(deps, call, sessionId);
          const session = await sessionOfBrowser(deps, sessionId, sent.browser);
          return session ? submitOutcome(deps, call, session, { visit, ...sent }) : unknownLinkPage(visit.texts);
        }),
    },
  ];
}

function respond(deps: Deps, call: PublicRequest, make: (visit: ConnectPageRequest) => Promise<Page | Response>) {
  const visit = connectPageRequest(call.request);
  return respondWithPage(deps, call, () => make(visit), settingOf(visit));
}

async function showLink(
  deps: Deps,
  { request, params }: PublicRequest,
  visit: ConnectPageRequest,
): Promise<Page | Response> {
  const token = params.token as string;
  const session = await sessionOfLink(deps, token);
  if (visit.window === "frame") return framedLink(deps, session, { token, visit });
  const browser = knownBrowser(deps, request) ?? newBrowser(deps);
  const { searchParams } = new URL(request.url);
  const [chosen, kind] = [searchParams.get("provider"), searchParams.get("auth")];
  const opened = await openLink(deps, session, { token, chosen, kind, browser, visit });
  if (!("redirectPath" in opened)) return opened;
  return new Response(null, {
    status: 303,
    headers: { location: opened.redirectPath, "referrer-policy": "no-referrer" },
  });
}

async function showOutcome(deps: Deps, { request, params }: PublicRequest, visit: ConnectPageRequest): Promise<Page> {
  const browser = knownBrowser(deps, request);
  const find = () => sessionOfBrowser(deps, params.session_id as string, browser);
  const session = await find();
  // Nobody has swept it yet: the person hears of it at once.
  const isOver = session?.isOverdue === true && (await dropUnanswered(deps)) > 0;
  return outcomePage(deps, isOver ? await find() : session, { browser, visit });
}

const anonymous = ({ address, requestId }: PublicRequest): Initiator => ({
  actor: { kind: "anonymous", id: null, name: null },
  address,
  requestId,
});

/**
 * Handles the form of the browser that began: another try, or whether another person's grant replaces the
 * integration's.
 */
async function submitOutcome(
  deps: Deps,
  call: PublicRequest,
  session: SessionState,
  sent: PageForm & { visit: ConnectPageRequest },
): Promise<Page | Response> {
  if (!["replace", "keep", "add"].includes(sent.form.get("action") ?? "")) return submitLink(deps, call, session, sent);
  const wrong = session.replacement === null ? null : await nameError(deps, session, sent);
  if (wrong !== null) return questionPage(deps, session, sent, wrong);
  await decideReplacement(deps, session, { ...sent, initiator: anonymous(call) });
  const location = pathFor(outcomePath(session.id), sent.visit);
  return new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } });
}

function submitLink(
  deps: Deps,
  call: PublicRequest,
  session: SessionState,
  { form, browser, visit }: PageForm & { visit: ConnectPageRequest },
): Promise<Page | Response> {
  const initiator = anonymous(call);
  if (form.get("action") === "cancel") return cancel(deps, session, { browser, visit, initiator });
  const { pathname } = new URL(call.request.url);
  return submitConsent(deps, session, { browser, visit, initiator, form, link: pathFor(pathname, visit) });
}
