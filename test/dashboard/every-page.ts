// Every page of the dashboard whose path has no parameters, as an owner who is signed in sees it.
import { expect } from "bun:test";
import type { TestGateway } from "../support/gateway.ts";
import type { Browser } from "./browser.ts";

/** Responses that an owner gets instead of a page: a redirect home, and the refusal of a request without parameters or settings. */
const NO_PAGE: Readonly<Record<string, number>> = {
  "/sign-in": 303,
  "/oauth/authorize": 400,
  "/sign-in/oidc/callback": 404,
  "/sign-in/oidc/signed-out": 404,
};

export interface SeenPage {
  path: string;
  html: string;
}

/** Fails for a page that does not load. */
export async function everyPage(gateway: TestGateway, person: Pick<Browser, "get">): Promise<SeenPage[]> {
  const paths = gateway.app.routes.flatMap((route) =>
    "isPage" in route && route.isPage && route.method === "GET" && !route.path.includes("{") ? route.path : [],
  );
  const pages: SeenPage[] = [];
  for (const path of paths) {
    const { status, text } = await person.get(path);
    expect([path, status]).toEqual([path, NO_PAGE[path] ?? 200]);
    if (status === 200) pages.push({ path, html: text });
  }
  expect(pages.length).toBeGreaterThan(20);
  return pages;
}
