/** @jsxImportSource #pages */
// What leads on to a provider's sign-in.

import type { Provider } from "../../plugin/index.ts";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";

/** Buttons below the sign-in form, each a form of its own. */
export const ProviderButtons = ({
  providers,
  formToken,
  next,
}: {
  providers: readonly Provider[];
  formToken: string;
  /** The page to go on to afterwards. */
  next: string;
}): Markup => (
  <div class="stack gap">
    {providers.map(({ id, name }) => (
      <form method="post" action={`/sign-in/with/${id}`}>
        <input type="hidden" name="form_token" value={formToken} />
        <input type="hidden" name="next" value={next} />
        <button type="submit" class="button provider">
          <ProviderMark id={id} name={name} />
          Sign in with {name}
        </button>
      </form>
    ))}
  </div>
);
