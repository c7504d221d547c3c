// /connect.js, with which a partner's page opens the page of a connect session.
import { createHash } from "node:crypto";
import { type CompressedText, compressedText } from "../http/compressed.ts";
import type { PublicRoute } from "../http/route.ts";
import { CONNECT_TAG } from "./callback-route.ts";

interface Script {
  etag: string;
  text: CompressedText;
}

/** Its name never changes, so browsers keep it for an hour and ask again by its ETag. */
const CACHE = "public, max-age=3600, stale-while-revalidate=86400";

export function connectScriptRoutes(): PublicRoute[] {
  let loading: Promise<Script> | null = null;
  const load = () => {
    loading ??= loadScript();
    // The next request tries again.
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };
  return [
    {
      id: "connect_script",
      method: "GET",
      path: "/connect.js",
      summary: "A script for your own pages: gateway.connect() opens the connect page in a pop-up or a frame.",
      tag: CONNECT_TAG,
      access: "public",
      anyQuery: true,
      responses: {
        "200": { description: "JavaScript.", content: "asset" },
        "304": { description: "It has not changed.", content: "redirect" },
      },
      handle: async ({ request }) => {
        const { etag, text } = await load();
        const isKnown = request.headers.get("if-none-match")?.includes(etag) ?? false;
        const response = isKnown ? new Response(null, { status: 304 }) : await text.respond(request);
        response.headers.set("etag", etag);
        response.headers.set("cache-control", CACHE);
        // Any site may load it, one with COEP too; what it can do there, its page could do itself.
        response.headers.set("cross-origin-resource-policy", "cross-origin");
        return { response };
      },
    },
  ];
}

async function loadScript(): Promise<Script> {
  const { script } = await import("gateway:connect-script");
  const text = await script();
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { etag: `"${hash}"`, text: compressedText(text, "text/javascript; charset=utf-8") };
}
