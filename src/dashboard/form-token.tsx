/** @jsxImportSource #pages */
// What every form of the dashboard has.
import type { Markup } from "../web/pages/jsx-runtime.ts";
import type { PageRequest } from "./visit.ts";

/** Whose page the form is of, and a number of its own. */
export const FormToken = ({ visit }: { visit: PageRequest }): Markup => (
  <>
    <input type="hidden" name="form_token" value={visit.formToken} />
    <input type="hidden" name="form_nonce" value={crypto.randomUUID()} />
  </>
);
