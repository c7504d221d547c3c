// Calls the gateway and prints the request with its response, truncated to fit a terminal.

export interface CallResult {
  label: string;
  /** Null for what is no response. */
  status: number | null;
  isExpected: boolean;
}

/** Who calls, and which gateway. */
export interface Caller {
  baseUrl: string;
  key: string;
  /** Printed in place of the key. */
  keyName: string;
}

interface DemoRequest extends Caller {
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** The default is a 2xx status. `text` is the response's body. */
  isExpected?: (status: number, text: string) => boolean;
}

const MAX_PRINTED = 400;

export function title(text: string): void {
  console.log(`\n── ${text}`);
}

/** Appends the outcome to `results`; returns `data` of the response. */
export async function printCall(request: DemoRequest, results: CallResult[]): Promise<Record<string, unknown>> {
  const { data } = await callAndPrint(request, results);
  return (data as Record<string, unknown> | undefined) ?? {};
}

/** The same with the whole body; empty where the response is no JSON. */
export async function callAndPrint(request: DemoRequest, results: CallResult[]): Promise<Record<string, unknown>> {
  const { method, path, body } = request;
  const headers = {
    authorization: `Bearer ${request.key}`,
    ...(body && { "content-type": "application/json" }),
    ...request.headers,
  };
  const response = await fetch(request.baseUrl + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isExpected = (request.isExpected ?? ((status) => status >= 200 && status < 300))(response.status, text);
  results.push({ label: `${method} ${path}`, status: response.status, isExpected });
  const remaining = response.headers.get("x-ratelimit-remaining");
  const { "x-account-id": account, "x-connection": connection } = request.headers ?? {};
  const caller = [
    request.keyName,
    ...(account === undefined ? [] : [`X-Account-Id: ${account}`]),
    ...(connection === undefined ? [] : [`X-Connection: ${connection}`]),
  ].join(", ");
  console.log(`  ${method.padEnd(7)} ${path}${body ? `  ${JSON.stringify(body)}` : ""}   (${caller})`);
  console.log(
    `  ${String(response.status).padEnd(7)} ${truncate(hideKeys(text))}${remaining === null ? "" : `   [${remaining} calls left]`}`,
  );
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The key is printed once, at the end. */
function hideKeys(text: string): string {
  return text.replace(/\b(sk|as)_live_[0-9A-Za-z]{8,}/g, "$1_live_…").replace(/whsec_[0-9A-Za-z+/=]{8,}/g, "whsec_…");
}

function truncate(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_PRINTED ? `${line.slice(0, MAX_PRINTED)}… (${text.length} characters)` : line;
}
