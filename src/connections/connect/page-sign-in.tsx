/** @jsxImportSource #pages */
// What a person types on a session's page before going on: the fields with where to find them, and what is wrong with them.

import type { AuthKind, CredentialField, Provider } from "../../plugin/index.ts";
import { tenantFieldsOf } from "../../providers/upstream/tenant.ts";
import { Icon, Notice } from "../../web/pages/components.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { filledText } from "../../web/pages/texts.ts";
import { type FieldError, fieldsOf } from "./credential-fields.ts";
import type { RefusedCredentials } from "./credentials-grant.ts";
import type { ConnectPageRequest } from "./page-request.ts";
import type { Texts } from "./page-texts.ts";
import { type FieldTexts, pluginTexts } from "./plugin-texts.ts";

/** How somebody signs in on the page. */
export interface SignIn {
  kind: AuthKind;
  /** The provider's other kinds, each with the page that shows it. */
  others: { kind: AuthKind; href: string }[];
  /** Keyed by the field's name in the form; never contains a secret. */
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, FieldError["reason"]>>;
  /** Why the provider did not take it. */
  refused: RefusedCredentials["refused"] | "tries" | null;
}

/** Names in the form: two groups, so that neither meets our own names. */
export const tenantName = (name: string) => `tenant.${name}`;
export const credentialName = (name: string) => `credential.${name}`;

/** `id`: as the plugin's translations have it. */
type FormField = CredentialField & { id: string; name: string; default?: string };

/** What the page has fields for: the values of `tenant` first, then the credential. */
export function formFields(provider: Provider, kind: AuthKind): FormField[] {
  const ofTenant = tenantFieldsOf(provider).map(([name, field]) => ({
    ...field,
    id: `tenant.${name}`,
    name: tenantName(name),
    secret: false,
  }));
  const declared = fieldsOf(provider, kind);
  const ofCredential = Object.entries(declared).map(([name, field]) => ({
    ...field,
    id: `${kind}.${name}`,
    name: credentialName(name),
  }));
  return [...ofTenant, ...ofCredential];
}

interface SignInFieldsProps {
  provider: Provider;
  signIn: SignIn;
  visit: ConnectPageRequest;
}

export function SignInFields({ provider, signIn, visit }: SignInFieldsProps): Markup {
  const { texts } = visit;
  const fields = formFields(provider, signIn.kind);
  if (fields.length === 0) return NOTHING;
  const refusal = refusalText(texts, signIn.refused, provider);
  return (
    <div class="fields">
      {refusal === null ? null : <Notice tone="bad">{refusal}</Notice>}
      {fields.map((field) => (
        <CredentialInput field={field} signIn={signIn} provider={provider} visit={visit} />
      ))}
    </div>
  );
}

function CredentialInput({ field, signIn, provider, visit }: SignInFieldsProps & { field: FormField }): Markup {
  const { texts } = visit;
  const own = pluginTexts(provider, visit.lang).field(field.id, field);
  const isSecret = field.secret !== false;
  const reason = signIn.errors[field.name];
  const errorText =
    reason === undefined ? null : filledText(texts.sign_in[`field_${reason}`], { provider: provider.name });
  return (
    <>
      <TextField
        name={field.name}
        label={own.label.text}
        labelLang={own.label.lang}
        type={isSecret ? "password" : "text"}
        value={isSecret ? null : (signIn.values[field.name] ?? field.default ?? null)}
        isRequired
        autocomplete="off"
        maxLength={4_096}
        error={errorText}
        hint={<Hint own={own} example={field.example} isSecret={isSecret} texts={texts} />}
      />
      <CredentialSteps steps={own.steps} link={field.link} provider={provider} texts={texts} />
    </>
  );
}

interface HintProps {
  own: FieldTexts;
  example: string | undefined;
  isSecret: boolean;
  texts: Texts;
}

function Hint({ own: { help }, example, isSecret, texts }: HintProps): Markup {
  const parts: Child[] = [
    help === null ? null : <span lang={help.lang}>{help.text} </span>,
    example === undefined ? null : <span>{filledText(texts.sign_in.example, { example })}. </span>,
    isSecret ? <span>{texts.sign_in.key_hint}</span> : null,
  ];
  return <>{parts}</>;
}

interface CredentialStepsProps {
  steps: FieldTexts["steps"];
  link: string | undefined;
  provider: Provider;
  texts: Texts;
}

/** The way through the provider's menus in words, with a picture of such a page, and a link where there is one. */
function CredentialSteps({ steps, link, provider, texts }: CredentialStepsProps): Markup {
  if (steps.texts.length === 0 && link === undefined) return NOTHING;
  return (
    <div class="way">
      <p class="strong small">{texts.sign_in.find_it}</p>
      {steps.texts.length === 0 ? null : (
        <>
          <ol class="steps" lang={steps.lang}>
            {steps.texts.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
          <Picture depth={steps.texts.length} />
        </>
      )}
      {link === undefined ? null : (
        <p class="small">
          <a href={link} target="_blank" rel="noreferrer noopener">
            {filledText(texts.sign_in.open_at, { provider: provider.name })} <Icon name="arrow" />
          </a>
        </p>
      )}
    </div>
  );
}

/** A settings page as most providers have one: the menu on the left, its last entry chosen, the key on the right. */
const Picture = ({ depth }: { depth: number }): Markup => {
  const chosen = Math.min(depth, 4) - 1;
  return (
    <svg class="picture" viewBox="0 0 240 84" aria-hidden="true">
      <rect class="pane" x="0.5" y="0.5" width="239" height="83" rx="6" />
      <path class="rule" d="M0 14.5h240M72.5 14.5v69" />
      {[8, 16, 24].map((x) => (
        <circle class="dim" cx={x} cy={7.5} r={2} />
      ))}
      {[0, 1, 2, 3].map((row) => (
        <rect
          class={row === chosen ? "lit" : "dim"}
          x={10}
          y={23 + row * 14}
          width={row % 2 === 0 ? 48 : 38}
          height={5}
          rx={2.5}
        />
      ))}
      <rect class="dim" x={86} y={23} width={64} height={5} rx={2.5} />
      <rect class="box" x="86.5" y="38.5" width="139" height="18" rx="4" />
      {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
        <circle class="lit" cx={96 + n * 9} cy={47.5} r={2.2} />
      ))}
      <rect class="dim" x={86} y={66} width={96} height={5} rx={2.5} />
    </svg>
  );
};

/** Links to the provider's other kinds of sign-in. */
export const OtherKinds = (props: { signIn: SignIn; provider: Provider; texts: Texts }): Markup => (
  <>
    {props.signIn.others.map(({ kind, href }) => (
      <a class="button quiet" href={href}>
        {filledText(props.texts.sign_in[`instead_${kind}`], { provider: props.provider.name })}
      </a>
    ))}
  </>
);

function refusalText(texts: Texts, refused: SignIn["refused"], { name }: Provider): string | null {
  if (refused === null) return null;
  const { sign_in: own, reasons } = texts;
  const text = {
    credentials: own.refused_credentials,
    forbidden: own.refused_forbidden,
    tenant: own.refused_tenant,
    unavailable: reasons.temporarily_unavailable,
    identity: reasons.identity_unavailable,
    tries: own.too_many_tries,
  }[refused];
  return filledText(text, { provider: name });
}
