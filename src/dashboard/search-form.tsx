/** @jsxImportSource #pages */
// A form whose list follows as one types and chooses; without scripts it is sent by its button.
import type { Child, Markup } from "../web/pages/jsx-runtime.ts";

export const SearchForm = (props: {
  /** The page's path. */
  path: string;
  /** Id of the element that holds the list. */
  results: string;
  /** How the list changes; morphing keeps what is in use, such as the focus. */
  swap?: "outerHTML" | "outerMorph";
  button: string;
  children?: Child;
  /** Behind the button. */
  aside?: Child;
}): Markup => (
  <form
    class="filters"
    action={props.path}
    data-hx-get={props.path}
    data-hx-trigger="input delay:200ms"
    data-hx-target={`#${props.results}`}
    data-hx-select={`#${props.results}`}
    data-hx-swap={props.swap ?? "outerHTML"}
    data-hx-sync="this:replace"
    data-address
  >
    {props.children}
    <button type="submit" class="button">
      {props.button}
    </button>
    {props.aside}
  </form>
);
