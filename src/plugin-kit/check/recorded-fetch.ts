// Responds to a plugin's requests with a fixture's exchanges, and compares each request with what the fixture expects.
import { isDeepStrictEqual } from "node:util";
import type { Provider } from "../../plugin/index.ts";
import type { Fetch } from "../../providers/upstream/send.ts";
import type { OnRequest, RecordedExchange } from "./fixture.ts";
import { sentCredential } from "./fixture-credential.ts";

/** A fetch that responds with each of `pending` once, takes it out, and adds unexpected requests to `violations`. */
export function recordedFetch(
  provider: Provider,
  pending: RecordedExchange[],
  violations: string[],
  onRequest?: OnRequest,
): Fetch {
  return async (url, init) => {
    const method = init.method ?? "GET";
    const index = pending.findIndex(({ request }) => methodOf(request) === method && sameUrl(request.url, url));
    const exchange = pending[index];
    onRequest?.(url, init, exchange?.response);
    if (!exchange) {
      const expected = pending[0] ? ` (${methodOf(pending[0].request)} ${pending[0].request.url})` : "";
      violations.push(`${method} ${url} is not the request that the fixture expects${expected}.`);
      return Response.json({ error: "unexpected request" }, { status: 599 });
    }
    pending.splice(index, 1);
    violations.push(...requestViolations(provider, exchange.request, init));
    return responseOf(exchange.response);
  };
}

export function unsentViolations(pending: readonly RecordedExchange[]): string[] {
  return pending.map(({ request }) => `The request ${methodOf(request)} ${request.url} was never sent.`);
}

const methodOf = ({ method = "GET" }: RecordedExchange["request"]) => method;

export function responseOf({ status = 200, headers, json, text }: RecordedExchange["response"]): Response {
  const isBodiless = [101, 204, 205, 304].includes(status);
  const body = isBodiless ? null : (text ?? (json === undefined ? "" : JSON.stringify(json)));
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}

function requestViolations(provider: Provider, expected: RecordedExchange["request"], init: RequestInit): string[] {
  const violations: string[] = [];
  const headers = new Headers(init.headers);
  if (sentCredential(provider, headers) !== (expected.credential ?? "own")) {
    const breach =
      expected.credential === "none" ? "was sent with a credential" : "was not sent with the right credential";
    violations.push(`${expected.url} ${breach}.`);
  }
  if (Object.hasOwn(expected, "as")) violations.push("The fixture uses `as`, which is now called `credential`.");
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (headers.get(name) !== value)
      violations.push(`Header ${name} is "${headers.get(name)}"; the fixture expects "${value}".`);
  }
  const body =
    typeof init.body === "string"
      ? init.body
      : init.body
        ? new TextDecoder().decode(init.body as Uint8Array)
        : undefined;
  const type = headers.get("content-type") ?? "";
  if (expected.json !== undefined) {
    const sent = type.includes("json") && body !== undefined ? JSON.parse(body) : undefined;
    if (!isDeepStrictEqual(sent, expected.json))
      violations.push(
        `The request to ${expected.url} has the JSON ${body}; the fixture expects ${JSON.stringify(expected.json)}.`,
      );
  } else if (expected.form !== undefined) {
    const sent = Object.fromEntries(new URLSearchParams(type.includes("form") ? body : ""));
    if (!isDeepStrictEqual(sent, expected.form))
      violations.push(
        `The request to ${expected.url} has the form ${body}; the fixture expects ${JSON.stringify(expected.form)}.`,
      );
  } else if (expected.text !== undefined) {
    if (body !== expected.text)
      violations.push(`The request to ${expected.url} has the text ${body}; the fixture expects ${expected.text}.`);
  } else if (body !== undefined && body !== "") {
    violations.push(`The request to ${expected.url} has a body that is not in the fixture: ${body}`);
  }
  return violations;
}

export const sameUrl = (a: string, b: string): boolean => sortedUrl(a) === sortedUrl(b);

/** The URL with its query in the order of names. */
export function sortedUrl(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.sort();
  return parsed.href;
}
