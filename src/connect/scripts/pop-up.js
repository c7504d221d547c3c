// Runs at the end of a session's page in a pop-up: tells the window that opened it the outcome, and closes.
const outcome = document.querySelector("[data-outcome]");
const link = document.querySelector("a[data-back]");
const { opener } = window;

/** To the one origin that the page names; whoever else opened this window gets nothing. */
function tell() {
  opener.postMessage(JSON.parse(outcome.dataset.outcome), outcome.dataset.to);
}

/** Browsers close what a script opened; where they do not, the link leads on. */
function leave() {
  window.close();
  if (!opener) location.replace(link.href);
}

if (outcome && link) {
  const { when } = outcome.dataset;
  if (opener && when !== "wait") tell();
  if (when === "leave") leave();
  if (opener)
    link.addEventListener("click", (event) => {
      event.preventDefault();
      tell();
      leave();
    });
}
