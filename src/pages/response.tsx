/** @jsxImportSource #pages */
// The one place that makes HTML responses: the document around a page, and its security headers.
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { AppError, ErrorCode } from "../errors.ts";
import { STATUS, toAppError } from "../http/errors.ts";
import type { PublicRequest, Reply } from "../http/route.ts";
import { DASHBOARD_STYLE_PATH, ICON_PATH, SCRIPT_PATHS, STYLE_PATH } from "./assets.ts";
import { Message } from "./components.tsx";
import { type Markup, Raw } from "./jsx-runtime.ts";

export interface Page {
  title: string;
  body: Markup;
  status?: number;
  /** For X-Error-Code, where the page says why something cannot be done. */
  errorCode?: ErrorCode;
  /** A style sheet of this page alone, out of checked values; the policy names it by its hash. */
  style?: string;
  /** Goes on by itself to this address, without the browser counting it as the form's own target. */
  onTo?: string;
  /** Set-Cookie. */
  cookie?: string;
  /** The reader's language (BCP 47), in which our script writes times; the page itself is in English. */
  readerLanguage?: string;
  /** Whether the page runs our scripts, which ask this site alone for parts of pages. */
  isInteractive?: boolean;
}

/** The page as a response: it runs no script but our own, loads from here alone, and is not framed, cached or told of to other sites. */
export function htmlResponse({ baseUrl }: Pick<Deps, "baseUrl">, page: Page): Response {
  const html = `<!doctype html>${(<Document {...page} />).html}`;
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policyOf(page),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  });
  if (baseUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
  if (page.errorCode) headers.set("x-error-code", page.errorCode);
  if (page.cookie) headers.set("set-cookie", page.cookie);
  return new Response(html, { status: page.status ?? 200, headers });
}

function policyOf({ style, isInteractive }: Page): string {
  const own = style === undefined ? "" : ` 'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  return [
    "default-src 'none'",
    `style-src 'self'${own}`,
    ...(isInteractive ? ["script-src 'self'", "connect-src 'self'"] : []),
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function Document({ title, body, style, onTo, isInteractive, readerLanguage }: Page): Markup {
  return (
    <html lang="en" data-language={readerLanguage}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {onTo === undefined ? null : <meta http-equiv="refresh" content={`0; url=${onTo}`} />}
        <title>{title}</title>
        <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
        <link rel="stylesheet" href={STYLE_PATH} />
        {isInteractive ? <link rel="stylesheet" href={DASHBOARD_STYLE_PATH} /> : null}
        {style === undefined ? null : (
          <style>
            <Raw html={style} />
          </style>
        )}
        {isInteractive ? <Scripts /> : null}
      </head>
      <body>{body}</body>
    </html>
  );
}

/** Without a style sheet of its own, and without a history of copies of pages. */
const HTMX_CONFIG = JSON.stringify({ includeIndicatorCSS: false, history: false });

const Scripts = (): Markup => (
  <>
    <meta name="htmx-config" content={HTMX_CONFIG} />
    {SCRIPT_PATHS.map((path) => (
      <script src={path} defer></script>
    ))}
  </>
);

/** Responds with the page; whatever is thrown becomes a page as well, without internals. */
export async function respondWithPage(
  deps: Pick<Deps, "baseUrl" | "log">,
  { requestId }: Pick<PublicRequest, "requestId">,
  make: () => Promise<Page | Response>,
): Promise<Reply> {
  try {
    const made = await make();
    return { response: made instanceof Response ? made : htmlResponse(deps, made) };
  } catch (error) {
    return { response: htmlResponse(deps, errorPage(toAppError(error, deps.log, requestId), requestId)) };
  }
}

function errorPage(error: AppError, requestId: string): Page {
  const isOurs = STATUS[error.code] >= 500;
  const title = isOurs ? "Something went wrong on our side" : "This is not possible";
  return {
    title,
    status: STATUS[error.code],
    errorCode: error.code,
    body: (
      <Message tone="bad" title={title}>
        <p>{isOurs ? "Try again in a minute. If it stays like this, quote the number below." : error.message}</p>
        <p class="muted small">
          Request <code>{requestId}</code>
        </p>
      </Message>
    ),
  };
}
