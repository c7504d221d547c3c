// Runs in every page with live parts: keys, copying, and times in the reader's own zone.

const ZONE_COOKIE_SECONDS = 31_536_000;
/** After which a page counts as left alone. */
const UNUSED_MS = 600_000;

/** The next page is written in the reader's zone by the server. */
function rememberZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isKnown = document.cookie.split("; ").includes(`zone=${encodeURIComponent(timeZone)}`);
  if (timeZone && !isKnown)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `zone=${encodeURIComponent(timeZone)}; Path=/; Max-Age=${ZONE_COOKIE_SECONDS}; SameSite=Lax`;
  return isKnown;
}

/** Rewrites times that the server wrote in UTC, in the page's language. */
function localizeTimes(root) {
  for (const time of root.querySelectorAll("time[data-utc]")) {
    const options = JSON.parse(time.dataset.utc);
    time.textContent = new Intl.DateTimeFormat(document.documentElement.dataset.language, options).format(
      new Date(time.dateTime),
    );
    delete time.dataset.utc;
  }
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
  const label = button.querySelector("[data-label]") ?? button;
  const before = label.textContent;
  label.textContent = button.dataset.copied;
  document.getElementById("live-region").textContent = button.dataset.copied;
  setTimeout(() => {
    label.textContent = before;
  }, 1_500);
}

/** Keys of a list with one of its rows open beside it. */
const STEPS = {
  j: "[data-step=next], main:not(:has([data-step])) tbody a",
  k: "[data-step=previous]",
  Escape: "[data-step=close]",
};

const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;
let isGoing = false;

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (isGoing) {
    isGoing = false;
    const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
    if (link) link.click();
    return;
  }
  if (event.key === "g") {
    isGoing = true;
    setTimeout(() => {
      isGoing = false;
    }, 1_500);
  } else if (event.key === "/") {
    const search = document.querySelector("[data-search]");
    if (!search) return;
    event.preventDefault();
    search.focus();
  } else if (event.key === "?") document.getElementById("keys")?.showModal();
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") moveInTable(event);
  else if (STEPS[event.key] && !document.querySelector("dialog[open]"))
    document.querySelector(STEPS[event.key])?.click();
}

/** From row to row by their first link. */
function moveInTable(event) {
  const links = [...document.querySelectorAll("tbody tr")].flatMap((row) => row.querySelector("a") ?? []);
  const at = links.indexOf(event.target.closest("tr")?.querySelector("a"));
  const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** Puts a chosen file into a field as a data URL. */
function readFile({ files: [file], dataset }) {
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    const field = document.getElementById(dataset.fileTo);
    field.value = reader.result;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  if (file) reader.readAsDataURL(file);
}

/** Leaves the checks that have the text or a value with it, or whose group has it in its title, and opens the groups. */
function narrow({ value, dataset }) {
  const text = value.trim().toLowerCase();
  const has = (element) =>
    [element.textContent, element.querySelector("input")?.value ?? ""].some((one) => one.toLowerCase().includes(text));
  const list = document.getElementById(dataset.narrows);
  for (const check of list.querySelectorAll(":scope > label")) check.hidden = !has(check);
  for (const group of list.querySelectorAll("details")) {
    const isWhole = has(group.querySelector("summary"));
    const checks = [...group.querySelectorAll("label")];
    for (const check of checks) check.hidden = !isWhole && !has(check);
    const isLeft = checks.some((check) => !check.hidden);
    group.hidden = !isLeft;
    if (text !== "") group.open = isLeft;
  }
}

document.addEventListener("keydown", (event) => {
  // Enter would send the form that the field stands in.
  if (event.key === "Enter" && event.target.matches("[data-narrows]")) event.preventDefault();
  else onKey(event);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) void copy(button);
});
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-submit]")) event.target.form.requestSubmit();
  if (event.target.matches("[data-file-to]")) readFile(event.target);
});
/** Shows what needs a script, and what needs passkeys where the browser has them. */
function showLive() {
  const hasPasskeys = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON;
  for (const button of document.querySelectorAll(`[data-live][hidden]${hasPasskeys ? ", [data-passkey][hidden]" : ""}`))
    button.hidden = false;
}
/** The address says what a form has filtered: a reload and the way back find it again. */
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-narrows]")) narrow(event.target);
  const form = event.target.closest("form[data-address]");
  if (!form) return;
  const typed = [...new FormData(form)].filter(([, value]) => value !== "");
  history.replaceState(
    null,
    "",
    `${form.getAttribute("action")}${typed.length > 0 ? `?${new URLSearchParams(typed)}` : ""}`,
  );
});
/** A page that nobody looks at asks for nothing: it neither loads the gateway nor keeps its session alive. */
let usedAt = Date.now();
for (const name of ["pointermove", "keydown", "scroll", "focus"])
  addEventListener(
    name,
    () => {
      usedAt = Date.now();
    },
    { passive: true },
  );
document.addEventListener("htmx:before:request", (event) => {
  if (event.target.closest("[data-polled]") && (document.hidden || Date.now() - usedAt > UNUSED_MS))
    event.preventDefault();
});
if (!rememberZone()) localizeTimes(document);
showLive();
// A part that came later may be older than the cookie, and has what needs a script hidden.
new MutationObserver(() => {
  localizeTimes(document);
  showLive();
}).observe(document.body, { childList: true, subtree: true });

/** Signs in by a passkey or adds one, where the browser can. */
async function usePasskey(button) {
  const { form } = button;
  const options = await fetch(button.dataset.passkey, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
  });
  if (!options.ok) throw new Error("The options could not be loaded.");
  const json = await options.json();
  const credential =
    button.dataset.passkeyKind === "get"
      ? await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) })
      : await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) });
  form.elements.namedItem("response").value = JSON.stringify(credential.toJSON());
  form.action = button.dataset.passkeyAction;
  form.submit();
}

function onPasskey(button) {
  const error = button.form.querySelector("[data-passkey-error]");
  error.hidden = true;
  usePasskey(button).catch(() => {
    error.hidden = false;
  });
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-passkey]");
  if (button) onPasskey(button);
});
/** Before the form would be sent: without a button of its own, Enter in it is the passkey's. */
document.addEventListener(
  "submit",
  (event) => {
    const button = event.target.querySelector("[data-passkey]");
    if (!button || event.target.querySelector("[type=submit]")) return;
    event.preventDefault();
    onPasskey(button);
  },
  { capture: true },
);
