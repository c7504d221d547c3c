/** @jsxImportSource #pages */
// What the page of a person's own sign-in shows: second factor, passkeys and open sessions.

import { renderSVG } from "uqr";
import type { AppError } from "../../foundation/errors.ts";
import { browserName } from "../../identity/sign-in/browser-name.ts";
import type { listPasskeys } from "../../identity/sign-in/passkey-store.ts";
import type { listSessions } from "../../identity/sign-in/sessions.ts";
import type { Enrolment } from "../../identity/sign-in/totp.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Code, Table, Time } from "../../web/pages/data.tsx";
import { FormError, TextField } from "../../web/pages/fields.tsx";
import { type Markup, Raw } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";

export const PATH = "/settings/sign-in";
export const TOTP_PATH = `${PATH}/second-factor`;
export const PASSKEY_PATH = `${PATH}/passkeys`;
export const IDENTITY_PATH = `${PATH}/oidc`;
export const SESSION_PATH = `${PATH}/sessions`;

export function enrolView(visit: PageRequest, { secret, uri }: Enrolment, error?: AppError): View {
  return {
    title: tr("Add a second factor"),
    lead: tr("Scan the QR code with an authenticator app, and enter the six digits that it shows."),
    error,
    body: (
      <form method="post" action={TOTP_PATH} class="fields">
        <FormToken visit={visit} />
        <FormError error={error} fields={[]} />
        <span class="qr" role="img" aria-label={tr("QR code for an authenticator app")}>
          <Raw html={renderSVG(uri, { border: 2 })} />
        </span>
        <div>
          <p class="small muted">{tr("Or type this secret into the app:")}</p>
          <Code id="secret">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</Code>
        </div>
        <TextField
          name="code"
          label={tr("Code")}
          isRequired
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={7}
        />
        <div class="form-foot">
          <Button kind="primary">{tr("Turn it on")}</Button>
          <LinkButton kind="quiet" href={PATH}>
            {tr("Not now")}
          </LinkButton>
        </div>
      </form>
    ),
  };
}

export const recoveryView = (codes: readonly string[]): View => ({
  title: tr("Your recovery codes"),
  isSecret: true,
  lead: tr("Each one signs you in once, when you do not have your app. They are shown only once."),
  body: (
    <div class="fields">
      <Code id="codes" label={tr("Copy all")}>
        {codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1 ")).join("\n")}
      </Code>
      <LinkButton kind="primary" href={PATH}>
        {tr("I have saved them")}
      </LinkButton>
    </div>
  ),
});

export const SecondFactor = ({ visit, isOn }: { visit: PageRequest; isOn: boolean }): Markup => (
  <section class="section">
    <h2>{tr("Second factor")}</h2>
    <p>
      {isOn
        ? tr("Every sign-in with a password or passkey asks for a code from your authenticator app.")
        : tr("None. With a second factor, a stolen password is not enough to sign in.")}
    </p>
    {isOn ? (
      <form method="post" action={`${TOTP_PATH}/remove`} class="gap">
        <FormToken visit={visit} />
        <button type="submit" class="button danger">
          {tr("Remove it")}
        </button>
      </form>
    ) : (
      <form method="post" action={`${TOTP_PATH}/begin`} class="gap">
        <FormToken visit={visit} />
        <Button kind="primary">{tr("Add a second factor")}</Button>
      </form>
    )}
  </section>
);

export function Passkeys({
  visit,
  passkeys,
}: {
  visit: PageRequest;
  passkeys: Awaited<ReturnType<typeof listPasskeys>>;
}): Markup {
  return (
    <section class="section">
      <h2>{tr("Passkeys")}</h2>
      {passkeys.length === 0 ? (
        <p>{tr("None. A passkey signs you in with a fingerprint, your face or a security key.")}</p>
      ) : null}
      {passkeys.length > 0 ? (
        <Table
          caption={tr("Passkeys")}
          rows={passkeys}
          columns={[
            { title: tr("Name"), cell: ({ name }) => <bdi>{name}</bdi> },
            {
              title: tr("Last use"),
              cell: ({ lastUsedAt }) => <Time reader={visit.reader} at={lastUsedAt} />,
            },
            {
              title: "",
              cell: ({ id, name }) => (
                <form method="post" action={`${PASSKEY_PATH}/${encodeURIComponent(id)}/remove`}>
                  <FormToken visit={visit} />
                  <button type="submit" class="button small danger">
                    {rich("Remove{name}", { name: <span class="visually-hidden"> {name}</span> })}
                  </button>
                </form>
              ),
            },
          ]}
        />
      ) : null}
      <NewPasskey visit={visit} />
    </section>
  );
}

const NewPasskey = ({ visit }: { visit: PageRequest }): Markup => (
  <form method="post" action={PASSKEY_PATH} class="filters gap">
    <FormToken visit={visit} />
    <input type="hidden" name="response" />
    <TextField name="name" label={tr("Name of a new passkey")} placeholder={tr("This laptop")} maxLength={60} />
    <button
      type="button"
      class="button"
      data-passkey={`${PASSKEY_PATH}/options`}
      data-passkey-action={PASSKEY_PATH}
      data-passkey-kind="create"
      hidden
    >
      {tr("Add a passkey")}
    </button>
    <p class="field-error" role="alert" data-passkey-error hidden>
      {tr("No passkey was added. Sign in again if your sign-in is older than 15 minutes.")}
    </p>
    <noscript>
      <p class="small muted">{tr("Passkeys need JavaScript.")}</p>
    </noscript>
  </form>
);

export function Sessions({
  visit,
  sessions,
}: {
  visit: PageRequest;
  sessions: Awaited<ReturnType<typeof listSessions>>;
}): Markup {
  return (
    <section class="section">
      <h2>{tr("Sessions")}</h2>
      <Table
        caption={tr("Sessions")}
        rows={sessions}
        columns={[
          {
            title: tr("Browser"),
            cell: ({ id, userAgent }) => (
              <>
                <bdi>{browserName(userAgent) ?? userAgent?.slice(0, 40) ?? tr("Unknown")}</bdi>
                {id === visit.session.id ? <span class="muted"> {tr("(this one)")}</span> : null}
              </>
            ),
          },
          { title: tr("Address"), hideOnNarrow: true, cell: ({ address }) => <code>{address ?? "unknown"}</code> },
          {
            title: tr("Signed in"),
            hideOnNarrow: true,
            cell: ({ signedInAt }) => <Time reader={visit.reader} at={signedInAt} />,
          },
          { title: tr("Last use"), cell: ({ seenAt }) => <Time reader={visit.reader} at={seenAt} /> },
          {
            title: "",
            cell: ({ id }) => (
              <form method="post" action={`${SESSION_PATH}/${id}/end`}>
                <FormToken visit={visit} />
                <button type="submit" class="button small">
                  {tr("End")}
                </button>
              </form>
            ),
          },
        ]}
      />
      {sessions.length > 1 ? (
        <form method="post" action={`${SESSION_PATH}/end-others`} class="gap">
          <FormToken visit={visit} />
          <button type="submit" class="button">
            {tr("End all others")}
          </button>
        </form>
      ) : null}
    </section>
  );
}
