/** @jsxImportSource #pages */
// What leads on to the sign-in of a provider or of the operator's issuer.

import type { Provider } from "../../plugin/index.ts";
import { Icon } from "../../web/pages/components.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { rich } from "../../web/pages/messages.ts";

interface Onward {
  formToken: string;
  /** The page to go on to afterwards. */
  next: string;
}

/** Buttons below the sign-in form, each a form of its own; the operator's issuer comes first. */
export const ProviderButtons = ({
  providers,
  issuer,
  ...onward
}: Onward & { providers: readonly Provider[]; issuer: Child }): Markup => (
  <div class="stack gap">
    {issuer}
    {providers.map((provider) => (
      <OnwardForm action={`/sign-in/with/${provider.id}`} {...onward}>
        {rich("{provider_mark}Sign in with {name}", {
          provider_mark: <ProviderMark provider={provider} />,
          name: provider.name,
        })}
      </OnwardForm>
    ))}
  </div>
);

export const IssuerButton = ({ action, label, ...onward }: Onward & { action: string; label: string }): Markup => (
  <OnwardForm action={action} {...onward}>
    <Icon name="key" />
    {label}
  </OnwardForm>
);

const OnwardForm = ({ action, formToken, next, children }: Onward & { action: string; children?: Child }): Markup => (
  <form method="post" action={action}>
    <input type="hidden" name="form_token" value={formToken} />
    <input type="hidden" name="next" value={next} />
    <button type="submit" class="button provider">
      {children}
    </button>
  </form>
);
