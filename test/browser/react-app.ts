// The page of test/browser/react.ts: a button and a hook of the client in an app on React.
import { createElement, StrictMode } from "react";
// Loaded without its types, which no other file needs.
// @ts-expect-error: there are none.
import { createRoot } from "react-dom/client";
import { ConnectButton, useConnect } from "../../client/src/react.ts";

function App() {
  const own = useConnect();
  const shown = `${own.status} ${own.error ?? ""}`;
  return createElement(
    "main",
    null,
    createElement(
      ConnectButton,
      {
        provider: "google",
        id: "button",
        onConnected: ({ provider, identity }) => {
          document.title = `connected ${provider} ${identity?.name}`;
        },
        onFailed: (error) => {
          document.title = `failed ${error}`;
        },
      },
      "Connect Google",
    ),
    createElement("button", { id: "hook", type: "button", onClick: () => own.connect("google") }, shown.trim()),
  );
}

createRoot(document.getElementById("root")).render(createElement(StrictMode, null, createElement(App)));
