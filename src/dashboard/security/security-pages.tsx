/** @jsxImportSource #pages */
// How a person signs in: password, passkeys, the second factor, and the sessions that are open.

import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { changeCredentials } from "../../identity/people/credentials.ts";
import { listIdentities } from "../../identity/sign-in/identities.ts";
import { rememberBrowser } from "../../identity/sign-in/known-browsers.ts";
import { deletePasskey, listPasskeys } from "../../identity/sign-in/passkey-store.ts";
import { beginRegistration, finishRegistration, hasPasskeys } from "../../identity/sign-in/passkeys.ts";
import { changePassword } from "../../identity/sign-in/passwords.ts";
import { endSession, endSessions, listSessions } from "../../identity/sign-in/sessions.ts";
import { beginTotp, confirmTotp, hasTotp, pendingTotp, removeTotp } from "../../identity/sign-in/totp.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { FormError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { signInProviders } from "../sign-in/provider-identity.ts";
import { responseIn } from "../sign-in/sign-in-routes.tsx";
import { initiatorOf, type PageRequest } from "../visit.ts";
import { Identities } from "./identities.tsx";
import {
  enrolView,
  PASSKEY_PATH,
  PATH,
  Passkeys,
  recoveryView,
  SESSION_PATH,
  SecondFactor,
  Sessions,
  TOTP_PATH,
} from "./security-views.tsx";

const IdParam = t.Object({ id: t.String({ maxLength: 1_400, description: "A passkey's or session's id." }) });

export function securityPages(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  return [
    page({ id: "security", path: PATH, access: "person", show: (visit) => overview(dashboard, visit) }),
    ...passwordForms(dashboard),
    ...totpForms(dashboard),
    ...passkeyForms(dashboard),
    ...sessionForms(dashboard),
  ];
}

function note({ deps }: Dashboard, visit: PageRequest, event: string): Promise<void> {
  return deps.audit.record(initiatorOf(visit), { event });
}

function passwordForms(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.form({
      id: "change_password",
      path: `${PATH}/password`,
      access: "person",
      needsRecentSignIn: true,
      async submit(visit, form) {
        const { deps, passwords } = dashboard;
        const changed = await attempt(() =>
          changePassword({ ...deps, passwords }, visit.session, visit.person, form.get("password") ?? ""),
        );
        if ("error" in changed) return overview(dashboard, visit, changed.error);
        await note(dashboard, visit, "person_password_changed");
        // Every browser was forgotten; this one has just signed the person in.
        const { knownBrowser } = dashboard.cookies;
        const browser = await rememberBrowser(deps, visit.person.id, knownBrowser.read(visit.request));
        const changedNotice = done(PATH, tr("The password is changed, and your other sessions have ended."));
        return { ...changedNotice, cookies: [knownBrowser.write(browser)] };
      },
    }),
  ];
}

function totpForms(dashboard: Dashboard): PublicRoute[] {
  const { deps, form } = dashboard;
  const enrol = async (visit: PageRequest, error?: AppError): Promise<View> => {
    // A mistyped code changes nothing in the person's app.
    const enrolment = (error && (await pendingTotp(deps, visit.person))) ?? (await beginTotp(deps, visit.person));
    if (!enrolment) throw new AppError("CONFLICT", "You already have a second factor. Remove it first.");
    return enrolView(visit, enrolment, error);
  };
  return [
    form({
      id: "second_factor_begin",
      path: `${TOTP_PATH}/begin`,
      access: "person",
      needsRecentSignIn: true,
      submit: (visit) => enrol(visit),
    }),
    form({
      id: "second_factor_new",
      path: TOTP_PATH,
      access: "person",
      needsRecentSignIn: true,
      async submit(visit, sent) {
        const code = (sent.get("code") ?? "").replace(/\s/g, "");
        const codes = await changeCredentials(
          deps,
          visit.session,
          (database) => confirmTotp({ ...deps, database }, visit.person.id, code),
          { isProof: true },
        );
        if (!codes)
          return enrol(
            visit,
            new AppError(
              "VALIDATION_ERROR",
              "The code is wrong. Enter the code that your app shows now; the QR code is the same.",
            ),
          );
        await note(dashboard, visit, "person_second_factor_added");
        return recoveryView(codes);
      },
    }),
    form({
      id: "second_factor_remove",
      path: `${TOTP_PATH}/remove`,
      access: "person",
      needsRecentSignIn: true,
      async submit(visit) {
        await changeCredentials(deps, visit.session, (database) => removeTotp({ database }, visit.person.id));
        await note(dashboard, visit, "person_second_factor_removed");
        return done(PATH, tr("The second factor is removed, and your other sessions have ended."));
      },
    }),
  ];
}

