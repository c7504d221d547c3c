// Makes a request and shows it with its answer, shortened to what fits a terminal.

export interface Shown {
  label: string;
  status: number;
  isExpected: boolean;
}

/** Who asks, and where. */
export interface Caller {
  baseUrl: string;
  key: string;
  /** What stands for the key in what is shown. */
  keyName: string;
}

interface Ask extends Caller {
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Success unless said; `text` is the answer's body. */
  isExpected?: (status: number, text: string) => boolean;
}

const MAX_SHOWN = 400;

export function title(text: string): void {
  console.log(`\n── ${text}`);
}

/** Sends a request, shows both sides, notes the outcome in `shown`, and gives `data` of the answer. */
export async function ask(request: Ask, shown: Shown[]): Promise<Record<string, unknown>> {
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
  shown.push({ label: `${method} ${path}`, status: response.status, isExpected });
  const left = response.headers.get("x-ratelimit-remaining");
  const account = request.headers?.["x-account-id"];
  const caller = account === undefined ? request.keyName : `${request.keyName}, X-Account-Id: ${account}`;
  console.log(`  ${method.padEnd(7)} ${path}${body ? `  ${JSON.stringify(body)}` : ""}   (${caller})`);
  console.log(
    `  ${String(response.status).padEnd(7)} ${truncate(hideKeys(text))}${left === null ? "" : `   [${left} calls left]`}`,
  );
  try {
    return (JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {};
  } catch {
    return {};
  }
}

/** The key is printed once, at the end. */
function hideKeys(text: string): string {
  return text.replace(/sk_live_[0-9A-Za-z]{8,}/g, "sk_live_…");
}

function truncate(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}… (${text.length} characters)` : line;
}
