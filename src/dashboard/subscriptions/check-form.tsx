/** @jsxImportSource #pages */
// The button that checks a source now, and what the page says of it.
import { Type as t } from "@sinclair/typebox";
import type { PublicRoute } from "../../web/http/route.ts";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { SUBSCRIPTIONS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import { type Filters, filtersOf, ownerOf, subscriptionsPath } from "./subscription-query.ts";

const params = t.Object({
  provider: t.String({ maxLength: 64, description: "The provider's id." }),
  id: t.String({ maxLength: 64, description: "The source's id." }),
});

export function checkForms({ api, form }: Dashboard): PublicRoute[] {
  return [
    form({
      id: "check_source",
      path: `${SUBSCRIPTIONS_PATH}/{provider}/{id}/check`,
      access: "user",
      role: "member",
      params,
      async submit(visit, fields) {
        const filters = filtersOf(fields);
        const { name } = await api.call(visit, "check_source", { params: visit.params, ...ownerOf(filters) });
        return done(
          subscriptionsPath(filters),
          tr("{name} is being checked. Reload this page in a few seconds to see the outcome.", { name }),
        );
      },
    }),
  ];
}

export const CheckButton = (props: {
  visit: PageRequest;
  filters: Filters;
  provider: string;
  source: { id: string; name: string; resource: string | null };
}): Markup => {
  const { visit, filters, provider, source } = props;
  const path = [provider, source.id].map(encodeURIComponent).join("/");
  return (
    <form method="post" action={`${SUBSCRIPTIONS_PATH}/${path}/check`}>
      <FormToken visit={visit} />
      {filters.account === "" ? null : <input type="hidden" name="account" value={filters.account} />}
      {filters.hasErrors ? <input type="hidden" name="errors" value="true" /> : null}
      <button type="submit" class="button small">
        {rich("Check now{resource}", {
          resource: <span class="visually-hidden"> {source.resource ?? source.name}</span>,
        })}
      </button>
    </form>
  );
};