function passkeyForms(dashboard: Dashboard): PublicRoute[] {
  const { deps, form } = dashboard;
  return [
    form({
      id: "passkey_new_options",
      path: `${PASSKEY_PATH}/options`,
      access: "person",
      needsRecentSignIn: true,
      submit: async ({ person }) => Response.json(await beginRegistration(deps, person)),
    }),
    form({
      id: "passkey_new",
      path: PASSKEY_PATH,
      access: "person",
      needsRecentSignIn: true,
      async submit(visit, sent) {
        const response = responseIn<RegistrationResponseJSON>(sent);
        await finishRegistration(deps, visit.session, response, sent.get("name") ?? "");
        await note(dashboard, visit, "person_passkey_added");
        return done(
          PATH,
          tr("The passkey is added. You can sign in with it without a password. Your other sessions have ended."),
        );
      },
    }),
    form({
      id: "passkey_remove",
      path: `${PASSKEY_PATH}/{id}/remove`,
      access: "person",
      params: IdParam,
      needsRecentSignIn: true,
      async submit(visit) {
        const isGone = await changeCredentials(deps, visit.session, (database) =>
          deletePasskey(database, visit.person.id, visit.params.id as string),
        );
        if (!isGone) throw new AppError("NOT_FOUND", "You have no passkey with this id.");
        await note(dashboard, visit, "person_passkey_removed");
        return done(PATH, tr("The passkey is removed, and your other sessions have ended."));
      },
    }),
  ];
}

function sessionForms(dashboard: Dashboard): PublicRoute[] {
  const { deps, form } = dashboard;
  return [
    form({
      id: "end_sessions",
      path: `${SESSION_PATH}/end-others`,
      access: "person",
      async submit(visit) {
        await endSessions(deps, visit.person.id, visit.session.id);
        await note(dashboard, visit, "person_sessions_ended");
        return done(PATH, tr("All other sessions have ended."));
      },
    }),
    form({
      id: "end_session",
      path: `${SESSION_PATH}/{id}/end`,
      access: "person",
      params: IdParam,
      async submit(visit) {
        const open = await listSessions(deps, visit.person.id);
        const chosen = open.find(({ id }) => id === visit.params.id);
        if (!chosen) throw new AppError("NOT_FOUND", "You have no session with this id.");
        await endSession(deps, chosen.id);
        return done(PATH, tr("That session has ended."));
      },
    }),
  ];
}

async function overview(dashboard: Dashboard, visit: PageRequest, error?: AppError): Promise<View> {
  const { deps } = dashboard;
  return {
    title: tr("Sign-in"),
    lead: tr("How you sign in, and where you are signed in."),
    error,
    body: (
      <>
        {deps.issuers.isOnly ? null : <Password visit={visit} error={error} />}
        <SecondFactor visit={visit} isOn={await hasTotp(deps, visit.person.id)} />
        <Identities
          visit={visit}
          providers={await signInProviders(deps)}
          issuers={deps.issuers}
          identities={await listIdentities(deps.database, visit.person.id)}
        />
        {hasPasskeys(deps) ? (
          <Passkeys visit={visit} passkeys={await listPasskeys(deps.database, visit.person.id)} />
        ) : (
          <section class="section">
            <h2>{tr("Passkeys")}</h2>
            <p>
              {rich("Passkeys need a host with a name: the operator sets {code}.", { code: <code>BASE_URL</code> })}
            </p>
          </section>
        )}
        <Sessions visit={visit} sessions={await listSessions(deps, visit.person.id)} />
      </>
    ),
  };
}

const Password = ({ visit, error }: { visit: PageRequest; error?: AppError }): Markup => (
  <section>
    <h2 class="plain">{tr("Password")}</h2>
    <FormError error={error} fields={[]} />
    <form method="post" action={`${PATH}/password`} class="filters">
      <FormToken visit={visit} />
      <input type="hidden" name="username" value={visit.person.email} autocomplete="username" />
      <TextField name="password" label={tr("New password")} type="password" isRequired autocomplete="new-password" />
      <button type="submit" class="button">
        {tr("Change it")}
      </button>
    </form>
  </section>
);
