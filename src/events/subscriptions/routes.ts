// Sources of an integration over HTTP: what it listens to, and which chosen things it watches.
import { Type as t } from "@sinclair/typebox";
import { integrationParam, refOf } from "../../connections/integrations/reference.ts";
import { SourceWithId } from "../../connections/integrations/source-model.ts";
import { ACCOUNTS_ROUTE } from "../../identity/accounts/named-account.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { checkSource } from "./check-now.ts";
import { chooseSource, deleteChosen, listSourcesOf } from "./chosen.ts";
import { FailedSourcesPage, ListFailedQuery, listFailedErrors, listFailedOf } from "./failed.ts";
import { ChooseSourceBody } from "./model.ts";

const ProviderParam = t.Object({ provider: integrationParam });
const SourceParams = t.Object({
  provider: integrationParam,
  id: t.String({ minLength: 1, maxLength: 64, description: "The source's id." }),
});

const tag = { name: "integrations", description: "Your integrations, and connecting new ones." };
const base = { access: "key", tag, owner: "user-or-account" } satisfies Partial<ApiKeyRoute>;
const reads = { ...base, permissions: ["gateway:integrations.read"] };
const writes = { ...base, permissions: ["gateway:integrations.write"] };
const PATH = "/api/v1/sources/{provider}";

export function sourceRoutes(deps: Deps) {
  return [
    keyRoute({
      ...reads,
      id: "list_sources",
      method: "GET",
      path: PATH,
      summary: "List the sources of an integration's events.",
      params: ProviderParam,
      codes: ["NOT_FOUND", "INTEGRATION_NOT_FOUND"],
      data: t.Object({ sources: t.Array(SourceWithId) }),
      handle: async (call) => ({ data: { sources: await listSourcesOf(deps, call.owner, refOf(call)) } }),
    }),
    failedRoute(deps),
    keyRoute({
      ...writes,
      id: "choose_source",
      method: "POST",
      path: PATH,
      summary: "Watch an item of an integration, such as a repository. Its events appear in the inbox.",
      params: ProviderParam,
      body: ChooseSourceBody,
      codes: ["NOT_FOUND", "INTEGRATION_NOT_FOUND", "INTEGRATION_EXPIRED", "INTEGRATION_REVOKED", "CONFLICT"],
      data: SourceWithId,
      handle: async (call) => ({ data: await chooseSource(deps, call.owner, refOf(call), call.body) }),
    }),
    keyRoute({
      ...writes,
      id: "check_source",
      method: "POST",
      path: `${PATH}/{id}/check`,
      summary: "Check a source now: poll it, or check its subscription and make it again if it is gone.",
      params: SourceParams,
      codes: ["NOT_FOUND", "INTEGRATION_NOT_FOUND", "INTEGRATION_EXPIRED", "INTEGRATION_REVOKED"],
      data: SourceWithId,
      handle: async (call) => ({
        data: await checkSource(deps, call.owner, { ref: refOf(call), id: call.params.id }, call.initiator),
      }),
    }),
    keyRoute({
      ...writes,
      id: "delete_source",
      method: "DELETE",
      path: `${PATH}/{id}`,
      summary: "Stop watching an item.",
      params: SourceParams,
      codes: ["NOT_FOUND", "INTEGRATION_NOT_FOUND"],
      data: t.Object({ deleted: t.Literal(true), id: t.String() }),
      handle: async (call) => {
        const { id } = call.params;
        await deleteChosen(deps, call.owner, refOf(call), id);
        return { data: { deleted: true as const, id } };
      },
    }),
  ];
}

const failedRoute = (deps: Deps) =>
  keyRoute({
    ...ACCOUNTS_ROUTE,
    permissions: ["gateway:integrations.read"],
    id: "list_failed_sources",
    method: "GET",
    path: "/api/v1/failed-sources",
    summary: "List the failed sources of all your connected accounts, the latest failure first.",
    query: ListFailedQuery,
    check: ({ query }, errors, { userId }) => listFailedErrors(deps, userId, query, errors),
    data: FailedSourcesPage,
    handle: async ({ caller, query }) => ({ data: await listFailedOf(deps, caller.userId, query) }),
  });
