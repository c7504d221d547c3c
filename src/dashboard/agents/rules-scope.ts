// Whose rules a page is about: those of the user, of all connected accounts, of one of them, or of one key.

import { ownScope } from "../../agents/policies/service.ts";
import type { OwnScope } from "../../agents/policies/shapes.ts";
import type { StoredScope } from "../../agents/policies/store.ts";
import { accountNameOf } from "../account-name.ts";
import type { ApiInput } from "../api.ts";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard } from "../pages.tsx";
import { RULES_PATH } from "../paths.ts";
import { type ActingUser, assertMayVisit, type PageRequest } from "../visit.ts";
import { AGENTS_ROLE } from "./end-pages.tsx";

export type PolicyView = OwnData<"get_policy">;
export type StoredRule = PolicyView["rules"][number];

export interface RulesScope {
  kind: OwnScope;
  /** An account or a key, as the API takes it. */
  id: string | undefined;
  /** In the page's address. */
  of: string;
}

/** Out of `of`, which is `user`, `partner`, `key:` and an id, or `account:` and a name; an account that was typed comes first. */
export function scopeMeant({ url: { searchParams } }: PageRequest): RulesScope {
  const typed = (searchParams.get("account") ?? "").trim();
  const of = typed === "" ? (searchParams.get("of") ?? "user") : `account:${typed}`;
  if (of.startsWith("key:")) return { kind: "key", id: of.slice(4) || "none", of };
  if (of.startsWith("account:")) return { kind: "account", id: accountNameOf(of.slice(8)) || "none", of };
  return of === "partner" ? { kind: "partner", id: undefined, of } : { kind: "user", id: undefined, of: "user" };
}

/** A page about these rules. */
export function rulesPath({ of }: Pick<RulesScope, "of">, page = "", more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(of !== "user" && { of }), ...more });
  return `${RULES_PATH}${page}${query.size > 0 ? `?${query}` : ""}`;
}

/** Who changes rules: a rule that goes lets calls through, as a key does. */
export const RULES_ACCESS = { access: "user", role: AGENTS_ROLE, needsRecentSignIn: true } as const;

export const policyInput = ({ kind, id }: RulesScope): ApiInput => ({ params: { scope: kind }, query: { id } });

export async function policyMeant({ api }: Pick<Dashboard, "api">, visit: PageRequest, scope: RulesScope) {
  if (scope.kind === "partner" || scope.kind === "account") assertMayVisit(visit, "partner");
  return api.call(visit, "get_policy", policyInput(scope));
}

/** The scope as it is stored; throws for what is not the user's. */
export const storedScope = (
  { deps }: Pick<Dashboard, "deps">,
  { user }: PageRequest,
  { kind, id }: RulesScope,
): Promise<StoredScope> => ownScope(deps, (user as ActingUser).caller, kind, id);

/** What a policy says, without which version it is and who set it. */
export function contentOf(policy: PolicyView): Pick<PolicyView, "default" | "rules"> & Record<string, unknown> {
  const { scope: _, id: _id, version: _version, set_by: _by, set_at: _at, ...content } = policy;
  return content;
}
