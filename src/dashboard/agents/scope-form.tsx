/** @jsxImportSource #pages */
// Chooses whose rules the page is about: the user's own calls, those for accounts, or those with one key.
import { listKeysOf } from "../../identity/keys/service.ts";
import { Button } from "../../web/pages/components.tsx";
import { Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { maskedKey } from "../keys/key-form.tsx";
import { isEnded } from "../keys/key-state.ts";
import type { Dashboard } from "../pages.tsx";
import { RULES_PATH } from "../paths.ts";
import type { ActingUser, PageRequest } from "../visit.ts";
import type { RulesScope } from "./rules-scope.ts";

interface Props {
  dashboard: Dashboard;
  visit: PageRequest;
  scope: RulesScope;
}

export async function ScopeForm({ dashboard: { deps }, visit, scope }: Props): Promise<Markup> {
  const isPartner = visit.user?.caller.partner != null;
  const now = deps.clock.now();
  const keys = await listKeysOf(deps, (visit.user as ActingUser).id);
  const options = [
    { value: "user", title: tr("Calls for your own connections") },
    ...(isPartner ? [{ value: "partner", title: tr("Calls for all connected accounts") }] : []),
    ...keys
      .filter((key) => !isEnded(key, now) || scope.id === key.id)
      .map((key) => ({
        value: `key:${key.id}`,
        title: tr("Calls with the key {name}", { name: key.name ?? maskedKey(key) }),
      })),
  ];
  const account = scope.kind === "account" ? scope.of.slice("account:".length) : "";
  return (
    <form class="filters dense" method="get" action={RULES_PATH} aria-label={tr("Which rules")}>
      <Select
        name="of"
        label={tr("Rules for")}
        value={scope.kind === "account" ? "user" : scope.of}
        options={options}
      />
      {isPartner ? (
        <TextField
          name="account"
          label={tr("Or for one account")}
          value={account}
          placeholder="customer-42"
          autocomplete="off"
          maxLength={255}
        />
      ) : null}
      <Button kind="quiet">{tr("Show")}</Button>
    </form>
  );
}

/** What else counts beside these rules. */
export function scopeText({ kind }: RulesScope): string {
  const others = tr("Of all rules about a call the most restrictive one counts, the operator’s included.");
  if (kind === "user")
    return `${tr("These rules are about every call for your own connections, also your agents’.")} ${others}`;
  if (kind === "partner") return `${tr("These rules are about every call for a connected account.")} ${others}`;
  if (kind === "account") return `${tr("These rules are about every call for this account.")} ${others}`;
  return `${tr("These rules are about every call with this key, and of its agent sessions.")} ${others}`;
}
