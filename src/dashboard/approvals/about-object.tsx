/** @jsxImportSource #pages */
// What a pending call is about, as its provider has it now.
import { Facts } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import type { OwnData } from "../own-operations.ts";

const MAX_TEXT = 300;

export const AboutObject = ({ of: { object } }: { of: OwnData<"get_approval"> }): Markup =>
  object === null ? (
    NOTHING
  ) : (
    <section class="section" aria-labelledby="about">
      <h2 id="about">{tr("What it is about")}</h2>
      {object.fields === null ? (
        <p class="muted">{tr("It could not be read at the provider.")}</p>
      ) : (
        <Facts
          of={Object.entries(object.fields).map(([name, value]) => [
            name.replaceAll("_", " "),
            <bdi>{textOf(value)}</bdi>,
          ])}
        />
      )}
    </section>
  );

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}
