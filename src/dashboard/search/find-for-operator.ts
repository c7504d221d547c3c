// What operators find besides: users and people by the beginning of their e-mail address, partners by that of their name.
import { findPartnersByName } from "../../identity/partners/store.ts";
import { tr } from "../../web/pages/messages.ts";
import { PEOPLE_PATH, personPath } from "../operator/people-pages.tsx";
import { providerPath } from "../operator/provider-paths.ts";
import { USERS_PATH, userPath } from "../operator/users-pages.tsx";
import { mayVisit } from "../visit.ts";
import type { Source } from "./find.ts";
import { bestMatches, MAX_RESULTS } from "./results.ts";

const forOperators =
  (source: Source): Source =>
  async (dashboard, visit, text) =>
    mayVisit(visit, "viewer") ? source(dashboard, visit, text) : null;

const users: Source = async ({ api }, visit, text) => {
  const query = { email: text, limit: MAX_RESULTS };
  const { users, next_cursor } = await api.admin(visit, "admin_list_users", { query });
  return {
    title: tr("Users"),
    results: users.map(({ id, email, tier }) => ({ href: userPath(id), title: email, hint: tier })),
    ...(next_cursor !== null && {
      all: { href: `${USERS_PATH}?${new URLSearchParams({ email: text })}`, title: tr("All users that match") },
    }),
  };
};

const people: Source = async ({ api }, visit, text) => {
  const query = { email: text, limit: MAX_RESULTS };
  const { people, next_cursor } = await api.admin(visit, "admin_list_people", { query });
  return {
    title: tr("People"),
    results: people.map(({ id, name, email }) => ({ href: personPath(id), title: name, hint: email })),
    ...(next_cursor !== null && {
      all: { href: `${PEOPLE_PATH}?${new URLSearchParams({ email: text })}`, title: tr("All people that match") },
    }),
  };
};

const partners: Source = async ({ deps }, _, text) => ({
  title: tr("Partners"),
  results: (await findPartnersByName(deps.database, text, MAX_RESULTS)).map(({ userId, name, email }) => ({
    href: userPath(userId),
    title: name,
    hint: email,
  })),
});

const providers: Source = async ({ deps }, _, text) => ({
  title: tr("Providers, for operators"),
  results: bestMatches([...deps.registry.providers.values()], text, ({ id, name }) => [name, id])
    .slice(0, MAX_RESULTS)
    .map(({ id, name }) => ({ href: providerPath(id), title: name, hint: id })),
});

export const OPERATOR_SOURCES: readonly Source[] = [users, people, partners, providers].map(forOperators);
