/** @jsxImportSource #pages */
// What leads on to the sign-in of a provider or of one of the operator's issuers.

import type { Issuers } from "../../identity/oidc/issuer.ts";
import type { Provider } from "../../plugin/index.ts";
import { Icon } from "../../web/pages/components.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";

interface Onward {
  formToken: string;
  /** The page to go on to afterwards. */
  next: string;
}

/** Buttons below the sign-in form, each a form of its own; the operator's issuers come first. */
export const ProviderButtons = ({
  providers,
  issuers,
  ...onward
}: Onward & { providers: readonly Provider[]; issuers: Child }): Markup => (
  <div class="stack gap">
    {issuers}
    {providers.map((provider) => (
      <OnwardForm action={`/sign-in/with/${provider.id}`} {...onward}>
        {rich("{mark}Sign in with {name}", {
          mark: <ProviderMark provider={provider} />,
          name: provider.name,
        })}
      </OnwardForm>
    ))}
  </div>
);

const SIGN_IN = message("Sign in with {name}");

interface IssuersProps extends Onward {
  issuers: Issuers;
  /** The form's target, which takes every issuer. */
  action: string;
  /** The default is to sign in. */
  label?: Message;
}

export const IssuerButtons = ({ issuers, action, label = SIGN_IN, ...onward }: IssuersProps): Markup => (
  <>
    {issuers.all.map((issuer) => (
      <OnwardForm action={action} issuer={issuer.id} isDown={issuer.isDown()} {...onward}>
        <Icon name="key" />
        {tr(label, { name: issuer.settings.name })}
      </OnwardForm>
    ))}
  </>
);

/** The same below a form. */
export const IssuersBelow = (props: IssuersProps): Markup =>
  props.issuers.all.length === 0 ? (
    NOTHING
  ) : (
    <div class="stack gap">
      <IssuerButtons {...props} />
    </div>
  );

const OnwardForm = ({
  action,
  formToken,
  next,
  issuer,
  isDown = false,
  children,
}: Onward & { action: string; issuer?: string; isDown?: boolean; children?: Child }): Markup => (
  <form method="post" action={action}>
    <input type="hidden" name="form_token" value={formToken} />
    <input type="hidden" name="next" value={next} />
    {issuer === undefined ? null : <input type="hidden" name="issuer" value={issuer} />}
    <button type="submit" class="button provider">
      {children}
      {isDown ? <span class="muted small">{tr("cannot be reached at the moment")}</span> : null}
    </button>
  </form>
);
