// Responds to a plugin's requests with a fixture's exchanges, and compares each request with what the fixture expects.
import type { Provider } from "../../plugin/index.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import type { Fetch } from "../../providers/upstream/send.ts";
import { differenceFrom } from "./differences.ts";
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
    const exact = pending.findIndex(({ request }) => methodOf(request) === method && sameUrl(request.url, url));
    // A wrong request gets the response of the one that is most likely meant: what follows from it is no further mistake.
    const index =
      exact >= 0
        ? exact
        : Math.max(
            0,
            pending.findIndex(({ request }) => isAlike(request, method, url)),
          );
    const exchange = pending[index];
    onRequest?.(url, init, exact >= 0 ? exchange?.response : undefined);
    if (!exchange) {
      violations.push(`${method} ${url} is not a request that the fixture expects.`);
      return Response.json({ error: "unexpected request" }, { status: UNEXPECTED });
    }
    pending.splice(index, 1);
    if (exact >= 0) violations.push(...requestViolations(provider, exchange.request, init));
    else violations.push(otherRequest(exchange.request, method, url));
    return responseOf(exchange.response);
  };
}

/** The status of the response to a request that no exchange is left for. */
const UNEXPECTED = 599;
/** Whether a failure follows from such a request, which is a violation already. */
export const isUnexpected = (error: unknown): boolean =>
  error instanceof UpstreamFailure && error.detail.status === UNEXPECTED;

const addressOf = (url: string) => url.split("?")[0];

const isAlike = (request: RecordedExchange["request"], method: string, url: string) =>
  methodOf(request) === method && addressOf(request.url) === addressOf(url);

function otherRequest(expected: RecordedExchange["request"], method: string, url: string): string {
  if (!isAlike(expected, method, url))
    return `${method} ${url} is not the request that the fixture expects (${methodOf(expected)} ${expected.url}).`;
  const queryOf = (text: string) => new URL(text).searchParams;
  const names = [...new Set([...queryOf(url).keys(), ...queryOf(expected.url).keys()])];
  const differing = names.filter(
    (name) => String(queryOf(url).getAll(name)) !== String(queryOf(expected.url).getAll(name)),
  );
  const said = (text: string) =>
    differing.flatMap((name) =>
      queryOf(text)
        .getAll(name)
        .map((value) => `${name}=${value}`),
    );
  const [sent, meant] = [said(url), said(expected.url)].map((query) =>
    query.length > 0 ? `"${query.join("&")}"` : "nothing",
  );
  return `The request ${method} ${addressOf(url)} has ${sent} in its query where the fixture expects ${meant}.`;
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
    violations.push(...differenceFrom(`The JSON of the request to ${expected.url}`, sent, expected.json));
  } else if (expected.form !== undefined) {
    const sent = Object.fromEntries(new URLSearchParams(type.includes("form") ? body : ""));
    violations.push(...differenceFrom(`The form of the request to ${expected.url}`, sent, expected.form));
  } else if (expected.text !== undefined) {
    if (body !== expected.text)
      violations.push(...differenceFrom(`The text of the request to ${expected.url}`, body, expected.text));
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
