/** @jsxImportSource #pages */
// The search over everything that a person can open: a page that works without a script, whose results the palette loads.
import type { PublicRoute } from "../../web/http/route.ts";
import { Button } from "../../web/pages/components.tsx";
import { Empty } from "../../web/pages/data.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { type Dashboard, redirectTo, type View } from "../pages.tsx";
import { SEARCH_PATH } from "../paths.ts";
import { REQUESTS_PATH, requestPath } from "../requests/request-filters.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { findRequest, search } from "./find.ts";
import type { ResultGroup, SearchResult } from "./results.ts";
import { MAX_SEARCH, RESULTS_ID, searchText } from "./search-text.ts";

export function searchPages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({
      id: "search",
      path: SEARCH_PATH,
      access: "person",
      show: (visit) => showSearch(dashboard, visit),
    }),
  ];
}

async function showSearch(dashboard: Dashboard, visit: PageRequest): Promise<View | Response> {
  const text = searchText(visit.url);
  const isPart = visit.request.headers.has("hx-request");
  const request = isPart ? null : await findRequest(dashboard, visit, text);
  if (request) return redirectTo(visit.base + requestPath(request.request_id));
  const groups = await search(dashboard, visit, text);
  return {
    title: tr("Search"),
    lead: tr("Every page, and what is behind them: tools, integrations, accounts, keys, requests, people and guides."),
    body: (
      <>
        <form class="filters" action={SEARCH_PATH}>
          <div class="wide-field">
            <TextField
              name="q"
              label={tr("Search")}
              type="search"
              value={text}
              maxLength={MAX_SEARCH}
              placeholder={tr("Page, tool, account, key, request id, …")}
              autocomplete="off"
              hidesKeys
            />
          </div>
          <Button kind="primary">{tr("Search")}</Button>
        </form>
        <div id={RESULTS_ID}>
          {isPart ? <Options text={text} groups={groups} /> : <Lists visit={visit} text={text} groups={groups} />}
        </div>
      </>
    ),
  };
}

interface Props {
  text: string;
  groups: readonly ResultGroup[];
}

const Result = ({ title, hint, lang }: SearchResult): Markup => (
  <>
    <bdi lang={lang}>{title}</bdi>
    <bdi class="muted small" lang={lang}>
      {hint}
    </bdi>
  </>
);

function Lists({ visit, text, groups }: Props & { visit: PageRequest }): Markup {
  if (groups.length === 0) return <NothingFound visit={visit} text={text} />;
  return (
    <>
      {groups.map(({ title, results, all }) => (
        <section class="section">
          <h2>{title}</h2>
          <ul class="search-results">
            {results.map((result) => (
              <li>
                <a class="search-result" href={result.href}>
                  <Result {...result} />
                </a>
              </li>
            ))}
          </ul>
          {all ? (
            <p class="after">
              <a href={all.href}>{all.title}</a>
            </p>
          ) : null}
        </section>
      ))}
    </>
  );
}

const NothingFound = ({ visit, text }: { visit: PageRequest; text: string }): Markup => (
  <Empty title={tr("Nothing matches “{text}”.", { text })}>
    <p class="muted">
      {tr(
        "Accounts, users and partners are found by how their names begin, requests by their whole id, and everything else by any of its words.",
      )}
    </p>
    {mayVisit(visit, "user") && !/\s/.test(text) ? (
      <a class="button" href={`${REQUESTS_PATH}?${new URLSearchParams({ q: text })}`}>
        {tr("Look among the newest requests")}
      </a>
    ) : null}
  </Empty>
);

/** The same results as options of the palette's list, whose field keeps the focus. */
function Options({ text, groups }: Props): Markup {
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  const status =
    text === ""
      ? ""
      : count === 0
        ? tr("Nothing matches “{text}”.", { text })
        : tr("{count, plural, one {# result} other {# results}}", { count });
  return (
    <div data-text={text} data-status={status} data-recent={tr("Recent")}>
      {groups.map((group, at) => (
        <Group group={group} id={`palette-group-${at}`} />
      ))}
    </div>
  );
}

const Group = ({ group: { title, results, all }, id }: { group: ResultGroup; id: string }): Markup => (
  // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, which no element is outside of select.
  <div role="group" aria-labelledby={id}>
    <p id={id} class="muted small" role="presentation">
      {title}
    </p>
    {results.map((result, at) => (
      <a class="search-result" id={`${id}-${at}`} href={result.href} role="option" aria-selected="false" tabindex="-1">
        <Result {...result} />
      </a>
    ))}
    {all ? (
      <a
        class="search-result"
        id={`${id}-all`}
        href={all.href}
        role="option"
        aria-selected="false"
        tabindex="-1"
        data-all
      >
        {all.title}
      </a>
    ) : (
      NOTHING
    )}
  </div>
);
