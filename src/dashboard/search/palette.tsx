/** @jsxImportSource #pages */
// The palette over every page, a combobox with a list of links (ARIA APG), and the link that opens it; without a script that
// link leads to the search's own page.
import { Icon } from "../../web/pages/components.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { SEARCH_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import { MAX_SEARCH, RESULTS_ID } from "./search-text.ts";

/** Macs have their shortcuts with Command; in their text fields Control and K deletes. */
const isOnMac = ({ request }: PageRequest) => /\bMac(?:intosh| OS)/.test(request.headers.get("user-agent") ?? "");

export const PaletteKeys = ({ visit }: { visit: PageRequest }): Markup =>
  isOnMac(visit) ? <kbd>⌘K</kbd> : <kbd>Ctrl K</kbd>;

export const PaletteLink = ({ visit }: { visit: PageRequest }): Markup => (
  <a
    class="button palette-link"
    href={SEARCH_PATH}
    data-opens-palette
    aria-keyshortcuts={isOnMac(visit) ? "Meta+K" : "Control+K"}
  >
    <Icon name="search" />
    <span>{tr("Search")}</span>
    <PaletteKeys visit={visit} />
  </a>
);

export const Palette = (): Markup => (
  <dialog id="palette" aria-label={tr("Go anywhere")}>
    <form
      id="palette-form"
      action={SEARCH_PATH}
      data-hx-get={SEARCH_PATH}
      data-hx-trigger="input delay:150ms"
      data-hx-target="#palette-results"
      data-hx-select={`#${RESULTS_ID} > *`}
      data-hx-swap="innerHTML"
      data-hx-sync="this:replace"
    >
      <Icon name="search" />
      <input
        id="palette-field"
        name="q"
        type="text"
        role="combobox"
        aria-label={tr("Search pages, tools, accounts, keys and more")}
        aria-controls="palette-results"
        aria-autocomplete="list"
        aria-expanded="false"
        placeholder={tr("Page, tool, account, key, request id, …")}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength={MAX_SEARCH}
        data-hides-keys
      />
      <button type="button" class="button quiet small" data-closes-palette>
        <span class="visually-hidden">{tr("Close")}</span>
        <Icon name="cross" />
      </button>
    </form>
    <p class="trouble" role="alert" hidden></p>
    <div id="palette-results" role="listbox" aria-label={tr("Results")} hidden></div>
    <p id="palette-status" class="muted small" role="status"></p>
  </dialog>
);
