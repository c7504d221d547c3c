// The panel over HTTP: the component's form opens it in a frame, the panel's own form acts, and /connect.js asks why it is not shown.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { readFormFields } from "../../web/http/form.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { assertOwnForm, foreignForm } from "../../web/pages/browser.ts";
import { type Page, respondWithPage } from "../../web/pages/response.tsx";
import { CONNECT_TAG } from "../connect/callback-route.ts";
import { framedPage, unknownLinkPage } from "../connect/message-pages.tsx";
import { knownBrowser, newBrowser } from "../connect/page-browser.ts";
import { settingOf } from "../connect/page-request.ts";
import { type Admission, admit, formTokenOf, panelRefusal } from "./admission.ts";
import { connectPath, endedPage, panelPage } from "./panel-page.tsx";
import { actIn, type PanelVisit, panelVisit } from "./panel-request.ts";

/** A form has a token, an origin and a look. */
const MAX_FORM_BYTES = 8 * 1024;

const CheckBody = t.Object({
  token: t.String({ maxLength: 200, description: "The panel session's token." }),
  opener: t.String({ maxLength: 64, description: "The secret of the element that asks." }),
});

export function panelRoutes(deps: Deps): PublicRoute[] {
  return [
    {
      id: "show_panel",
      method: "POST",
      path: "/panel",
      summary: "The panel of a panel session, for <gateway-integrations>; not for API clients.",
      tag: CONNECT_TAG,
      access: "public",
      errorsAs: "page",
      codes: ["PERMISSION_DENIED", "NOT_FOUND", "RATE_LIMITED", "PROVIDER_ERROR", "PROVIDER_UNAVAILABLE"],
      responses: {
        "200": { description: "A page.", types: ["text/html"] },
        "303": { description: "The page of a connect session, in a window of its own.", types: [] },
      },
      handle: (call) => respond(deps, call),
    },
    {
      id: "check_panel",
      method: "POST",
      path: "/panel/check",
      summary: "Why the calling page cannot show a panel, for <gateway-integrations>; not for API clients.",
      tag: CONNECT_TAG,
      access: "public",
      isForPages: true,
      codes: ["RATE_LIMITED"],
      body: CheckBody,
      responses: { "200": { description: "The reason, or null if it can." } },
      handle: async ({ request, body, address }) => {
        const { token, opener } = body as { token: string; opener: string };
        // A browser names the page's origin; a page that sends another one only misleads itself.
        const origin = request.headers.get("origin") ?? "";
        return { data: { refusal: await panelRefusal(deps, { token, opener, origin }, address) } };
      },
    },
  ];
}

async function respond(deps: Deps, call: PublicRequest) {
  const { request, arrival } = call;
  let form = new URLSearchParams();
  const read = async () => {
    form = await readFormFields(request, MAX_FORM_BYTES, arrival);
  };
  let failure: unknown = null;
  await read().catch((error: unknown) => {
    // The page that is made for the error needs a language, which the form would have named.
    failure = error;
  });
  const visit = panelVisit(request, form);
  const make = async () => {
    if (failure !== null) throw failure;
    return pageFor(deps, call, form, visit);
  };
  return respondWithPage(deps, call, make, settingOf(visit.visit));
}

async function pageFor(
  deps: Deps,
  call: PublicRequest,
  form: URLSearchParams,
  visit: PanelVisit,
): Promise<Page | Response> {
  const isOpening = form.has("token");
  // A form of the panel itself: without a cookie nothing of it could be forged, and other sites are refused all the same.
  if (!isOpening) assertOwnForm(deps, call.request);
  const admission = await admit(deps, call, form);
  if (admission.kind === "unknown") {
    if (isOpening) return unknownLinkPage(visit.visit.texts);
    throw foreignForm();
  }
  if (admission.kind === "foreign") return framedPage(visit.visit.texts);
  if (admission.kind === "refused") return endedPage(visit.texts, admission);
  return act(deps, call, admission, { form, ...visit });
}

async function act(
  deps: Deps,
  { request, address, requestId }: PublicRequest,
  { session, origin }: Extract<Admission, { kind: "admitted" }>,
  visit: PanelVisit & { form: URLSearchParams },
): Promise<Page | Response> {
  const initiator = {
    actor: { kind: "anonymous" as const, id: null, name: `panel session ${session.id}` },
    ...{ address, requestId },
  };
  const formToken = formTokenOf(deps.vault, session, origin);
  const panel = { ...visit, session, origin, formToken, initiator };
  const wanted = actIn(visit.form);
  if (wanted.kind !== "connect") return panelPage(deps, panel, wanted);
  const browser = knownBrowser(deps, request) ?? newBrowser(deps);
  const location = await connectPath(deps, panel, wanted, browser);
  return new Response(null, {
    status: 303,
    headers: { location, "set-cookie": browser.cookie, "referrer-policy": "no-referrer", "cache-control": "no-store" },
  });
}
