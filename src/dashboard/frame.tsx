/** @jsxImportSource #pages */
// The frame around every page of a signed-in person: the side bar, the page's head, and the list of keys.

import { GUIDES_PATH } from "../reference/guides.ts";
import { Icon } from "../web/pages/components.tsx";
import { type Markup, NOTHING } from "../web/pages/jsx-runtime.ts";
import { chosenLanguage, LANGUAGE_NAMES, PAGE_LANGUAGES } from "../web/pages/language.ts";
import { message, rich, tr } from "../web/pages/messages.ts";
import { FormToken } from "./form-token.tsx";
import { entryAt, navigationOf } from "./navigation.ts";
import { DoneNoticeView } from "./notice.tsx";
import type { View } from "./pages.tsx";
import { LANGUAGE_PATH, SIGN_OUT_PATH, THEME_PATH } from "./paths.ts";
import { roleText } from "./role-text.ts";
import { Palette, PaletteKeys, PaletteLink } from "./search/palette.tsx";
import type { PageRequest } from "./visit.ts";

export const Frame = ({ visit, view }: { visit: PageRequest; view: View }): Markup => (
  <div class="frame" data-person={visit.person.id}>
    <a class="skip" href="#main">
      {tr("Skip to content")}
    </a>
    <header class="topbar">
      <a class="button quiet" href="#menu">
        {rich("{icon}Menu", { icon: <Icon name="menu" /> })}
      </a>
      <span class="strong">{view.title}</span>
      <PaletteLink visit={visit} />
    </header>
    <SideBar visit={visit} />
    <main id="main" tabindex="-1">
      <header class="head">
        <div>
          <h1>{view.title}</h1>
          {view.lead ? <p class="muted">{view.lead}</p> : null}
        </div>
        <div class="head-actions">
          <GuideLink visit={visit} />
          {view.action}
        </div>
      </header>
      {view.notice ? <DoneNoticeView visit={visit} notice={view.notice} /> : null}
      {view.body}
      <p id="trouble" class="trouble" role="alert" hidden></p>
    </main>
    <p id="live-region" class="visually-hidden" role="status"></p>
    <KeyList visit={visit} />
    <Palette />
  </div>
);

function GuideLink({ visit }: { visit: PageRequest }): Markup {
  const entry = entryAt(visit.url.pathname);
  if (!entry) return NOTHING;
  return (
    <a class="button quiet" href={`${GUIDES_PATH}/${entry.guide}`}>
      {tr("Guide")}
    </a>
  );
}

const SideBar = ({ visit }: { visit: PageRequest }): Markup => (
  <nav id="menu" class="side" aria-label={tr("Pages")}>
    <div class="brand-line">
      <span class="tile brand" aria-hidden="true">
        G
      </span>
      <span class="strong">{tr("Gateway")}</span>
      <a class="button quiet close" href="#main">
        <Icon name="cross" />
        <span class="visually-hidden">{tr("Close the menu")}</span>
      </a>
    </div>
    <Acting visit={visit} />
    <PaletteLink visit={visit} />
    {navigationOf(visit).map(({ title, links }) => (
      <div class="group">
        <h2>{tr(title)}</h2>
        <ul>
          {links.map((link) => (
            <li>
              <a
                href={link.path}
                data-key={link.key}
                aria-current={link === entryAt(visit.url.pathname) ? "page" : undefined}
              >
                <Icon name={link.icon} />
                {tr(link.title)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <LanguageChoice visit={visit} />
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
        {tr("Act for")}
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
          {tr("Go")}
        </button>
      </noscript>
    </form>
  );
}

const THEME_TITLES = [
  { value: "", title: message("The system’s theme") },
  { value: "light", title: message("Light") },
  { value: "dark", title: message("Dark") },
];

const ThemeChoice = ({ visit }: { visit: PageRequest }): Markup => (
  <ReaderChoice
    visit={visit}
    name="theme"
    path={THEME_PATH}
    label={tr("Theme")}
    value={visit.reader.theme}
    options={THEME_TITLES.map(({ value, title }) => ({ value, title: tr(title) }))}
  />
);

const LanguageChoice = ({ visit }: { visit: PageRequest }): Markup => (
  <ReaderChoice
    visit={visit}
    name="language"
    path={LANGUAGE_PATH}
    label={tr("Language")}
    value={chosenLanguage(visit.request.headers.get("cookie") ?? "")}
    options={[
      { value: "", title: tr("The browser’s language") },
      ...PAGE_LANGUAGES.map((language) => ({ value: language, title: LANGUAGE_NAMES[language], lang: language })),
    ]}
  />
);

/** It leads back to the page where it stands. The page repeats no query, which a stranger can write; our script reloads with it. */
const ReaderChoice = (props: {
  visit: PageRequest;
  name: string;
  path: string;
  label: string;
  /** Null where the browser's own decides. */
  value: string | null;
  options: readonly { value: string; title: string; lang?: string }[];
}): Markup => (
  <form class="theme" method="post" action={props.path} data-stays>
    <FormToken visit={props.visit} />
    <input type="hidden" name="next" value={`${props.visit.base}${props.visit.url.pathname}`} />
    <label class="visually-hidden" for={props.name}>
      {props.label}
    </label>
    <select id={props.name} name={props.name} data-submit>
      {props.options.map(({ value, title, lang }) => (
        <option value={value} lang={lang} selected={value === (props.value ?? "")}>
          {title}
        </option>
      ))}
    </select>
    <noscript>
      <button type="submit" class="button small">
        {tr("Go")}
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
      <span class="muted">{roleText(visit.person.role ?? visit.user?.role ?? "member")}</span>
    </p>
    <button type="submit" class="button quiet small">
      {tr("Sign out")}
    </button>
  </form>
);

const KeyList = ({ visit }: { visit: PageRequest }): Markup => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">{tr("Keys")}</h2>
    <dl class="facts">
      <dt>
        <PaletteKeys visit={visit} />
      </dt>
      <dd>{tr("Go anywhere")}</dd>
      <dt>
        <kbd>/</kbd>
      </dt>
      <dd>{tr("Search")}</dd>
      <dt>
        <kbd>↑</kbd> <kbd>↓</kbd>
      </dt>
      <dd>{tr("Move between rows")}</dd>
      <dt>
        <kbd>j</kbd> <kbd>k</kbd>
      </dt>
      <dd>{tr("Open the next or the previous request, Escape closes it")}</dd>
      {navigationOf(visit)
        .flatMap(({ links }) => links)
        .map(({ key, title }) => (
          <>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{tr(title)}</dd>
          </>
        ))}
    </dl>
    <form method="dialog">
      <button type="submit" class="button">
        {tr("Close")}
      </button>
    </form>
  </dialog>
);
