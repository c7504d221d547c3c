/** @jsxImportSource #pages */
// What an invitation's link shows to who is not signed in: a new sign-in, and the way to the one that they have.
import type { AppError } from "../../foundation/errors.ts";
import type { LinkedInvitation } from "../../identity/people/invitation-store.ts";
import { LinkButton, Panel } from "../../web/pages/components.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
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
      <bdi>{invitation.invitedBy}</bdi> invites you to the team of <bdi>{invitation.userEmail}</bdi>, as{" "}
      {invitation.role}.
    </>
  );
  const signIn = withNext(SIGN_IN_PATH, next);
  if (mustSignIn)
    return (
      <Panel>
        <div class="centred">
          <h1>Join the team</h1>
          <p class="muted">{lead}</p>
        </div>
        <LinkButton kind="primary" href={signIn}>
          Sign in to join
        </LinkButton>
      </Panel>
    );
  return (
    <SheetForm
      {...form}
      title="Join the team"
      lead={lead}
      submit="Join"
      footer={
        <p class="small">
          You sign in here already? <a href={signIn}>Sign in to join</a>
        </p>
      }
    >
      <input type="hidden" name="username" value={invitation.email} autocomplete="username" />
      <p class="small muted">
        You will sign in as <bdi>{invitation.email}</bdi>.
      </p>
      <TextField name="name" label="Name" value={name} isRequired maxLength={100} autocomplete="name" isFocused />
      <NewPassword />
    </SheetForm>
  );
};
