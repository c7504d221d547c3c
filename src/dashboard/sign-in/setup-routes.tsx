/** @jsxImportSource #pages */
// Setup links over HTTP: the first owner, and a person's first or forgotten password.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { findPerson } from "../../identity/people/store.ts";
import { findSetupLink } from "../../identity/sign-in/setup-links.ts";
import { createUser } from "../../identity/users/service.ts";
import { findByEmail } from "../../identity/users/store.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { htmlResponse } from "../../web/pages/response.tsx";
import { attempt, type Dashboard } from "../pages.tsx";
import { HOME_PATH, SETUP_PATH } from "../paths.ts";
import { FirstOwnerView, SetPasswordView } from "./sign-in-pages.tsx";
import { clientOf, openRoute, readVisitorForm, sheetPage, startSession } from "./sign-in-routes.tsx";

const PATH = `${SETUP_PATH}/{token}`;
const params = t.Object({ token: t.String({ maxLength: 100, description: "The link's secret." }) });
const MAX_NAME = 100;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export function setupRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps } = dashboard;
  return [
    openRoute(deps, { id: "page_setup", method: "GET", path: PATH, params, strangers: "unknown_link" }, (call) =>
      show(dashboard, call),
    ),
    openRoute(deps, { id: "form_setup", method: "POST", path: PATH, params, strangers: "sign_in" }, async (call) => {
      const form = await readVisitorForm(dashboard, call);
      const result = await attempt(() => submit(dashboard, call, form));
      if ("data" in result) return startSession(dashboard, call, result.data, HOME_PATH);
      return show(dashboard, call, form, result.error);
    }),
  ];
}

async function show({ deps, cookies }: Dashboard, call: PublicRequest, sent?: URLSearchParams, error?: AppError) {
  const token = call.params.token as string;
  const link = await findSetupLink(deps, token);
  if (!link) throw new AppError("AUTH_REQUIRED", "The link was already used or has expired. Ask for a new one.");
  const { formToken, cookie } = cookies.visitor(call.request);
  const form = { action: `${SETUP_PATH}/${token}`, formToken, error };
  const person = link.personId === null ? null : await findPerson(deps.database, link.personId);
  const view = person ? (
    <SetPasswordView {...form} email={person.email} />
  ) : (
    <FirstOwnerView {...form} email={sent?.get("email")} name={sent?.get("name")} />
  );
  return htmlResponse(deps, { ...sheetPage(person ? "Set your password" : "Welcome", view, error), cookie });
}

async function submit(dashboard: Dashboard, call: PublicRequest, form: URLSearchParams) {
  const { deps, signIn } = dashboard;
  const token = call.params.token as string;
  const password = form.get("password") ?? "";
  const link = await findSetupLink(deps, token);
  if (link?.personId !== null) return signIn.bySetupLink(token, password, clientOf(dashboard, call));
  const [email, name] = [(form.get("email") ?? "").trim(), (form.get("name") ?? "").trim()];
  if (!EMAIL.test(email)) throw new AppError("VALIDATION_ERROR", "Enter a valid e-mail address.");
  if (name === "" || name.length > MAX_NAME) throw new AppError("VALIDATION_ERROR", "A name has 1 to 100 characters.");
  return signIn.asFirstOwner(
    token,
    { email, name, password, userOf: (address) => userOf(deps, address) },
    clientOf(dashboard, call),
  );
}

async function userOf(deps: Dashboard["deps"], email: string): Promise<string> {
  const known = await findByEmail(deps.database, email);
  return known ? known.id : (await createUser(deps, { email })).id;
}
