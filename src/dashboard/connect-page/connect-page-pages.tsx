/** @jsxImportSource #pages */
// A partner's connect page: its brand with a preview, and the origins that it may send browsers back to.

import { requestedScopes } from "../../connections/connect/authorize.ts";
import type { AppError } from "../../foundation/errors.ts";
import { type Brand, brandStyle } from "../../identity/partners/brand.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { tr } from "../../web/pages/messages.ts";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { BrandForm, Origins, Preview, removeOriginView } from "./connect-page-views.tsx";

const PATH = "/partner/connect-page";
/** A logo's data URL, encoded for a form. */
const MAX_BRAND_BYTES = 160 * 1024;
const COLOR = /^[0-9a-f]{6}$/i;

interface SubmittedForms {
  brand?: Brand;
  brandError?: AppError;
  origin?: string;
  originError?: AppError;
}

export function connectPagePages(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  return [
    page({ id: "connect_page", path: PATH, access: "partner", show: (visit) => showConnectPage(dashboard, visit) }),
    page({
      id: "connect_page_style",
      path: `${PATH}/preview.css`,
      access: "partner",
      async show({ url }) {
        const color = url.searchParams.get("color") ?? "";
        const headers = { "content-type": "text/css; charset=utf-8", "cache-control": "no-store" };
        return new Response(COLOR.test(color) ? brandStyle(`#${color}`, ".preview") : "", { headers });
      },
    }),
    ...brandForms(dashboard),
    ...originForms(dashboard),
  ];
}

const brandIn = (form: URLSearchParams): Brand => ({
  name: form.get("name")?.trim() || null,
  color: form.has("has_color") ? form.get("color") || null : null,
  logo: form.has("no_logo") ? null : form.get("logo")?.trim() || null,
});

function brandForms(dashboard: Dashboard): PublicRoute[] {
  const { api, form } = dashboard;
  const base = { access: "partner" as const, role: "admin" as const, maxBytes: MAX_BRAND_BYTES };
  return [
    form({
      ...base,
      id: "brand",
      path: PATH,
      async submit(visit, form) {
        const brand = brandIn(form);
        const result = await attempt(() => api.call(visit, "replace_brand", { body: { ...brand } }));
        if ("error" in result) return showConnectPage(dashboard, visit, { brand, brandError: result.error });
        return done(PATH, tr("Saved. Your customers see it on the next connect page they open."));
      },
    }),
    form({
      ...base,
      id: "brand_preview",
      path: `${PATH}/preview`,
      isIdempotent: true,
      submit: (visit, form) => showConnectPage(dashboard, visit, { brand: brandIn(form) }),
    }),
  ];
}

function originForms(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const save = (visit: PageRequest, origins: string[]) =>
    api.call(visit, "replace_redirect_origins", { body: { origins } });
  const originsOf = async (visit: PageRequest) => (await api.call(visit, "get_redirect_origins")).origins;
  return [
    form({
      id: "origin",
      path: `${PATH}/origins`,
      access: "partner",
      role: "admin",
      async submit(visit, form) {
        const origin = (form.get("origin") ?? "").trim();
        const origins = [...(await originsOf(visit)), origin];
        const result = await attempt(() => save(visit, origins));
        if ("error" in result) return showConnectPage(dashboard, visit, { origin, originError: result.error });
        const undo = { action: `${PATH}/origins/remove`, fields: { origin } };
        return done(PATH, tr("{origin} is added. Connect flows may return there.", { origin }), { undo });
      },
    }),
    page({
      id: "origin_removal",
      path: `${PATH}/origins/remove`,
      access: "partner",
      role: "admin",
      async show(visit) {
        const isLast = (await originsOf(visit)).length < 2;
        return removeOriginView(visit, visit.url.searchParams.get("origin") ?? "", isLast);
      },
    }),
    form({
      id: "origin_removal",
      path: `${PATH}/origins/remove`,
      access: "partner",
      role: "admin",
      async submit(visit, form) {
        const origins = await originsOf(visit);
        const origin = form.get("origin") ?? "";
        const left = origins.filter((one) => one !== origin);
        if (left.length === origins.length) return { to: PATH, notice: null };
        await save(visit, left);
        return done(PATH, tr("{origin} is removed.", { origin }), {
          undo: { action: `${PATH}/origins`, fields: { origin } },
        });
      },
    }),
  ];
}

async function showConnectPage(
  { deps, api }: Dashboard,
  visit: PageRequest,
  typed: SubmittedForms = {},
): Promise<View> {
  const saved = await api.call(visit, "get_brand");
  const { origins } = await api.call(visit, "get_redirect_origins");
  const brand = typed.brand ?? saved;
  const error = typed.brandError ?? typed.originError;
  const [provider] = deps.registry.providers.values();
  return {
    title: tr("Connect page"),
    lead: tr("How you appear to your customers when they grant access, and where they return to."),
    ...(error && { error }),
    body: (
      <>
        <div class="side-by-side">
          <BrandForm visit={visit} brand={brand} error={typed.brandError ?? null} />
          {provider ? (
            <Preview
              brand={brand}
              provider={provider}
              scopes={requestedScopes(deps, provider, undefined)}
              returnHost={new URL(origins[0] ?? "https://app.example.com").host}
            />
          ) : null}
        </div>
        <Origins visit={visit} origins={origins} typed={typed.origin} error={typed.originError ?? null} />
        <SameAsCall
          baseUrl={deps.baseUrl}
          line={api.lineOf("replace_brand")}
          id="brand-call"
          body={{ name: brand.name ?? tr("Your name"), color: brand.color ?? "#14352b" }}
        />
        <SameAsCall
          baseUrl={deps.baseUrl}
          line={api.lineOf("replace_redirect_origins")}
          id="origins-call"
          body={{ origins: origins.length > 0 ? origins : ["https://app.example.com"] }}
        />
      </>
    ),
  };
}
