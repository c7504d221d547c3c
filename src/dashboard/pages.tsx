/** @jsxImportSource #pages */
// Makes routes out of pages and forms of the dashboard: sign-in, who may, form token, errors, and the frame around it all.
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { STATUS, toAppError } from "../http/errors.ts";
import type { PublicRequest, PublicRoute, Reply } from "../http/route.ts";
import { PAGES_TAG } from "../pages/assets.ts";
import { foreignForm, readOwnForm } from "../pages/browser.ts";
import { Notice } from "../pages/components.tsx";
import type { Child, Markup } from "../pages/jsx-runtime.ts";
import { htmlResponse, type Page, respondWithPage } from "../pages/response.tsx";
import type { PasswordHasher } from "../people/passwords.ts";
import { isRecent } from "../people/sessions.ts";
import type { SignIn } from "../people/sign-in.ts";
import type { OwnApi } from "./api.ts";
import type { PeopleCookies } from "./cookies.ts";
import { Frame } from "./frame.tsx";
import { HOME_PATH, SIGN_IN_AGAIN_PATH, SIGN_IN_PATH, withNext } from "./paths.ts";
import { assertMayVisit, type Visit, visitOf, type Who } from "./visit.ts";

/** What a page shows within the frame. */
export interface View {
  title: string;
  /** One sentence that says what this is. */
  lead?: Child;
  /** The primary action, on the right of the title. */
  action?: Child;
  body: Child;
  /** Where it says why something cannot be done. */
  error?: AppError;
  /** Goes on by itself to this address. */
  onTo?: string;
}

interface Definition {
  /** Unique among all routes, without the prefix of pages. */
  id: string;
  path: string;
  who: Who;
  params?: PublicRoute["params"];
  /** Whether it asks for a sign-in within the last fifteen minutes. */
  isGuarded?: boolean;
}

export interface PageDefinition extends Definition {
  show(visit: Visit): Promise<View | Response>;
}

export interface FormDefinition extends Definition {
  /** The largest body in bytes; 16 KiB unless said. */
  maxBytes?: number;
  /** A path to go on to, or a view: something to show once, or the form again with its errors. */
  submit(visit: Visit, form: URLSearchParams): Promise<string | View | Response>;
}

export interface Dashboard {
  deps: Deps;
  api: OwnApi;
  signIn: SignIn;
  cookies: PeopleCookies;
  passwords: PasswordHasher;
  /** A page at GET. */
  page(definition: PageDefinition): PublicRoute;
  /** What a form of ours sends by POST. */
  form(definition: FormDefinition): PublicRoute;
}

type Context = Pick<Dashboard, "deps" | "api" | "signIn" | "cookies" | "passwords">;

const BASE = { access: "public", tag: PAGES_TAG, isPage: true, anyQuery: true } as const;

export function createDashboard(context: Context): Dashboard {
  const pagePaths: string[] = [];
  return {
    ...context,
    page: ({ id, path, params, ...definition }) => {
      pagePaths.push(path);
      return {
        ...BASE,
        id: `page_${id}`,
        method: "GET",
        path,
        summary: "A page of the dashboard.",
        ...(params && { params }),
        handle: (call) => respond(context, { ...definition, pagePaths }, call, (visit) => definition.show(visit)),
      };
    },
    form: ({ id, path, params, ...definition }) => ({
      ...BASE,
      id: `form_${id}`,
      method: "POST",
      path,
      summary: "A form of the dashboard.",
      ...(params && { params }),
      handle: (call) =>
        respond(context, { ...definition, pagePaths }, call, async (visit) => {
          const form = await readOwnForm(context.deps, call.request, definition.maxBytes);
          if (!context.cookies.isFormToken(call.request, form.get("form_token") ?? "")) throw foreignForm();
          return definition.submit(visit, form);
        }),
    }),
  };
}

