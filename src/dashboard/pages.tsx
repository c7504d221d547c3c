/** @jsxImportSource #pages */
// Makes routes out of pages and forms of the dashboard: sign-in, who may, form token, errors, and the frame around it all.

import { AppError } from "../foundation/errors.ts";
import type { TeamRole } from "../identity/people/team-roles.ts";
import type { PasswordHasher } from "../identity/sign-in/passwords.ts";
import { isRecent } from "../identity/sign-in/sessions.ts";
import type { SignIn } from "../identity/sign-in/sign-in.ts";
import type { Deps } from "../server/deps.ts";
import { STATUS, toAppError } from "../web/http/errors.ts";
import type { PublicRequest, PublicRoute, Reply } from "../web/http/route.ts";
import { PAGES_TAG } from "../web/pages/assets.ts";
import { foreignForm, readOwnForm } from "../web/pages/browser.ts";
import { type Child, readdressed } from "../web/pages/jsx-runtime.ts";
import { errorMessage } from "../web/pages/messages.ts";
import { type Page, respondWithPage } from "../web/pages/response.tsx";
import { addressing, ofNamedUser, splitAddress } from "./addresses.ts";
import type { InternalApi } from "./api.ts";
import type { PeopleCookies } from "./cookies.ts";
import { Frame } from "./frame.tsx";
import { createNotices, type Done, type DoneNotice } from "./notice.tsx";
import { SIGN_IN_AGAIN_PATH, SIGN_IN_PATH, withNext } from "./paths.ts";
import { refusalView } from "./refusal.tsx";
import { type OwnRoute, pageAbove, pageAt } from "./route-table.ts";
import { submitOnce } from "./submitting.tsx";
import { withoutUnusable } from "./usable.ts";
import { type Access, assertMayVisit, assertTeamRole, type PageRequest, visitOf } from "./visit.ts";

/** What a page shows within the frame. */
export interface View {
  title: string;
  /** One sentence that says what this is. */
  lead?: Child;
  /** The primary action, on the right of the title. */
  action?: Child;
  body: Child;
  /** What the form before this page has done. */
  notice?: DoneNotice;
  /** Set if the page says why something cannot be done. */
  error?: AppError;
  /** Goes on by itself to this address. */
  refreshTo?: string;
  /** Whether it has a secret, so that it is visible once. */
  isSecret?: boolean;
}

interface Definition {
  /** Unique among all routes, without the prefix of pages. */
  id: string;
  path: string;
  access: Access;
  /** The least role in the user's team. Without one every member of the team sees a page, and only owners send a form. */
  role?: TeamRole;
  params?: PublicRoute["params"];
  /** Whether it asks for a sign-in within the last fifteen minutes. */
  needsRecentSignIn?: boolean;
}

export interface PageDefinition extends Definition {
  /** False where HEAD is refused, because a GET changes something. */
  head?: false;
  show(visit: PageRequest): Promise<View | Response>;
}

export interface FormDefinition extends Definition {
  /** The largest body in bytes; the default is 16 KiB. */
  maxBytes?: number;
  /** Whether the same form is carried out at every press, since it changes nothing or recognises its repeats itself. */
  isIdempotent?: boolean;
  /** The next page and what it says, or a view: something to show once, or the form again with its errors. */
  submit(visit: PageRequest, form: URLSearchParams): Promise<FormResult>;
}

export type FormResult = Done | View | Response;

export interface Dashboard {
  deps: Deps;
  api: InternalApi;
  signIn: SignIn;
  cookies: PeopleCookies;
  passwords: PasswordHasher;
  notices: Notices;
  /** A page at GET. */
  page(definition: PageDefinition): PublicRoute;
  /** What a form of ours sends by POST. */
  form(definition: FormDefinition): PublicRoute;
  /** The routes, each of a page or form at the address that names the user as well. */
  atBothAddresses(routes: readonly PublicRoute[]): PublicRoute[];
}

