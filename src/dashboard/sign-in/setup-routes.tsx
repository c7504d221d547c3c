/** @jsxImportSource #pages */
// Setup links over HTTP: the first owner, and a person's first or forgotten password.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { findPerson, type Person } from "../../identity/people/store.ts";
import { findSetupLink } from "../../identity/sign-in/setup-links.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { attempt, type Dashboard } from "../pages.tsx";
import { HOME_PATH, SETUP_PATH } from "../paths.ts";
import { IssuersBelow } from "./provider-buttons.tsx";
import { EnterOnceView, FIRST_OWNER, FirstOwnerView, IssuerOnlyView, SetPasswordView } from "./sign-in-pages.tsx";
import { clientOf, openRoute, readVisitorForm, sheetPage, startSession, userOfAddress } from "./sign-in-routes.tsx";

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
  const onward = { action: `${SETUP_PATH}/${token}/oidc`, formToken, next: HOME_PATH };
  const footer = <IssuersBelow issuers={deps.issuers} {...onward} />;
  const form = { action: `${SETUP_PATH}/${token}`, formToken, error, footer };
  const person = link.personId === null ? null : await findPerson(deps.database, link.personId);
  const title = person && !deps.issuers.isOnly ? tr("Set your password") : tr("Welcome");
  const view = viewOf(deps, form, person, sent);
  return { ...sheetPage(title, view, error), cookie };
}

function viewOf(
  { issuers: { isOnly } }: Dashboard["deps"],
  form: Parameters<typeof FirstOwnerView>[0],
  person: Person | null,
  sent?: URLSearchParams,
): Markup {
  if (person)
    return isOnly ? <EnterOnceView {...form} person={person} /> : <SetPasswordView {...form} person={person} />;
  if (isOnly) return <IssuerOnlyView title={tr("Welcome")} lead={tr(FIRST_OWNER)} issuers={form.footer} />;
  return <FirstOwnerView {...form} email={sent?.get("email")} name={sent?.get("name")} />;
}

/** What the use of a person's link means beyond the sign-in. */
async function noteUse({ deps }: Dashboard, { address, requestId }: PublicRequest, { id, ...before }: Person) {
  const initiator = { actor: { kind: "person" as const, id, name: before.email }, address, requestId };
  if (!before.isAddressProven) await deps.audit.record(initiator, { event: "person_address_proven" });
  if (deps.issuers.isOnly) await deps.audit.record(initiator, { event: "person_entered_by_link" });
}

async function submit(dashboard: Dashboard, call: PublicRequest, form: URLSearchParams) {
  const { deps, signIn } = dashboard;
  const token = call.params.token as string;
  const password = form.get("password") ?? "";
  const link = await findSetupLink(deps, token);
  if (link?.personId !== null) {
    const before = link ? await findPerson(deps.database, link.personId) : null;
    const signedIn = await signIn.bySetupLink(token, password, clientOf(dashboard, call));
    if (before) await noteUse(dashboard, call, before);
    return signedIn;
  }
  const [email, name] = [(form.get("email") ?? "").trim(), (form.get("name") ?? "").trim()];
  if (!EMAIL.test(email)) throw new AppError("VALIDATION_ERROR", "Enter a valid e-mail address.");
  if (name === "" || name.length > MAX_NAME) throw new AppError("VALIDATION_ERROR", "A name has 1 to 100 characters.");
  return signIn.asFirstOwner(
    token,
    { email, name, password, userOf: (address) => userOfAddress(deps, address) },
    clientOf(dashboard, call),
  );
}
