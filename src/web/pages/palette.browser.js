// The palette over every page: opens by its keys or its link, moves through the options, and remembers where one went from it.

/** Ends with the tab, and with the sign-out: it has names. */
const RECENT = "recent";
const MAX_RECENT = 5;
const byId = (id) => document.getElementById(id);
const optionsOf = () => [...document.querySelectorAll("#palette-results [role=option]")];
const results = () => document.querySelector("#palette-results > *");

function openPalette() {
  const palette = byId("palette");
  if (palette.open) return palette.close();
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  palette.showModal();
  const field = byId("palette-field");
  field.select();
  // htmx listens from a timer that it sets as it loads, which may still be due; a timer set later runs after it.
  setTimeout(() => field.dispatchEvent(new Event("input", { bubbles: true })));
}

/** Marks the option that Enter opens. */
function mark(option) {
  for (const other of optionsOf()) other.setAttribute("aria-selected", String(other === option));
  byId("palette-field").setAttribute("aria-activedescendant", option?.id ?? "");
  option?.scrollIntoView({ block: "nearest" });
}

const marked = () => document.querySelector("#palette-results [aria-selected=true]");

function onPaletteKey(event) {
  if (event.isComposing) return;
  const options = optionsOf();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && options.length > 0) {
    event.preventDefault();
    mark(options.at((options.indexOf(marked()) + step) % options.length));
  }
  // Results of an earlier text are not what was asked for: the form then leads to the page of the search.
  const isCurrent = results()?.dataset.text === byId("palette-field").value.trim();
  if (event.key === "Enter" && isCurrent && marked()) {
    event.preventDefault();
    marked().click();
  }
}

/** The person and the user whom they act for: nothing of another one comes back. */
const whose = () =>
  `${document.querySelector("[data-person]")?.dataset.person} ${/^\/u\/[^/]+/.exec(location.pathname) ?? ""}`;

function recentItems() {
  const { of, items } = JSON.parse(sessionStorage.getItem(RECENT) ?? "{}");
  return of === whose() ? items : [];
}

function remember(option) {
  const [title, hint] = [...option.children].map(({ textContent }) => textContent);
  const href = option.getAttribute("href");
  const items = [{ href, title, hint }, ...recentItems().filter((one) => one.href !== href)].slice(0, MAX_RECENT);
  sessionStorage.setItem(RECENT, JSON.stringify({ of: whose(), items }));
}

/** Where one went before, as a first group made like the others. */
function addRecent() {
  const items = recentItems();
  const group = results().firstElementChild?.cloneNode(true);
  if (items.length === 0 || !group) return;
  const [heading, option] = group.children;
  heading.id = "palette-recent";
  heading.textContent = results().dataset.recent;
  group.setAttribute("aria-labelledby", heading.id);
  const options = items.map(({ href, title, hint }, at) => {
    const made = option.cloneNode(true);
    made.id = `palette-recent-${at}`;
    made.setAttribute("href", href);
    made.firstElementChild.textContent = title;
    made.lastElementChild.textContent = hint;
    return made;
  });
  group.replaceChildren(heading, ...options);
  results().prepend(group);
}

function showResults() {
  if (results().dataset.text === "") addRecent();
  const [first] = optionsOf();
  byId("palette-results").hidden = !first;
  byId("palette-results").scrollTop = 0;
  byId("palette-field").setAttribute("aria-expanded", String(first !== undefined));
  byId("palette-status").textContent = results().dataset.status;
  mark(first);
}

document.addEventListener("keydown", (event) => {
  const keys = document.querySelector("[data-opens-palette]")?.getAttribute("aria-keyshortcuts");
  const held = event.metaKey ? "Meta" : event.ctrlKey ? "Control" : "";
  if (keys === `${held}+${event.key.toUpperCase()}` && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    if (!event.repeat) openPalette();
  } else if (event.target.id === "palette-field") onPaletteKey(event);
});
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const option = event.target.closest("#palette-results [role=option]");
  if (option && !("all" in option.dataset)) remember(option);
  if (option || event.target.id === "palette" || event.target.closest("[data-closes-palette]")) byId("palette").close();
  if (event.target.closest("[data-opens-palette]")) {
    event.preventDefault();
    openPalette();
  }
});
/** A pasted key goes into no address: as much of it stays as pages show. Before htmx sends the field. */
document.addEventListener(
  "input",
  ({ target }) => {
    if (target.matches("[data-hides-keys]") && /^(?:sk_live_|adm_|mcp_[a-z]{2}_)\w{12}/.test(target.value.trim()))
      target.value = target.value.trim().slice(0, 12);
  },
  { capture: true },
);
/** Requests under way: one that a newer one replaces ends after that has begun. */
let underWay = 0;
function countRequest({ target }, by) {
  if (target.id !== "palette-form") return;
  underWay += by;
  byId("palette-results").ariaBusy = String(underWay > 0);
}
document.addEventListener("htmx:before:request", (event) => countRequest(event, 1));
document.addEventListener("htmx:finally:request", (event) => countRequest(event, -1));
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.sourceElement?.id === "palette-form") showResults();
});
if (!document.querySelector("[data-person]")) sessionStorage.removeItem(RECENT);