type Notices = ReturnType<typeof createNotices>;
type Context = Pick<Dashboard, "deps" | "api" | "signIn" | "cookies" | "passwords" | "notices">;

const BASE = { access: "public", tag: PAGES_TAG, isPage: true, anyQuery: true } as const;

export function createDashboard(given: Omit<Context, "notices">): Dashboard {
  const context: Context = { ...given, notices: createNotices(given.deps) };
  const routes: OwnRoute[] = [];
  const own = new Set<PublicRoute>();
  const add = (definition: PageDefinition | FormDefinition, route: OwnRoute, make: Make): PublicRoute => {
    const { id, params, access, needsRecentSignIn } = definition;
    const added: PublicRoute = {
      ...BASE,
      ...{ id: `${route.method === "GET" ? "page" : "form"}_${id}`, method: route.method, path: route.path },
      summary: `A ${route.method === "GET" ? "page" : "form"} of the dashboard.`,
      ...(params && { params }),
      ...("head" in definition && { head: definition.head }),
      handle: (call) => respond(context, { access, needsRecentSignIn, role: route.role, routes }, call, make),
    };
    routes.push(route);
    own.add(added);
    return added;
  };
  return {
    ...context,
    page: (definition) =>
      add(definition, { method: "GET", path: definition.path, role: roleFor(definition, "viewer") }, (visit) =>
        definition.show(visit),
      ),
    form: (definition) =>
      add(
        definition,
        { method: "POST", path: definition.path, role: roleFor(definition, "owner") },
        async (visit, call) => {
          const form = await readOwnForm(context.deps, call, definition.maxBytes);
          assertOwnForm(context, visit, form.get("form_token") ?? "");
          const submit = () => definition.submit(visit, form);
          if (definition.isIdempotent) return submit();
          return submitOnce(context.deps, visit, { form, page: pageAt(call.request, routes) }, submit);
        },
      ),
    atBothAddresses: (routes) => routes.flatMap((route) => (own.has(route) ? [route, ofNamedUser(route)] : route)),
  };
}

type Make = (visit: PageRequest, call: PublicRequest) => Promise<FormResult>;

/** What is not about a user takes no role in a team. */
const roleFor = ({ access, role }: Definition, least: TeamRole): TeamRole | null =>
  access === "user" || access === "partner" ? (role ?? least) : null;

/** A form acts on the user whom its page has shown, or not at all: other pages may have chosen another one meanwhile. */
function assertOwnForm({ cookies }: Context, visit: PageRequest, token: string): void {
  const { request, user, users } = visit;
  if (cookies.isFormToken(request, user?.id ?? null, token)) return;
  const madeFor = [null, ...users].find((one) => cookies.isFormToken(request, one?.id ?? null, token));
  if (madeFor === undefined) throw foreignForm();
  throw new AppError(
    "CONFLICT",
    `Nothing was done: the form was for ${madeFor?.email ?? "no user"}, and this address is for ${user?.email ?? "no user"}. Open the page again to send it.`,
  );
}

const WITHOUT_USER = errorMessage("You do not act for this user. An owner of its team or an operator can add you.");

interface Needs extends Pick<Definition, "access" | "needsRecentSignIn"> {
  role: TeamRole | null;
  routes: readonly OwnRoute[];
}

