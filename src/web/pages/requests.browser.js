// What a page does with its requests: it sends forms, takes in parts that htmx asks for, and survives when either fails.

const MIN_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;
const DRAFT = "draft";
/** Fields that are of one page alone, or that nothing may keep. */
const UNKEPT = new Set(["form_token", "form_nonce", "nonce", "response"]);
const NOT_REACHED = "The gateway cannot be reached.";
const NOT_SENT = `${NOT_REACHED} What you typed is kept: send it again in a moment.`;

/** Says it at the foot of the page until something succeeds; with a link where one leads on. */
function say(text, link) {
  const trouble = document.querySelector("dialog[open] .trouble") ?? document.getElementById("trouble");
  if (!trouble) return;
  trouble.hidden = text === null;
  trouble.textContent = text;
  if (!link) return;
  const anchor = document.createElement("a");
  anchor.href = link.href;
  anchor.textContent = link.text;
  trouble.append(" ", anchor);
}

function signInAgain() {
  const href = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
  say("You are signed out. What you typed is kept.", { href, text: "Sign in again" });
}

/** A form with a request under way is sent no second time. */
function setBusy(form, isBusy) {
  const buttons = [...form.elements].filter((element) => element.type === "submit");
  const focused = isBusy ? document.activeElement : form.busyFocus;
  form.busyFocus = focused;
  form.toggleAttribute("data-busy", isBusy);
  form.setAttribute("aria-busy", String(isBusy));
  for (const button of buttons) button.disabled = isBusy;
  if (!isBusy && buttons.includes(focused) && document.activeElement === document.body) focused.focus();
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
/** Why a page of ours refuses something; null for what somebody else's proxy says. */
const refusalIn = (page) => page.querySelector("#main .notice")?.textContent.trim() ?? null;

/** Keeps what a form holds over a sign-in, in this tab. */
function keepDraft(form) {
  const person = document.querySelector("[data-person]")?.dataset.person;
  const secret = (name) => UNKEPT.has(name) || form.elements.namedItem(name)?.type === "password";
  const fields = [...new FormData(form)].filter(([name, value]) => !secret(name) && typeof value === "string");
  const action = form.getAttribute("action");
  if (person && action) sessionStorage.setItem(DRAFT, JSON.stringify({ person, action, fields }));
}

/** Puts it back into the form that it was typed into; another page, or another person's, ends it. */
function restoreDraft() {
  const frame = document.querySelector("[data-person]");
  const kept = sessionStorage.getItem(DRAFT);
  if (!frame || kept === null) return;
  sessionStorage.removeItem(DRAFT);
  const { person, action, fields } = JSON.parse(kept);
  const form = [...document.forms].find((one) => one.getAttribute("action") === action);
  if (!form || frame.dataset.person !== person) return;
  const values = Map.groupBy(fields, ([name]) => name);
  for (const field of form.elements) {
    if (!field.name || UNKEPT.has(field.name) || field.type === "hidden" || field.type === "password") continue;
    const own = (values.get(field.name) ?? []).map(([, value]) => value);
    if (field.type === "checkbox" || field.type === "radio") field.checked = own.includes(field.value);
    else if (own.length > 0) field.value = own[0];
    const details = own.length > 0 && field.closest("details");
    if (details) details.open = true;
  }
  say("What you typed is back. Send it again.");
}

/** The page in place of this one, as a browser shows the response to a form. */
function show(page) {
  const refresh = page.querySelector("meta[http-equiv=refresh]")?.content.replace(/^\d+;\s*url=/, "");
  if (refresh) return location.assign(refresh);
  const frame = page.querySelector(".frame");
  document.querySelector(".frame").replaceWith(frame);
  document.title = page.title;
  htmx.process(frame);
  scrollTo(0, 0);
  (frame.querySelector("[aria-invalid]") ?? frame.querySelector("[autofocus]") ?? frame.querySelector("#main")).focus();
}

/** The response names where a redirect would lead. */
const post = (action, fields) =>
  fetch(action, { method: "POST", body: new URLSearchParams(fields), headers: { "x-form": "1" } });

/** Sends a form as a browser would, but keeps the page where no response of ours comes. */
async function send(form, submitter) {
  const fields = new FormData(form, submitter);
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  setBusy(form, true);
  let isLeaving = false;
  try {
    const response = await post(action, fields);
    const next = response.headers.get("x-go-to");
    if (next) {
      if (new URL(next, location.href).pathname.startsWith("/sign-in")) keepDraft(form);
      isLeaving = true;
      return form.hasAttribute("data-stays") ? location.reload() : location.assign(next);
    }
    const page = parsed(await response.text());
    const hasForm = page.querySelector(`.frame form[action="${CSS.escape(form.getAttribute("action"))}"]`);
    if (page.querySelector(".frame") && (response.ok || hasForm)) show(page);
    else say(refusalIn(page) ?? NOT_SENT);
  } catch {
    say(NOT_SENT);
  } finally {
    if (!isLeaving) setBusy(form, false);
  }
}

/** The connect page of a form's session; each press starts a session of its own. */
async function connectUrl(form) {
  const fields = new FormData(form);
  fields.delete("form_nonce");
  const next = (await post(form.getAttribute("action"), fields)).headers.get("x-go-to");
  const url = next && new URL(next, location.href);
  if (url?.origin !== location.origin || !url.pathname.startsWith("/connect/")) throw new Error("No connect page.");
  return url.href;
}

/** Connects in a window of its own and goes on with the outcome; without one the connect page takes this page's place. */
async function connectInWindow(form) {
  setBusy(form, true);
  try {
    const { status, provider, error, sessionId } = await gateway.connect({ url: () => connectUrl(form) });
    const [user = ""] = /^\/u\/[^/]+/.exec(form.getAttribute("action")) ?? [];
    const outcome = { connected: provider ?? "", session_id: sessionId, status, ...(error && { error }) };
    location.assign(`${user}${form.dataset.connects}?${new URLSearchParams(outcome)}`);
  } catch ({ code }) {
    setBusy(form, false);
    if (code === "closed" || code === "timed_out") say("The window closed before anything was connected.");
    else await send(form);
  }
}

/** Loaded before a press: browsers let only that open a window. */
function loadConnect() {
  if (globalThis.gateway || !document.querySelector("form[data-connects]")) return;
  const script = document.createElement("script");
  script.src = "/connect.js";
  document.head.append(script);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || event.defaultPrevented) return;
  if (form.hasAttribute("data-busy")) return event.preventDefault();
  // Our pages before the sign-in send their forms by the browser, which goes to other sites from there.
  if (!form.closest(".frame")) return setTimeout(() => setBusy(form, true));
  if (form.hasAttribute("data-hx-post")) return;
  event.preventDefault();
  void (form.hasAttribute("data-connects") && globalThis.gateway ? connectInWindow(form) : send(form, event.submitter));
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-busy]")) setBusy(form, false);
});

