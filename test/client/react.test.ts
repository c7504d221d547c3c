// The button for React as a server renders it; test/browser/react.ts presses it.
import { expect, test } from "bun:test";
import { createElement, type ReactElement } from "react";
import { ConnectButton } from "../../client/src/react.ts";

/** Loaded without its types, which no other file needs. */
const { renderToStaticMarkup }: { renderToStaticMarkup(element: ReactElement): string } = await import(
  "react-dom/server" as string
);

test("a button has its text and the attributes given to it, and none of the client's own options", () => {
  const options = { provider: "google", basePath: "/g", mode: "popup" as const, lang: "de", onFailed: () => {} };
  const html = renderToStaticMarkup(createElement(ConnectButton, { ...options, className: "big" }, "Connect Google"));
  expect(html).toBe('<button class="big" type="button" aria-busy="false">Connect Google</button>');
  expect(renderToStaticMarkup(createElement(ConnectButton, { disabled: true }))).toBe(
    '<button type="button" disabled="" aria-busy="false">Connect</button>',
  );
});
