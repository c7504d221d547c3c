// Finds what a person can open: each source reads as the page that it leads to, so nothing else can be found.
import { timeOfRequestId } from "../../foundation/request-id.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { listTeam } from "../../identity/people/team.ts";
import { guideList } from "../../reference/guide-list.ts";
import { GUIDES_PATH } from "../../reference/guides.ts";
import { englishLang, tr } from "../../web/pages/messages.ts";
import { maskedKey } from "../keys/key-form.tsx";
import { keyAnchor } from "../keys/key-state.ts";
import { type NavigationLink, navigationOf } from "../navigation.ts";
import { attempt, type Dashboard } from "../pages.tsx";
import { ACCOUNTS_PATH, INTEGRATIONS_PATH, KEYS_PATH } from "../paths.ts";
import { requestPath } from "../requests/request-filters.tsx";
import { type Entry, STATES, shortPath } from "../requests/request-table.tsx";
import { personAnchor, TEAM_PATH } from "../team/team-paths.ts";
import { toolPath } from "../tools/tool-pages.tsx";
import { statusLabel } from "../usage/usage-labels.ts";
import { mayVisit, type PageRequest } from "../visit.ts";
import { OPERATOR_SOURCES } from "./find-for-operator.ts";
import { bestMatches, MAX_RESULTS, type ResultGroup, type SearchResult } from "./results.ts";

/** One group of results for a text; null for who has no such page. */
export type Source = (dashboard: Dashboard, visit: PageRequest, text: string) => Promise<ResultGroup | null>;

/** The groups that have something; without a text all pages. */
export async function search(dashboard: Dashboard, visit: PageRequest, text: string): Promise<ResultGroup[]> {
  if (text === "")
    return navigationOf(visit).map(({ title, links }) => ({ title: tr(title), results: links.map(pageResult) }));
  const attempts = await Promise.all(SOURCES.map((source) => attempt(() => source(dashboard, visit, text))));
  // A source that refuses the text, or the person, has nothing for them; what fails is thrown.
  return attempts.flatMap((one) => ("data" in one && one.data && one.data.results.length > 0 ? one.data : []));
}

const pageResult = ({ title, path }: Pick<NavigationLink, "title" | "path">): SearchResult => ({
  href: path,
  title: tr(title),
  hint: "",
});

const SPAN_MS = { before: 120_000, after: 900_000 };
const DAY_MS = 86_400_000;

/** A call of the request, by its whole id; ids of a caller's own do not say where the log has them. */
export async function findRequest({ api, deps }: Dashboard, visit: PageRequest, text: string): Promise<Entry | null> {
  const at = timeOfRequestId(text);
  if (at === null || at > deps.clock.now() + DAY_MS || !mayVisit(visit, "user")) return null;
  const [since, until] = [new Date(at - SPAN_MS.before), new Date(at + SPAN_MS.after)].map((date) =>
    date.toISOString(),
  );
  const { entries } = await api.call(visit, "list_usage", { query: { request_id: text, since, until, limit: 1 } });
  return entries[0] ?? null;
}

const requests: Source = async (dashboard, visit, text) => {
  const entry = await findRequest(dashboard, visit, text);
  return entry && { title: tr("Requests"), results: [requestResult(entry)] };
};

const requestResult = ({ method, endpoint, status, state, request_id }: Entry): SearchResult => ({
  href: requestPath(request_id),
  title: `${method} ${shortPath(endpoint)}`,
  hint: status === null ? tr(STATES[state].word) : `${status} ${statusLabel(status)}`,
});

const pages: Source = async (_, visit, text) => {
  const links = navigationOf(visit).flatMap(({ title: group, links }) => links.map((link) => ({ ...link, group })));
  const found = bestMatches(links, text, ({ title }) => [tr(title), String(title)]).slice(0, MAX_RESULTS);
  return { title: tr("Pages"), results: found.map((link) => ({ ...pageResult(link), hint: tr(link.group) })) };
};

