// Puts a button on each block of code of a guide that copies it; without a script there is none.
for (const block of document.querySelectorAll(".code")) {
  const code = block.querySelector("code").textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    // Browsers refuse it on plain http, and a person may.
    const isCopied = await navigator.clipboard?.writeText(code.trimEnd()).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? "Copied" : "Select and copy";
  });
  block.prepend(button);
}
