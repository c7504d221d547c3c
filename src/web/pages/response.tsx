/** @jsxImportSource #pages */
// The one place that makes HTML responses: the document around a page, and its security headers.
import { createHash } from "node:crypto";
import type { AppError, ErrorCode } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import { STATUS, toAppError } from "../http/errors.ts";
import { htmlHeaders } from "../http/html.ts";
import type { PublicRequest, Reply } from "../http/route.ts";
import { DASHBOARD_STYLE_PATH, ICON_PATH, SCRIPT_PATHS, STYLE_PATH } from "./assets.ts";
import { ErrorText, LinkButton, Message } from "./components.tsx";
import { type Markup, Raw } from "./jsx-runtime.ts";
import { type PageLanguage, pageLanguageOf } from "./language.ts";
import { inLanguage, pageLanguage, tr } from "./messages.ts";
import { directionOf, readerOf, type Theme } from "./reader.ts";
import { filled } from "./texts.ts";

export interface Page {
  title: string;
  body: Markup;
  status?: number;
  /** For X-Error-Code, where the page says why something cannot be done. */
  errorCode?: ErrorCode;
  /** Seconds, for Retry-After. */
  retryAfter?: number | undefined;
  /** A style sheet of only this page, made of checked values; the policy names it by its hash. */
  style?: string;
  /** Goes on by itself to this address, without the browser counting it as the form's own target. */
  refreshTo?: string;
  /** Set-Cookie. */
  cookie?: string;
  /** The reader's language (BCP 47), in which our script writes times. */
  readerLanguage?: string;
  /** The browser's own by default. */
  theme?: Theme | null;
  /** Whether the page runs our scripts, which ask this site alone for parts of pages. */
  isInteractive?: boolean;
  /** The language of the texts; the default is the reader's, out of those that pages have. */
  lang?: PageLanguage;
  /** The path of a script of only this page. */
  script?: string;
  /** Whether the page that opened this window may be told something. */
  keepsOpener?: boolean;
  opensPopUps?: boolean;
  /** Origins that may show the page in a frame. */
  framedBy?: readonly string[];
}

/** What a page says of an error. */
export interface ErrorTexts {
  ours: string;
  ours_hint: string;
  refused: string;
  request: string;
}

const errorTexts = (): ErrorTexts => ({
  ours: tr("Something went wrong on our side"),
  ours_hint: tr("Try again in a minute. If it still fails, report the number below."),
  refused: tr("This is not possible"),
  request: tr("Request {id}"),
});

/** What every page of a response has, an error's too. */
export interface PageSetting extends Pick<Page, "lang" | "keepsOpener"> {
  errors?: ErrorTexts;
}

/** The page as a response: it runs no script but our own, loads only from here, and is not cached or told of to other sites. */
export function htmlResponse({ baseUrl }: Pick<Deps, "baseUrl">, page: Page): Response {
  const html = `<!doctype html>${(<Document {...page} />).html}`;
  const { keepsOpener, opensPopUps, framedBy } = page;
  const isTls = baseUrl.startsWith("https:");
  const headers = new Headers(htmlHeaders({ policy: policyOf(page), keepsOpener, opensPopUps, framedBy, isTls }));
  headers.set("cache-control", "no-store");
  headers.set("vary", "Accept-Language, Cookie");
  if (page.errorCode) headers.set("x-error-code", page.errorCode);
  if (page.retryAfter !== undefined) headers.set("retry-after", String(page.retryAfter));
  if (page.cookie) headers.set("set-cookie", page.cookie);
  return new Response(html, { status: page.status ?? 200, headers });
}

