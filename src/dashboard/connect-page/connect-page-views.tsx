/** @jsxImportSource #pages */
// The parts of a partner's connect page: the brand's form, its preview, and the list of redirect origins.

import { previewTab } from "../../connections/connect/page-request.ts";
import { Consent } from "../../connections/connect/page-views.tsx";
import type { AppError } from "../../foundation/errors.ts";
import type { Brand } from "../../identity/partners/brand.ts";
import type { Provider } from "../../plugin/index.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Empty, Table } from "../../web/pages/data.tsx";
import { Check, FormError, fieldError, MultilineField, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { pageLanguage, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";

const PATH = "/partner/connect-page";
const COLOR = /^#[0-9a-f]{6}$/i;
const LOGO = /^data:image\/(?:png|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const DEFAULT_COLOR = "#3a5bd9";

export const BrandForm = (props: { visit: PageRequest; brand: Brand; error: AppError | null }): Markup => {
  const { visit, brand, error } = props;
  return (
    <form id="brand" method="post" action={PATH}>
      <FormToken visit={visit} />
      <FormError error={error} fields={["name", "color", "logo"]} />
      <div
        class="fields"
        data-hx-post={`${PATH}/preview`}
        data-hx-include="#brand"
        data-hx-trigger="input delay:250ms"
        data-hx-target="#preview"
        data-hx-select="#preview"
        data-hx-swap="outerHTML"
      >
        <TextField
          name="name"
          label={tr("Name")}
          value={brand.name}
          error={fieldError(error, "name")}
          hint={tr("The name that your customers know. The default is the name of your partner profile.")}
        />
        <div>
          <Check name="has_color" value="yes" isChecked={brand.color !== null}>
            {tr("Our own colour")}
          </Check>
          <TextField
            name="color"
            label={tr("Colour of the main button")}
            type="color"
            value={brand.color ?? DEFAULT_COLOR}
            error={fieldError(error, "color")}
            hint={tr("It needs a contrast of 3 to 1 on white.")}
          />
        </div>
        <LogoFields brand={brand} error={error} />
      </div>
      <div class="form-foot">
        <Button kind="primary">{tr("Save")}</Button>
        <button type="submit" class="button" formaction={`${PATH}/preview`}>
          {tr("Preview")}
        </button>
      </div>
    </form>
  );
};

const LogoFields = ({ brand, error }: { brand: Brand; error: AppError | null }): Markup => (
  <>
    <div class="field">
      <label for="logo-file">{tr("Logo")}</label>
      <input type="file" id="logo-file" accept="image/png,image/webp" data-file-to="logo" />
    </div>
    <MultilineField
      name="logo"
      label={tr("Logo as a data URL")}
      isCode
      value={brand.logo}
      error={fieldError(error, "logo")}
      hint={tr("A square PNG or WebP image: at most 32 KB and 1,024 pixels a side.")}
    />
    {brand.logo === null ? null : (
      <Check name="no_logo" value="yes">
        {tr("Remove the logo")}
      </Check>
    )}
  </>
);

/** The connect page's own parts, out of reach: nothing in it can be pressed. */
export function Preview(props: {
  brand: Brand;
  provider: Provider;
  scopes: readonly string[];
  returnHost: string;
}): Markup {
  const { provider, scopes, returnHost } = props;
  const { name, color, logo } = props.brand;
  // What is typed may be neither colour nor image yet.
  const brand = { name, color, logo: logo !== null && LOGO.test(logo) ? logo : null };
  const party = {
    partner: brand,
    name: name ?? tr("Your name"),
    forWhom: "your customer",
    externalId: null,
    returnHost,
  };
  return (
    <section id="preview" aria-label={tr("Preview of the connect page")}>
      {color !== null && COLOR.test(color) ? (
        <link rel="stylesheet" href={`${PATH}/preview.css?color=${color.slice(1)}`} />
      ) : null}
      <div class="preview" inert>
        <div class="panel">
          <Consent
            party={party}
            provider={provider}
            connection={null}
            scopes={scopes}
            form={{ action: PATH, formToken: "" }}
            visit={previewTab(pageLanguage())}
            choicePath={null}
            signIn={{ kind: "oauth2", others: [], values: {}, errors: {}, refused: null }}
          />
        </div>
      </div>
    </section>
  );
}

export const Origins = (props: {
  visit: PageRequest;
  origins: readonly string[];
  typed: string | undefined;
  error: AppError | null;
}): Markup => (
  <section class="section">
    <h2>{tr("Redirect origins")}</h2>
    {props.origins.length === 0 ? (
      <Empty title={tr("Any address is allowed")}>
        <p class="muted">
          {tr("List the origins of your own sites, so that a stolen key cannot send people elsewhere.")}
        </p>
      </Empty>
    ) : (
      <Table
        caption={tr("Redirect origins")}
        rows={props.origins}
        columns={[
          { title: tr("Origin"), cell: (origin) => <code>{origin}</code> },
          {
            title: "",
            cell: (origin) => (
              <LinkButton kind="quiet" href={`${PATH}/origins/remove?origin=${encodeURIComponent(origin)}`}>
                {rich("Remove{origin}", { origin: <span class="visually-hidden"> {origin}</span> })}
              </LinkButton>
            ),
          },
        ]}
      />
    )}
    <form method="post" action={`${PATH}/origins`} class="fields sheet-form">
      <FormToken visit={props.visit} />
      <FormError error={props.error} fields={["origins"]} />
      <TextField
        name="origin"
        label={tr("Origin to add")}
        isCode
        isRequired
        placeholder="https://app.example.com"
        value={props.typed}
        error={fieldError(props.error, "origins")}
      />
      <div class="form-foot">
        <button type="submit" class="button">
          {tr("Add origin")}
        </button>
      </div>
    </form>
  </section>
);

export const removeOriginView = (visit: PageRequest, origin: string, isLast: boolean): View => ({
  title: tr("Remove this origin?"),
  body: (
    <form method="post" action={`${PATH}/origins/remove`} class="fields">
      <FormToken visit={visit} />
      <input type="hidden" name="origin" value={origin} />
      <p>
        {rich("Connect sessions that return to {origin} are refused from now on.", { origin: <code>{origin}</code> })}
        {isLast ? ` ${tr("It is the last one. Without a list, any address is allowed again.")}` : ""}
      </p>
      <div class="form-foot">
        <button type="submit" class="button danger">
          {tr("Remove origin")}
        </button>
        <LinkButton kind="quiet" href={PATH}>
          {tr("Keep it")}
        </LinkButton>
      </div>
    </form>
  ),
});