async function respond(
  context: Context,
  { who, isGuarded, pagePaths }: Pick<Definition, "who" | "isGuarded"> & { pagePaths: readonly string[] },
  call: PublicRequest,
  make: (visit: Visit) => Promise<string | View | Response>,
): Promise<Reply> {
  const { deps, signIn, cookies } = context;
  return respondWithPage(deps, call, async () => {
    const token = cookies.session.read(call.request);
    const signedIn = token === null ? null : await signIn.current(token);
    const here = pageAt(call.request, pagePaths);
    if (!signedIn)
      return call.request.headers.has("hx-request") ? leave(SIGN_IN_PATH) : goOn(withNext(SIGN_IN_PATH, here));
    const formToken = cookies.formToken(call.request);
    const visit = await visitOf(deps, { ...signedIn, formToken }, call);
    try {
      assertMayVisit(visit, who);
      if (isGuarded && !isRecent(signedIn.session, deps.clock.now())) return goOn(withNext(SIGN_IN_AGAIN_PATH, here));
      const made = await make(visit);
      if (typeof made === "string") return goOn(made);
      return made instanceof Response ? made : pageOf(visit, made);
    } catch (thrown) {
      const error = toAppError(thrown, deps.log, call.requestId);
      return pageOf(visit, errorView(error, call.requestId));
    }
  });
}

/**
 * The page itself; of a form the nearest page above its path, since nobody can come back to a form by GET. A page that sends its
 * form to its own address is found again with its query.
 */
function pageAt({ method, url }: Request, pagePaths: readonly string[]): string {
  const { pathname, search } = new URL(url);
  if (method !== "POST") return `${pathname}${search}`;
  const isPage = (path: string) =>
    pagePaths.some((template) => {
      const parts = template.split("/");
      const segments = path.split("/");
      return (
        parts.length === segments.length && parts.every((part, at) => part.startsWith("{") || part === segments[at])
      );
    });
  if (isPage(pathname)) return `${pathname}${search}`;
  for (let path = pathname; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) if (isPage(path)) return path;
  return HOME_PATH;
}

/** 303: the browser gets the next page by GET, and a reload sends no form twice. */
export function goOn(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location: path, "referrer-policy": "no-referrer", "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** For a part of a page that htmx asked for: the whole browser goes there. */
function leave(path: string): Response {
  return new Response(null, { headers: { "hx-redirect": path, "cache-control": "no-store" } });
}

export function pageOf(visit: Visit, view: View): Page {
  return {
    title: `${view.title} · Gateway`,
    readerLanguage: visit.reader.language,
    isInteractive: true,
    ...(view.onTo && { onTo: view.onTo }),
    ...(view.error && { status: STATUS[view.error.code], errorCode: view.error.code }),
    body: <Frame visit={visit} view={view} />,
  };
}

/** The page as a response, for one that sets a cookie as well. */
export function pageResponse(deps: Deps, visit: Visit, view: View): Response {
  return htmlResponse(deps, pageOf(visit, view));
}

function errorView(error: AppError, requestId: string): View {
  const isOurs = STATUS[error.code] >= 500;
  return {
    title: isOurs ? "Something went wrong on our side" : "This is not possible",
    error,
    body: (
      <>
        <Notice tone="bad">
          {isOurs ? "Try again in a minute. If it stays like this, quote the number below." : error.message}
        </Notice>
        <p class="muted small request">
          Request <code>{requestId}</code>
        </p>
      </>
    ),
  };
}

export const FormToken = ({ visit }: { visit: Visit }): Markup => (
  <input type="hidden" name="form_token" value={visit.formToken} />
);

/** The result of a call for a form, or the error that the form shows; what is our own fault is thrown. */
export async function attempt<T>(run: () => Promise<T>): Promise<{ data: T } | { error: AppError }> {
  try {
    return { data: await run() };
  } catch (error) {
    if (error instanceof AppError && STATUS[error.code] < 500) return { error };
    throw error;
  }
}
