// Runs in a session's page in a frame: opens the window where the person consents, and passes the outcome to the page around it.
const main = document.querySelector("[data-to]");
const link = document.querySelector("a[data-opens]");
/** Longer than the outcome of a window that has closed itself takes to arrive. */
const CHECK_MS = 1_500;
let popUp = null;
let watch;

const passOn = (message) => window.parent.postMessage(message, main.dataset.to);

/** Shows one of the page's states: start, waiting, done, failed. */
function show(state) {
  for (const part of main.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
  main.querySelector(`[data-state="${state}"] [tabindex="-1"]`)?.focus();
}

link.addEventListener("click", (event) => {
  const left = window.screenX + Math.max(0, (window.outerWidth - 520) / 2);
  popUp = window.open(link.href, "_blank", `popup,width=520,height=720,left=${left}`);
  // Blocked: the link opens a tab, which leads on to the partner itself.
  if (!popUp) return;
  event.preventDefault();
  show("waiting");
  clearInterval(watch);
  let wasClosed = false;
  watch = setInterval(() => {
    if (wasClosed) {
      clearInterval(watch);
      show("start");
    }
    wasClosed = popUp.closed;
  }, CHECK_MS);
});
for (const button of document.querySelectorAll("button[data-again]")) {
  button.addEventListener("click", () => (popUp && !popUp.closed ? popUp.focus() : link.click()));
}

window.addEventListener("message", ({ origin, source, data }) => {
  if (origin !== location.origin || source === null || source !== popUp) return;
  if (data?.type !== "gateway.connect.outcome") return;
  clearInterval(watch);
  show(data.status === "success" ? "done" : "failed");
  passOn(data);
});
passOn({ type: "gateway.connect.ready" });