async function respond(
  context: Context,
  { access, needsRecentSignIn, role, routes }: Needs,
  call: PublicRequest,
  make: Make,
): Promise<Reply> {
  const { deps, signIn, cookies, notices } = context;
  const isPart = call.request.headers.has("hx-request");
  const reply = await respondWithPage(deps, call, async () => {
    const token = cookies.session.read(call.request);
    const signedIn = token === null ? null : await signIn.current(token);
    const { base, userId: named } = splitAddress(call.request.url);
    const here = base + pageAt(call.request, routes);
    if (!signedIn) return isPart ? signedOut() : redirectTo(withNext(SIGN_IN_PATH, here));
    const formTokenOf = (userId: string | null) => cookies.formToken(call.request, userId);
    const visit = await visitOf(deps, { ...signedIn, named, formTokenOf }, call);
    if (named === null && visit.base !== "" && call.request.method === "GET") return redirectTo(visit.base + here);
    const to = addressing(
      routes.map(({ path }) => path),
      visit.base,
    );
    const finished = (view: View) => pageOf(visit, view, routes, to);
    try {
      if (named !== null && !visit.user) throw new AppError("PERMISSION_DENIED", WITHOUT_USER);
      assertMayVisit(visit, access);
      if (role !== null) assertTeamRole(visit, role);
      if (needsRecentSignIn && !isRecent(signedIn.session, deps.clock.now()))
        return redirectTo(withNext(SIGN_IN_AGAIN_PATH, here));
      const made = await make(visit, call);
      if (made instanceof Response) return made;
      if ("to" in made) return leave(notices, visit, made, to);
      return withNotice(notices, visit, made, finished);
    } catch (thrown) {
      const error = toAppError(thrown, deps.log, call.requestId);
      return finished(refusalView(error, call.requestId, pageAbove(visit.url.pathname, routes)));
    }
  });
  return "response" in reply ? { response: forScript(call.request, reply.response) } : reply;
}

/** Our script sends forms itself, and could not see where a redirect leads before it has followed it. */
function forScript(request: Request, response: Response): Response {
  const location = response.headers.get("location");
  if (!request.headers.has("x-form") || response.status !== 303 || location === null) return response;
  const headers = new Headers({ "x-go-to": location, "cache-control": "no-store" });
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return new Response(null, { status: 204, headers });
}

/** For a part of a page: the page stays as it is, with what is typed into it, and our script says so. */
function signedOut(): Response {
  return new Response(null, { status: 401, headers: { "x-error-code": "AUTH_REQUIRED", "cache-control": "no-store" } });
}

/** 303: the browser gets the next page by GET, and a reload sends no form twice. */
export function redirectTo(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location: path, "referrer-policy": "no-referrer", "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

function leave(notices: Notices, visit: PageRequest, done: Done, addressed: (path: string) => string): Response {
  const { to, notice, cookies = [] } = done;
  return redirectTo(addressed(to), notice ? [...cookies, notices.write(visit.session.id, notice)] : cookies);
}

/** A part of a page leaves the notice to the whole one. */
function withNotice(notices: Notices, visit: PageRequest, view: View, finished: (view: View) => Page): Page {
  const { request, session } = visit;
  if (request.method !== "GET" || request.headers.has("hx-request") || !notices.has(request)) return finished(view);
  const notice = notices.read(request, session.id);
  return { ...finished({ ...view, ...(notice && { notice }) }), cookie: notices.end() };
}

function pageOf(visit: PageRequest, view: View, routes: readonly OwnRoute[], to: (path: string) => string): Page {
  return {
    title: `${view.title} · Gateway`,
    readerLanguage: visit.reader.language,
    isInteractive: true,
    // The connect page, which tells how it ended.
    opensPopUps: true,
    ...(view.refreshTo && { refreshTo: view.refreshTo }),
    ...(view.error && {
      status: STATUS[view.error.code],
      errorCode: view.error.code,
      retryAfter: view.error.retryAfter,
    }),
    body: readdressed(withoutUnusable(<Frame visit={visit} view={view} />, visit, routes), to),
  };
}

/** The result of a call for a form, or the error that the form shows; what is our own fault is thrown. */
export async function attempt<T>(run: () => Promise<T>): Promise<{ data: T } | { error: AppError }> {
  try {
    return { data: await run() };
  } catch (error) {
    if (error instanceof AppError && STATUS[error.code] < 500) return { error };
    throw error;
  }
}
