// What can be connected here, for a product that draws its own page of integrations.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { PAGE_LANGUAGES, type PageLanguage, pageLanguageOf } from "../../web/pages/language.ts";
import { markUrl } from "../../web/pages/mark.tsx";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { AUTH_KINDS } from "./credential-fields.ts";
import { formFields } from "./page-sign-in.tsx";
import { pluginTexts } from "./plugin-texts.ts";

const Languages = t.Union(PAGE_LANGUAGES.map((language) => t.Literal(language)));
const Kind = t.Union(AUTH_KINDS.map((kind) => t.Literal(kind)));

const FieldShape = t.Object({
  name: t.String({ description: "As in `fields` or `credentials` of a connect." }),
  part: t.Union([t.Literal("fields"), t.Literal("credentials")]),
  label: t.String(),
  help: t.Union([t.String(), t.Null()]),
  is_secret: t.Boolean(),
  example: t.Union([t.String(), t.Null()]),
});

const setUp = (how: string) => ({
  is_set_up: t.Boolean({ description: `Whether the key's own user can connect it by ${how}.` }),
  is_set_up_for_accounts: t.Boolean({
    description: `Whether a partner's accounts can connect it by ${how}: OAuth needs an app of the operator or of the partner.`,
  }),
});

const CatalogueEntry = t.Object(
  {
    id: t.String(),
    name: t.String(),
    logo: t.Union([t.String(), t.Null()], { description: "A data: URL of an SVG picture; null without a mark." }),
    ...setUp("one of the ways below"),
    sign_in: t.Array(
      t.Object({
        kind: Kind,
        ...setUp("this way"),
        fields: t.Array(FieldShape, { description: "What the person enters first." }),
      }),
      { description: "The ways to connect it, the plugin's first one first." },
    ),
    services: t.Array(
      t.Object({
        name: t.String({ description: "As in permissions: `gmail` of `gmail.read`." }),
        title: t.String(),
        permissions: t.Array(t.Object({ name: t.String(), text: t.String({ description: "What it allows." }) })),
      }),
    ),
  },
  { title: "CatalogueEntry" },
);

export function catalogueRoutes(deps: Deps) {
  return [
    keyRoute({
      access: "key",
      owner: "user-and-accounts",
      permissions: [],
      takesAgentSessions: true,
      id: "list_providers",
      method: "GET",
      path: "/api/v1/providers",
      tag: { name: "integrations", description: "Your integrations, and connecting new ones." },
      summary: "The providers of this gateway: what can be connected, how, and for what, in your reader's language.",
      query: t.Object({
        lang: t.Optional(t.Union(Languages.anyOf, { description: "Of the texts; else as Accept-Language says." })),
      }),
      data: t.Object({ lang: Languages, providers: t.Array(CatalogueEntry) }),
      async handle({ caller, query, request }) {
        const lang = pageLanguageOf(request, query.lang ?? null);
        const providers = [...deps.registry.providers.values()];
        const entries = providers.map((provider) => entryOf(deps, caller.userId, provider, lang));
        return { data: { lang, providers: await Promise.all(entries) } };
      },
    }),
  ];
}

async function entryOf(
  deps: Deps,
  userId: string,
  provider: Provider,
  lang: PageLanguage,
): Promise<Static<typeof CatalogueEntry>> {
  const texts = pluginTexts(provider, lang);
  // A partner's own OAuth apps serve every account of theirs alike, so any account stands for all.
  const [own, accounts] = await Promise.all([
    deps.oauthClients.forConnect({ userId, accountId: null }, provider.id),
    deps.oauthClients.forConnect({ userId, accountId: "any" }, provider.id),
  ]);
  const kinds = AUTH_KINDS.filter((kind) => Object.hasOwn(provider.auth, kind)).map((kind) => ({
    kind,
    is_set_up: kind !== "oauth2" || own !== null,
    is_set_up_for_accounts: kind !== "oauth2" || accounts !== null,
  }));
  return {
    id: provider.id,
    name: provider.name,
    logo: markUrl(provider),
    is_set_up: kinds.some((way) => way.is_set_up),
    is_set_up_for_accounts: kinds.some((way) => way.is_set_up_for_accounts),
    sign_in: kinds.map((way) => ({
      ...way,
      fields: formFields(provider, way.kind).map((field) => {
        const own = texts.field(field.id, field);
        const isTenant = field.id.startsWith("tenant.");
        return {
          name: field.id.slice(field.id.indexOf(".") + 1),
          part: isTenant ? ("fields" as const) : ("credentials" as const),
          label: own.label.text,
          help: own.help?.text ?? null,
          is_secret: field.secret !== false,
          example: field.example ?? null,
        };
      }),
    })),
    services: Object.entries(provider.services).map(([name, actions]) => ({
      name,
      title: texts.service(name).text,
      permissions: Object.keys(actions).map((action) => ({
        name: `${name}.${action}`,
        text: texts.permission(`${name}.${action}`).text,
      })),
    })),
  };
}
