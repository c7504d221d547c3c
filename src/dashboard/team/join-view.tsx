/** @jsxImportSource #pages */
// What an invitation's link shows to who is not signed in: a new sign-in, and the way to the one that they have.
import type { AppError } from "../../foundation/errors.ts";
import type { LinkedInvitation } from "../../identity/people/invitation-store.ts";
import { LinkButton, Panel } from "../../web/pages/components.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { SIGN_IN_PATH, withNext } from "../paths.ts";
import { NewPassword, SheetForm } from "../sign-in/sign-in-pages.tsx";

interface JoinProps {
  action: string;
  /** The page that a sign-in leads back to. */
  next: string;
  formToken: string;
  error?: AppError | undefined;
  invitation: LinkedInvitation;
  /** Whether nobody makes a new sign-in here: the invited address has one, or passwords are switched off. */
  mustSignIn: boolean;
  name: string | null | undefined;
}

export const JoinView = (props: JoinProps): Markup => {
  const { invitation, mustSignIn, next, name, ...form } = props;
  const lead = (
    <>
      {rich("{invited_by} invites you to the team of {user_email}, as {role}.", {
        invited_by: <bdi>{invitation.invitedBy}</bdi>,
        user_email: <bdi>{invitation.userEmail}</bdi>,
        role: invitation.role,
      })}
    </>
  );
  const signIn = withNext(SIGN_IN_PATH, next);
  if (mustSignIn)
    return (
      <Panel>
        <div class="centred">
          <h1>{tr("Join the team")}</h1>
          <p class="muted">{lead}</p>
        </div>
        <LinkButton kind="primary" href={signIn}>
          {tr("Sign in to join")}
        </LinkButton>
      </Panel>
    );
  return (
    <SheetForm
      {...form}
      title={tr("Join the team")}
      lead={lead}
      submit={tr("Join")}
      footer={
        <p class="small">
          {rich("You sign in here already? <a>Sign in to join</a>", { a: (inner) => <a href={signIn}>{inner}</a> })}
        </p>
      }
    >
      <input type="hidden" name="username" value={invitation.email} autocomplete="username" />
      <p class="small muted">{rich("You will sign in as {email}.", { email: <bdi>{invitation.email}</bdi> })}</p>
      <TextField name="name" label={tr("Name")} value={name} isRequired maxLength={100} autocomplete="name" isFocused />
      <NewPassword />
    </SheetForm>
  );
};
