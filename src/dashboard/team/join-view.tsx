/** @jsxImportSource #pages */
// What an invitation's link shows to who is not signed in: a new sign-in, and the way to the one that they have.

import type { AppError } from "../../foundation/errors.ts";
import type { LinkedInvitation } from "../../identity/people/invitation-store.ts";
import { LinkButton, Panel } from "../../web/pages/components.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { SIGN_IN_PATH, withNext } from "../paths.ts";
import { roleText } from "../role-text.ts";
import { NewPassword, SheetForm } from "../sign-in/sign-in-pages.tsx";

interface JoinProps {
  action: string;
  /** The page that a sign-in leads back to. */
  next: string;
  formToken: string;
  error?: AppError | undefined;
  invitation: LinkedInvitation;
  /** Whether the invited address is new here or has a sign-in, or people sign in with nothing but issuers. */
  mode: "new" | "known" | "issuers";
  /** Buttons of the operator's issuers. */
  issuers: Markup;
  name: string | null | undefined;
}

export const JoinView = (props: JoinProps): Markup => {
  const { mode, invitation, issuers, next } = props;
  if (mode === "new") return <NewSignIn {...props} />;
  return (
    <Panel>
      <div class="centred">
        <h1>{tr("Join the team")}</h1>
        <p class="muted">
          <Lead {...invitation} />
        </p>
      </div>
      {mode === "known" ? (
        <LinkButton kind="primary" href={withNext(SIGN_IN_PATH, next)}>
          {tr("Sign in to join")}
        </LinkButton>
      ) : null}
      {issuers}
      {mode === "issuers" ? (
        <p class="small muted">{rich("Sign in there as {email}.", { email: <bdi>{invitation.email}</bdi> })}</p>
      ) : null}
    </Panel>
  );
};

const Lead = ({ invitedBy, userEmail, role }: LinkedInvitation): Markup => (
  <>
    {rich("{invited_by} invites you to the team of {user}, as {role}.", {
      invited_by: <bdi>{invitedBy}</bdi>,
      user: <bdi>{userEmail}</bdi>,
      role: roleText(role),
    })}
  </>
);

const NewSignIn = ({ invitation, issuers, next, name, mode: _, ...form }: JoinProps): Markup => (
  <SheetForm
    {...form}
    title={tr("Join the team")}
    lead={<Lead {...invitation} />}
    submit={tr("Join")}
    footer={
      <>
        {issuers}
        <p class="small">
          {rich("You sign in here already? <a>Sign in to join</a>", {
            a: (inner) => <a href={withNext(SIGN_IN_PATH, next)}>{inner}</a>,
          })}
        </p>
      </>
    }
  >
    <input type="hidden" name="username" value={invitation.email} autocomplete="username" />
    <p class="small muted">{rich("You will sign in as {email}.", { email: <bdi>{invitation.email}</bdi> })}</p>
    <TextField name="name" label={tr("Name")} value={name} isRequired maxLength={100} autocomplete="name" isFocused />
    <NewPassword />
  </SheetForm>
);
