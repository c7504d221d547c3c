// Which requests to the callback count as a program's that reads links.
import { expect, test } from "bun:test";
import { isLinkReader } from "../../../src/connections/connect/link-reader.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.each<[string, string, Record<string, string>, boolean]>([
  ["a browser that navigates", "https", { "user-agent": CHROME, "sec-fetch-mode": "navigate" }, false],
  ["a scanner that calls itself a browser", "https", { "user-agent": CHROME }, true],
  ["a browser without Fetch Metadata, which an http site is not told", "http", { "user-agent": CHROME }, false],
  ["a page's script or picture", "https", { "user-agent": CHROME, "sec-fetch-mode": "no-cors" }, true],
  ["a preview", "http", { "user-agent": "TelegramBot (like TwitterBot)" }, true],
  ["a program of the owner's", "https", { "user-agent": "curl/8.9.1" }, false],
  ["a program without a name", "https", {}, false],
])("%s", (_, scheme, headers, isReader) => {
  const request = new Request("https://gateway.example/callback", { headers });
  expect(isLinkReader({ baseUrl: `${scheme}://gateway.example` }, request)).toBe(isReader);
});
