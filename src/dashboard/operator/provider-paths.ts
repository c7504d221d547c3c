// The addresses of the pages of providers, and the provider of a page.
import { Type as t } from "@sinclair/typebox";
import type { Dashboard } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";

export const PROVIDERS_PATH = "/operator/providers";
export const providerPath = (id: string) => `${PROVIDERS_PATH}/${encodeURIComponent(id)}`;
export const clientPath = (id: string) => `${providerPath(id)}/client`;
export const providerParams = t.Object({ provider: t.String({ maxLength: 64, description: "The provider's id." }) });

export const findProvider = ({ api }: Dashboard, visit: PageRequest) =>
  api.admin(visit, "admin_show_provider", { params: { provider: visit.params.provider as string } });
