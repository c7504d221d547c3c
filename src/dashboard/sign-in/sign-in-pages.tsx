/** @jsxImportSource #pages */
// The pages before somebody is signed in: first owner, sign-in, second factor, setting a password.
import type { AppError } from "../../foundation/errors.ts";
import type { Person } from "../../identity/people/store.ts";
import { MIN_PASSWORD } from "../../identity/sign-in/passwords.ts";
import { Button, Message, Panel } from "../../web/pages/components.tsx";
import { FormError, TextField } from "../../web/pages/fields.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";

interface FormProps {
  action: string;
  formToken: string;
  error?: AppError | null;
  /** Other ways, below the form. */
  footer?: Child;
}

export const SheetForm = (
  props: FormProps & { title: string; lead?: Child; submit: string; children?: Child },
): Markup => (
  <Panel>
    <div class="centred">
      <span class="tile brand" aria-hidden="true">
        G
      </span>
      <h1>{props.title}</h1>
      {props.lead ? <p class="muted">{props.lead}</p> : null}
    </div>
    <FormError error={props.error} fields={[]} />
    <form method="post" action={props.action} class="stack sheet-form">
      <input type="hidden" name="form_token" value={props.formToken} />
      {props.children}
      <Button kind="primary">{props.submit}</Button>
    </form>
    {props.footer}
  </Panel>
);

const Email = ({ value }: { value?: string | null }): Markup => (
  <TextField
    name="email"
    label={tr("E-mail address")}
    type="email"
    value={value}
    isRequired
    autocomplete="username"
    isFocused
  />
);

export const NewPassword = (): Markup => (
  <TextField
    name="password"
    label={tr("Password")}
    type="password"
    isRequired
    autocomplete="new-password"
    hint={tr("At least {count} characters; several words are best.", { count: MIN_PASSWORD })}
  />
);

export const SignInView = (props: FormProps & { email?: string | null; passkeys: Child; providers: Child }): Markup => (
  <SheetForm {...props} title={tr("Sign in")} submit={tr("Sign in")} footer={props.providers}>
    <Email value={props.email} />
    <TextField name="password" label={tr("Password")} type="password" isRequired autocomplete="current-password" />
    {props.passkeys}
  </SheetForm>
);

/** For a gateway that people enter with nothing but the operator's issuers. */
export const IssuerOnlyView = (props: { title: string; lead: Child; issuers: Child; more?: Child }): Markup => (
  <Panel>
    <div class="centred">
      <span class="tile brand" aria-hidden="true">
        G
      </span>
      <h1>{props.title}</h1>
      {props.lead ? <p class="muted">{props.lead}</p> : null}
    </div>
    {props.issuers}
    {props.more}
  </Panel>
);

export const SecondFactorView = (props: FormProps): Markup => (
  <SheetForm
    {...props}
    title={tr("Second factor")}
    lead={tr("The six digits from your authenticator app, or one of your recovery codes.")}
    submit={tr("Continue")}
  >
    <TextField name="code" label={tr("Code")} isRequired autocomplete="one-time-code" maxLength={40} isFocused />
  </SheetForm>
);

interface ReauthenticateProps extends FormProps {
  email: string;
  passkeys: Child;
  proof: "password" | "password_and_code" | "passkey";
}

type Invited = Pick<Person, "email" | "isAddressProven">;

const ResetNotice = (): Markup => (
  <p class="small muted">
    {tr(
      "A team's invitation made this sign-in. Using the link removes the password, passkeys, authenticator app and linked accounts that it has, and ends its sessions and AI clients.",
    )}
  </p>
);