/** Parts that are asked for: when each may ask again after a failure. */
const retries = new WeakMap();

function failed(element, isRead) {
  const { wait = MIN_RETRY_MS } = retries.get(element) ?? {};
  retries.set(element, { at: Date.now() + wait, wait: Math.min(wait * 2, MAX_RETRY_MS) });
  if (!isRead) return say(NOT_SENT);
  say(`${NOT_REACHED} Trying again.`);
  if (!element.matches("[data-polled]"))
    setTimeout(() => element.isConnected && element.dispatchEvent(new Event("input", { bubbles: true })), wait);
}

/** A part that has replaced itself is gone, and htmx then tells the document. */
const formOf = (element) => (element.matches?.("form[data-hx-post]") ? element : null);

document.addEventListener("htmx:before:request", (event) => {
  const element = event.target;
  if (element.matches("[data-polled]") && (retries.get(element)?.at ?? 0) > Date.now()) return event.preventDefault();
  const form = formOf(element);
  if (form) setBusy(form, true);
});
document.addEventListener("htmx:finally:request", (event) => {
  const form = formOf(event.target);
  if (form) setBusy(form, false);
});
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx?.request) failed(event.target, ctx.request.method === "GET");
});
/** Only a response that has the part takes its place: neither an error nor a page of somebody between us and the gateway. */
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const { status } = ctx.response;
  if (status === 204 || ctx.response.headers.has("hx-redirect")) return recovered(event.target);
  const page = parsed(ctx.text);
  if (ctx.select && status < 500 && page.querySelector(ctx.select)) return recovered(event.target);
  event.preventDefault();
  if (status === 401) return signInAgain();
  const refusal = status < 500 ? refusalIn(page) : null;
  if (refusal === null) failed(event.target, ctx.request.method === "GET");
  else say(refusal);
});
function recovered(element) {
  retries.delete(element);
  say(null);
}
addEventListener("online", () => {
  for (const element of document.querySelectorAll("[data-polled]")) retries.delete(element);
});
/** What a press has made stands in view, and is where the next key goes. */
document.addEventListener("htmx:after:swap", (event) => {
  const form = formOf(event.detail.ctx?.sourceElement ?? event.target);
  const result = form && document.getElementById(form.dataset.shows);
  if (!result) return;
  result.focus({ preventScroll: true });
  result.scrollIntoView({ block: "start" });
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("#trouble a")) return;
  const form = [...document.querySelectorAll("#main form[method=post]")].find(isChanged);
  if (form) keepDraft(form);
});
const isChanged = (form) =>
  [...form.elements].some((field) =>
    field.type === "checkbox" || field.type === "radio"
      ? field.checked !== field.defaultChecked
      : field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue,
  );
restoreDraft();
loadConnect();