function policyOf({ style, script, isInteractive }: Page): Record<string, string> {
  const own = style === undefined ? "" : ` 'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  return {
    "style-src": `'self'${own}`,
    "img-src": "'self' data:",
    "form-action": "'self'",
    ...((isInteractive || script !== undefined) && { "script-src": "'self'", "connect-src": "'self'" }),
  };
}

function Document({
  title,
  body,
  style,
  refreshTo,
  lang = pageLanguage(),
  script,
  isInteractive,
  readerLanguage,
  theme,
}: Page): Markup {
  return (
    <html lang={lang} dir={directionOf(lang)} data-language={readerLanguage} data-theme={theme ?? undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {refreshTo === undefined ? null : <meta http-equiv="refresh" content={`0; url=${refreshTo}`} />}
        <title>{title}</title>
        <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
        <link rel="stylesheet" href={STYLE_PATH} />
        {isInteractive ? <link rel="stylesheet" href={DASHBOARD_STYLE_PATH} /> : null}
        {script === undefined ? null : <script src={script} defer></script>}
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
const HTMX_CONFIG = JSON.stringify({ includeIndicatorCSS: false, history: "reload" });

const Scripts = (): Markup => (
  <>
    <meta name="htmx-config" content={HTMX_CONFIG} />
    {SCRIPT_PATHS.map((path) => (
      <script src={path} defer></script>
    ))}
  </>
);

/** The page that says why a request was refused before anything was made for it. */
export function respondWithError(
  deps: Pick<Deps, "baseUrl" | "log">,
  { request, requestId }: Pick<PublicRequest, "request" | "requestId">,
  error: AppError,
): Response {
  const { theme } = readerOf(request);
  return inLanguage(pageLanguageOf(request), () =>
    htmlResponse(deps, { theme, ...errorPage(error, requestId, errorTexts()) }),
  );
}

/** Responds with the page; whatever is thrown becomes a page as well, without internals. */
export async function respondWithPage(
  deps: Pick<Deps, "baseUrl" | "log">,
  { request, requestId }: Pick<PublicRequest, "request" | "requestId">,
  make: () => Promise<Page | Response>,
  { errors, ...settings }: PageSetting = {},
): Promise<Reply> {
  const setting = { theme: readerOf(request).theme, ...settings };
  return inLanguage(settings.lang ?? pageLanguageOf(request), async () => {
    try {
      const made = await make();
      return { response: made instanceof Response ? made : htmlResponse(deps, { ...setting, ...made }) };
    } catch (error) {
      const page = errorPage(toAppError(error, deps.log, requestId), requestId, errors ?? errorTexts());
      return { response: htmlResponse(deps, { ...setting, ...page }) };
    }
  });
}

/** The refusal of an address as a page, for a browser: what happened, and a way on. */
export function refusedPage(
  deps: Pick<Deps, "baseUrl">,
  { request, requestId }: Pick<PublicRequest, "request" | "requestId">,
  error: AppError,
): Response {
  const { theme } = readerOf(request);
  return inLanguage(pageLanguageOf(request), () => htmlResponse(deps, { theme, ...refusalOf(error, requestId) }));
}

function refusalOf(error: AppError, requestId: string): Page {
  const title = error.code === "NOT_FOUND" ? tr("Page not found") : errorTexts().refused;
  const body = (
    <Message tone="warning" title={title}>
      <p>
        {error.code === "NOT_FOUND" ? (
          tr("The address may be mistyped, or the page has moved.")
        ) : (
          <ErrorText text={error.message} />
        )}
      </p>
      <LinkButton kind="primary" href="/">
        {tr("Start page")}
      </LinkButton>
      <p class="muted small">{filled(errorTexts().request, { id: <code>{requestId}</code> })}</p>
    </Message>
  );
  return { title, status: STATUS[error.code], errorCode: error.code, body };
}

function errorPage(error: AppError, requestId: string, texts: ErrorTexts): Page {
  const isOurs = STATUS[error.code] >= 500;
  const title = isOurs ? texts.ours : texts.refused;
  return {
    title,
    status: STATUS[error.code],
    errorCode: error.code,
    retryAfter: error.retryAfter,
    body: (
      <Message tone="bad" title={title}>
        {isOurs ? (
          <p>{texts.ours_hint}</p>
        ) : (
          <p>
            <ErrorText text={error.message} />
          </p>
        )}
        <p class="muted small">{filled(texts.request, { id: <code>{requestId}</code> })}</p>
      </Message>
    ),
  };
}
