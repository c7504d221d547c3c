// The provider's callback over HTTP: a redirect, or a page that says that the link cannot be used.
import type { Deps } from "../../server/deps.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { readerOf } from "../../web/pages/reader.ts";
import { htmlResponse } from "../../web/pages/response.tsx";
import { CALLBACK_PATH } from "./authorize.ts";
import { type CallbackRedirect, handleCallback } from "./callback.ts";
import { isLinkReader } from "./link-reader.ts";
import { finishPage, unusableStatePage } from "./message-pages.tsx";
import { knownBrowser, newBrowser } from "./page-browser.ts";
import { connectPageRequest } from "./page-request.ts";

/** What the button of the finish page adds to the callback; no provider's check of its parameters may see it. */
const FINISHES = "gateway_finish";

export const CONNECT_TAG = { name: "connect", description: "The OAuth callback, and the page of a connect session." };

export const callbackRoutes = (deps: Deps): PublicRoute[] => [
  {
    id: "connect_callback",
    method: "GET",
    path: CALLBACK_PATH,
    summary: "Where providers send the browser back; not for API clients.",
    tag: CONNECT_TAG,
    access: "public",
    anyQuery: true,
    // A link scanner's HEAD must not use up the session.
    head: false,
    errorsAs: "page",
    responses: {
      "200": {
        description:
          "A page with one button, if a program may have opened the link. Reading it does not use up the link.",
        types: ["text/html"],
      },
      "303": {
        description:
          "Redirects to the session's redirect_url, or to the page that asks the person or shows the outcome.",
        types: [],
      },
      "400": {
        description: "The state is unknown, used or expired. The response is a page, not a redirect.",
        types: ["text/html"],
      },
    },
    async handle({ request, requestId, address }) {
      // A browser's prefetch must not claim the session.
      const isPrefetch = /prefetch|prerender/i.test(
        request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "",
      );
      const url = new URL(request.url);
      const isPressed = url.searchParams.has(FINISHES);
      url.searchParams.delete(FINISHES);
      if (!isPrefetch && !isPressed && isLinkReader(deps, request))
        return { response: askToFinish(deps, request, url) };
      const browser = knownBrowser(deps, request) ?? newBrowser(deps);
      const onward = isPrefetch ? null : await handleCallback(deps, url, browser, { requestId, address });
      return { response: onward === null ? unusableLink(deps, request) : redirected(onward) };
    },
  },
];

function askToFinish(deps: Deps, request: Request, url: URL): Response {
  const { lang, texts } = connectPageRequest(request);
  const href = new URL(url);
  href.searchParams.set(FINISHES, "1");
  return htmlResponse(deps, {
    lang,
    theme: readerOf(request).theme,
    ...finishPage(texts, href.pathname + href.search),
  });
}

function unusableLink(deps: Deps, request: Request): Response {
  const { lang, texts } = connectPageRequest(request);
  return htmlResponse(deps, { lang, theme: readerOf(request).theme, ...unusableStatePage(texts) });
}

const redirected = ({ location, cookie }: CallbackRedirect): Response =>
  new Response(null, {
    status: 303,
    headers: { location, "referrer-policy": "no-referrer", ...(cookie !== undefined && { "set-cookie": cookie }) },
  });
