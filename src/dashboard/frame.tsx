/** @jsxImportSource #pages */
// The frame around every page of a signed-in person: the side bar, the page's head, and the list of keys.

import { Icon } from "../web/pages/components.tsx";
import { type Markup, NOTHING } from "../web/pages/jsx-runtime.ts";
import { FormToken } from "./form-token.tsx";
import { NAVIGATION, type NavigationLink } from "./navigation.ts";
import { DoneNoticeView } from "./notice.tsx";
import type { View } from "./pages.tsx";
import { HOME_PATH, SIGN_OUT_PATH, THEME_PATH } from "./paths.ts";
import { hasTeamRole, mayVisit, type PageRequest } from "./visit.ts";

export const Frame = ({ visit, view }: { visit: PageRequest; view: View }): Markup => (
  <div class="frame" data-person={visit.person.id}>
    <a class="skip" href="#main">
      Skip to content
    </a>
    <header class="topbar">
      <a class="button quiet" href="#menu">
        <Icon name="menu" />
        Menu
      </a>
      <span class="strong">{view.title}</span>
    </header>
    <SideBar visit={visit} />
    <main id="main" tabindex="-1">
      <header class="head">
        <div>
          <h1>{view.title}</h1>
          {view.lead ? <p class="muted">{view.lead}</p> : null}
        </div>
        {view.action ? <div class="head-actions">{view.action}</div> : null}
      </header>
      {view.notice ? <DoneNoticeView visit={visit} notice={view.notice} /> : null}
      {view.body}
      <p id="trouble" class="trouble" role="alert" hidden></p>
    </main>
    <p id="live-region" class="visually-hidden" role="status"></p>
    <KeyList visit={visit} />
  </div>
);

const groupsOf = (visit: PageRequest) =>
  NAVIGATION.filter(({ access }) => mayVisit(visit, access)).map((group) => ({
    ...group,
    links: group.links.filter(
      ({ access = group.access, role }) => mayVisit(visit, access) && (role === undefined || hasTeamRole(visit, role)),
    ),
  }));

const isHere = ({ path }: NavigationLink, pathname: string) =>
  path === HOME_PATH ? pathname === HOME_PATH : pathname.startsWith(path);

const SideBar = ({ visit }: { visit: PageRequest }): Markup => (
  <nav id="menu" class="side" aria-label="Pages">
    <div class="brand-line">
      <span class="tile brand" aria-hidden="true">
        G
      </span>
      <span class="strong">Gateway</span>
      <a class="button quiet close" href="#main">
        <Icon name="cross" />
        <span class="visually-hidden">Close the menu</span>
      </a>
    </div>
    <Acting visit={visit} />
    {groupsOf(visit).map(({ title, links }) => (
      <div class="group">
        <h2>{title}</h2>
        <ul>
          {links.map((link) => (
            <li>
              <a
                href={link.path}
                data-key={link.key}
                aria-current={isHere(link, visit.url.pathname) ? "page" : undefined}
              >
                <Icon name={link.icon} />
                {link.title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <ThemeChoice visit={visit} />
    <Person visit={visit} />
  </nav>
);

/** For whom the pages are: a choice where the person acts for several users. */
function Acting({ visit }: { visit: PageRequest }): Markup {
  const { user, users } = visit;
  if (!user) return NOTHING;
  if (users.length === 1)
    return (
      <p class="acting small">
        <bdi>{user.email}</bdi> <span class="muted">{user.caller.tier}</span>
      </p>
    );
  return (
    <form class="acting" method="post" action="/acting">
      <FormToken visit={visit} />
      <label class="visually-hidden" for="acting">
        Act for
      </label>
      <select id="acting" name="user" data-submit>
        {users.map(({ id, email }) => (
          <option value={id} selected={id === user.id}>
            {email}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" class="button small">
          Go
        </button>
      </noscript>
    </form>
  );
}

const THEME_TITLES = [
  { value: "", title: "The system’s theme" },
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
];

/** It leads back to the page where it stands. The page repeats no query, which a stranger can write; our script reloads with it. */
const ThemeChoice = ({ visit }: { visit: PageRequest }): Markup => (
  <form class="theme" method="post" action={THEME_PATH} data-stays>
    <FormToken visit={visit} />
    <input type="hidden" name="next" value={`${visit.base}${visit.url.pathname}`} />
    <label class="visually-hidden" for="theme">
      Theme
    </label>
    <select id="theme" name="theme" data-submit>
      {THEME_TITLES.map(({ value, title }) => (
        <option value={value} selected={value === (visit.reader.theme ?? "")}>
          {title}
        </option>
      ))}
    </select>
    <noscript>
      <button type="submit" class="button small">
        Go
      </button>
    </noscript>
  </form>
);

const Person = ({ visit }: { visit: PageRequest }): Markup => (
  <form class="person" method="post" action={SIGN_OUT_PATH}>
    <FormToken visit={visit} />
    <p class="small">
      <bdi class="strong">{visit.person.name}</bdi>
      <br />
      <span class="muted">{visit.person.role ?? visit.user?.role ?? "member"}</span>
    </p>
    <button type="submit" class="button quiet small">
      Sign out
    </button>
  </form>
);

const KeyList = ({ visit }: { visit: PageRequest }): Markup => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <dl class="facts">
      <dt>
        <kbd>/</kbd>
      </dt>
      <dd>Search</dd>
      <dt>
        <kbd>↑</kbd> <kbd>↓</kbd>
      </dt>
      <dd>Move between rows</dd>
      <dt>
        <kbd>j</kbd> <kbd>k</kbd>
      </dt>
      <dd>Open the next or the previous request, Escape closes it</dd>
      {groupsOf(visit)
        .flatMap(({ links }) => links)
        .map(({ key, title }) => (
          <>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </>
        ))}
    </dl>
    <form method="dialog">
      <button type="submit" class="button">
        Close
      </button>
    </form>
  </dialog>
);