/** Asks for no password: the issuers come first, and the link is enough when they cannot be reached. */
export const EnterOnceView = ({
  person,
  footer,
  error,
  action,
  formToken,
}: FormProps & { person: Invited }): Markup => (
  <IssuerOnlyView
    title={tr("Welcome")}
    lead={person.email}
    issuers={footer}
    more={
      <form method="post" action={action} class="stack gap">
        {person.isAddressProven ? null : <ResetNotice />}
        <FormError error={error} fields={[]} />
        <input type="hidden" name="form_token" value={formToken} />
        <button type="submit" class="button">
          {tr("Sign in once with this link")}
        </button>
        <p class="small muted">{tr("For when the sign-in above cannot be reached. The link works once.")}</p>
      </form>
    }
  />
);

export const RECENTLY = message("Keys, secrets and roles need a sign-in within the last 15 minutes.");

export const ReauthenticateView = (props: ReauthenticateProps): Markup =>
  props.proof === "passkey" ? <ReauthenticateByPasskey {...props} /> : <ReauthenticateByPassword {...props} />;

const ReauthenticateByPassword = (props: ReauthenticateProps): Markup => (
  <SheetForm {...props} title={tr("Confirm your identity")} lead={tr(RECENTLY)} submit={tr("Continue")}>
    <input type="hidden" name="email" value={props.email} autocomplete="username" />
    <TextField
      name="password"
      label={tr("Password")}
      type="password"
      isRequired
      autocomplete="current-password"
      hint={props.email}
      isFocused
    />
    {props.proof === "password_and_code" ? (
      <TextField
        name="code"
        label={tr("Code")}
        isRequired
        autocomplete="one-time-code"
        maxLength={40}
        hint={tr("The six digits from your authenticator app, or one of your recovery codes.")}
      />
    ) : null}
    {props.passkeys}
  </SheetForm>
);

/** The password is no proof here: a person who has learned it could remove the passkey. */
const ReauthenticateByPasskey = (props: ReauthenticateProps): Markup => (
  <Panel>
    <div class="centred">
      <h1>{tr("Confirm your identity")}</h1>
      <p class="muted">{tr(RECENTLY)}</p>
    </div>
    <FormError error={props.error} fields={[]} />
    <form method="post" action={props.action} class="stack sheet-form">
      <input type="hidden" name="form_token" value={props.formToken} />
      {props.passkeys}
      <p class="small muted">
        {tr(
          "You have a passkey, so the password is not enough on its own. If you have lost the passkey, an owner can remove it on your page under People.",
        )}
      </p>
      <noscript>
        <p class="small muted">{tr("Passkeys need JavaScript.")}</p>
      </noscript>
    </form>
  </Panel>
);

export const FIRST_OWNER = message("You are the first user, so this account becomes the owner. Invite others by link.");

export const FirstOwnerView = (props: FormProps & { email?: string | null; name?: string | null }): Markup => (
  <SheetForm {...props} title={tr("Welcome")} lead={tr(FIRST_OWNER)} submit={tr("Become the owner")}>
    <TextField
      name="name"
      label={tr("Name")}
      value={props.name}
      isRequired
      maxLength={100}
      autocomplete="name"
      isFocused
    />
    <TextField
      name="email"
      label={tr("E-mail address")}
      type="email"
      value={props.email}
      isRequired
      autocomplete="username"
    />
    <NewPassword />
  </SheetForm>
);

export const SetPasswordView = (props: FormProps & { person: Invited }): Markup => (
  <SheetForm {...props} title={tr("Set your password")} lead={props.person.email} submit={tr("Set it and sign in")}>
    <input type="hidden" name="username" value={props.person.email} autocomplete="username" />
    {props.person.isAddressProven ? null : <ResetNotice />}
    <NewPassword />
  </SheetForm>
);

export const NoOwnerNotice = (): Markup => (
  <Message tone="neutral" icon="lock" title={tr("This gateway has no owner yet")}>
    <p class="muted">
      {rich(
        "The gateway prints a link for its first owner when it starts. It works once, within an hour. To get another, restart the gateway or run {code}.",
        { code: <code>gateway person link</code> },
      )}
    </p>
  </Message>
);
