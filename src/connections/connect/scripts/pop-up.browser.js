// Runs at the end of a session's page in a pop-up: tells the window that opened it the outcome, and closes.
const outcome = document.querySelector("[data-outcome]");
const link = document.querySelector("a[data-back]");
const { opener } = window;

/** To the one origin that the page names; whoever else opened this window gets nothing. */
function tell() {
  opener.postMessage(JSON.parse(outcome.dataset.outcome), outcome.dataset.to);
}

// A window that a provider's page has cut off has no opener: its link leads back with the outcome.
if (outcome && link && opener) {
  const { when } = outcome.dataset;
  if (when !== "wait") tell();
  if (when === "leave") window.close();
  link.addEventListener("click", (event) => {
    event.preventDefault();
    tell();
    window.close();
  });
}
