/** @jsxImportSource #pages */
// A form of a page: its token, what is wrong, the fields, the button, and the way back.
import type { AppError } from "../foundation/errors.ts";
import { Button, LinkButton } from "../web/pages/components.tsx";
import { FormError } from "../web/pages/fields.tsx";
import type { Child, Markup } from "../web/pages/jsx-runtime.ts";
import { tr } from "../web/pages/messages.ts";
import { FormToken } from "./form-token.tsx";
import type { PageRequest } from "./visit.ts";

export const EntryForm = (props: {
  visit: PageRequest;
  action: string;
  error: AppError | undefined;
  /** Fields that show their own errors. */
  fields: readonly string[];
  button: string;
  back?: string;
  /** Placed next to the button. */
  aside?: Child;
  children?: Child;
}): Markup => (
  <form method="post" action={props.action} class="fields">
    <FormToken visit={props.visit} />
    <FormError error={props.error} fields={props.fields} />
    {props.children}
    <div class="form-foot wrap">
      <Button kind="primary">{props.button}</Button>
      {props.back === undefined ? null : (
        <LinkButton kind="quiet" href={props.back}>
          {tr("Back")}
        </LinkButton>
      )}
      {props.aside}
    </div>
  </form>
);