const accounts: Source = async ({ api }, visit, text) => {
  if (visit.user?.caller.partner?.status !== "active") return null;
  const [{ accounts, next_cursor }, byId] = await Promise.all([
    api.call(visit, "list_accounts", { query: { q: text, limit: MAX_RESULTS } }),
    isUuid(text) ? attempt(() => api.call(visit, "get_account", { params: { id: text } })) : null,
  ]);
  const own = byId && "data" in byId ? [byId.data] : [];
  const found = [...own, ...accounts.filter(({ id }) => own.every((one) => one.id !== id))];
  return {
    title: tr("Accounts"),
    results: found.slice(0, MAX_RESULTS).map(({ id, external_id, display_name }) => ({
      href: `${ACCOUNTS_PATH}/${id}`,
      title: display_name ?? external_id,
      hint: external_id,
    })),
    ...(next_cursor !== null && {
      all: { href: `${ACCOUNTS_PATH}?${new URLSearchParams({ q: text })}`, title: tr("All accounts that match") },
    }),
  };
};

const providers: Source = async ({ deps }, visit, text) => {
  if (!mayVisit(visit, "user")) return null;
  const known = [...deps.registry.providers.values()];
  const found = bestMatches(known, text, ({ id, name, services }) => [name, id, ...Object.keys(services)]);
  return {
    title: tr("Integrations"),
    results: found.slice(0, MAX_RESULTS).map(({ id, name, services }) => ({
      href: `${INTEGRATIONS_PATH}#${id}`,
      title: name,
      hint: Object.keys(services).join(", "),
    })),
  };
};

const tools: Source = async ({ api }, visit, text) => {
  if (!mayVisit(visit, "user")) return null;
  const { tools } = await api.call(visit, "search_tools", { params: { query: text }, query: { limit: MAX_RESULTS } });
  return {
    title: tr("Tools"),
    results: tools.map(({ function: { name, description } }) => ({
      href: toolPath(name),
      title: name,
      hint: description,
      lang: englishLang(),
    })),
    ...(tools.length === MAX_RESULTS && {
      all: { href: `/tools?${new URLSearchParams({ q: text })}`, title: tr("All tools that match") },
    }),
  };
};

const keys: Source = async ({ api }, visit, text) => {
  if (!mayVisit(visit, "user")) return null;
  const { keys } = await api.call(visit, "list_keys");
  const found = bestMatches(keys, text, (key) => [key.name ?? "", maskedKey(key)]);
  return {
    title: tr("API keys"),
    results: found.slice(0, MAX_RESULTS).map((key) => ({
      href: `${KEYS_PATH}#${keyAnchor(key.id)}`,
      title: key.name ?? maskedKey(key),
      hint: maskedKey(key),
    })),
  };
};

const team: Source = async ({ deps }, { user }, text) => {
  if (user === null) return null;
  const found = bestMatches(await listTeam(deps, user.id), text, ({ name, email }) => [name, email]);
  return {
    title: tr("Team"),
    results: found
      .slice(0, MAX_RESULTS)
      .map(({ id, name, email }) => ({ href: `${TEAM_PATH}#${personAnchor(id)}`, title: name, hint: email })),
  };
};

const guides: Source = async (_dashboard, _visit, text) => {
  const found = bestMatches(await guideList(), text, ({ title, name, summary }) => [title, name, summary]);
  return {
    title: tr("Guides"),
    results: found.slice(0, MAX_RESULTS).map(({ name, title, summary }) => ({
      href: `${GUIDES_PATH}/${name}`,
      title,
      hint: summary,
      lang: englishLang(),
    })),
  };
};

/** The first result of the first group is where Enter leads. */
const SOURCES: readonly Source[] = [
  requests,
  pages,
  accounts,
  providers,
  keys,
  team,
  ...OPERATOR_SOURCES,
  tools,
  guides,
];
