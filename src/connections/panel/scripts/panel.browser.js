// Runs in a panel's frame: opens the window that connects, and tells the partner's page its height and what has happened.
const OUTCOME = "gateway.connect.outcome";
const CHECK_MS = 3_000;
/** So often it asks for the outcome of a window that has told nothing. */
const MAX_CHECKS = 40;
let popUp = null;
/** The provider whose window is open. */
let awaited = null;
let watch;
let checks = 0;

const main = () => document.querySelector("main.board");
const form = () => document.querySelector("main.board form");
/** Only to the origin that the page names, which its policy also names as the only one around it. */
const tell = (message) => window.parent.postMessage(message, main().dataset.to);
const tellEvent = (type, detail) => tell({ type: "gateway.panel.event", event: type, detail });

function show(part, isShown) {
  const found = document.querySelector(`[data-${part}]`);
  if (found) found.hidden = !isShown;
}

let height = 0;
function tellHeight() {
  const now = Math.ceil(main().getBoundingClientRect().height);
  if (now === height) return;
  height = now;
  tell({ type: "gateway.panel.resize", height });
}
const observer = new ResizeObserver(tellHeight);

/** After the page has loaded, and each time a newer one has replaced what it shows. */
function begin() {
  observer.disconnect();
  observer.observe(main());
  for (const { type, detail } of JSON.parse(main().dataset.events)) tellEvent(type, detail);
  main().querySelector("#typed")?.focus();
}

/** Replaces what is shown by what the gateway knows by now of the provider that is awaited. */
async function refresh({ isReported }) {
  const fields = new URLSearchParams(new FormData(form()));
  fields.set("act", "show");
  fields.set("awaited", awaited);
  if (isReported) fields.set("reported", "1");
  const response = await fetch("/panel", { method: "POST", body: fields }).catch(() => null);
  if (!response) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const newer = page.querySelector("main.board");
  // A window that is still at the provider changes nothing, so that an open list stays open.
  if (!newer || newer.dataset.awaited !== undefined) return;
  clearInterval(watch);
  popUp = null;
  main().replaceWith(newer);
  begin();
}

function connect(button) {
  const provider = button.value.slice("connect:".length);
  const left = window.screenX + Math.max(0, (window.outerWidth - 520) / 2);
  const name = `gateway-connect-${provider}`;
  popUp = window.open("", name, `popup,width=520,height=720,left=${left}`);
  show("blocked", !popUp);
  show("waiting", Boolean(popUp));
  if (!popUp) {
    tellEvent("error", { code: "popup_blocked", provider, reason: null, message: "The browser blocked the window." });
    return false;
  }
  button.formTarget = name;
  awaited = provider;
  checks = 0;
  clearInterval(watch);
  // A provider's page can cut the window off, which then seems closed: the gateway knows what came of it.
  watch = setInterval(() => {
    if (popUp?.closed && ++checks <= MAX_CHECKS) refresh({ isReported: false });
  }, CHECK_MS);
  return true;
}

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.value?.startsWith("connect:") && !connect(button)) event.preventDefault();
});

window.addEventListener("message", ({ origin, source, data }) => {
  if (origin !== location.origin || source === null || source !== popUp || data?.type !== OUTCOME) return;
  clearInterval(watch);
  const { session_id: sessionId = null, confirm_token: confirmToken = null } = data;
  if (data.status === "success") tellEvent("connected", { provider: awaited, sessionId, confirmToken });
  else
    tellEvent("error", {
      code: "not_connected",
      provider: awaited,
      reason: data.error ?? null,
      message: "It was not connected.",
    });
  refresh({ isReported: true });
});

begin();
tell({ type: "gateway.panel.ready" });
tellHeight();
