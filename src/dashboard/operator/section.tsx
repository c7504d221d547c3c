/** @jsxImportSource #pages */
// A part of an operator's page: its title, and what can be done there.
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";

export const Section = (props: { title: string; action?: Child; children?: Child }): Markup => (
  <section class="section">
    <div class="section-head">
      <h2>{props.title}</h2>
      {props.action}
    </div>
    {props.children}
  </section>
);
