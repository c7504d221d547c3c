// Runs in a session's page in a frame: opens the window where the person consents, and passes the outcome to the page around it.
const main = document.querySelector("[data-to]");
const link = document.querySelector("a[data-opens]");
const OUTCOME = "gateway.connect.outcome";
/** The outcome of a window that has closed itself can arrive after it is gone: it counts as closed at the second look. */
const CHECK_MS = 1_500;
let popUp = null;
let wasClosed = false;
let watch;

/** Shows one of the page's states: start, waiting, done, failed. */
function show(state) {
  for (const part of main.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
  main.querySelector(`[data-state="${state}"] [tabindex="-1"]`)?.focus();
}

const passOn = (message) => window.parent.postMessage(message, main.dataset.to);

function end(outcome) {
  clearInterval(watch);
  show(outcome.status === "success" ? "done" : "failed");
  passOn(outcome);
}

/** A window that is closed, or cut off by a provider's page, tells nothing any more: the gateway knows the rest. */
async function check() {
  if (!wasClosed) {
    wasClosed = popUp.closed;
    return;
  }
  const response = await fetch(main.dataset.outcomeAt).catch(() => null);
  const { data } = response?.ok ? await response.json() : {};
  if (data?.outcome) end({ type: OUTCOME, ...data.outcome });
}

link.addEventListener("click", (event) => {
  const left = window.screenX + Math.max(0, (window.outerWidth - 520) / 2);
  popUp = window.open(link.href, "_blank", `popup,width=520,height=720,left=${left}`);
  // Blocked: the link opens a tab, which leads on to the partner itself.
  if (!popUp) return;
  event.preventDefault();
  show("waiting");
  wasClosed = false;
  clearInterval(watch);
  watch = setInterval(check, CHECK_MS);
});
for (const button of document.querySelectorAll("button[data-again]")) {
  button.addEventListener("click", () => (popUp && !popUp.closed ? popUp.focus() : link.click()));
}

window.addEventListener("message", ({ origin, source, data }) => {
  if (origin !== location.origin || source === null || source !== popUp) return;
  if (data?.type === OUTCOME) end(data);
});
passOn({ type: "gateway.connect.ready" });
