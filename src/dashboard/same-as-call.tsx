/** @jsxImportSource #pages */
// The call that gives what a page shows, to copy: as curl, in TypeScript and in Python.
import { Disclosure } from "../web/pages/components.tsx";
import { Code } from "../web/pages/data.tsx";
import type { Markup } from "../web/pages/jsx-runtime.ts";
import { tr } from "../web/pages/messages.ts";

export interface CallLine {
  method: string;
  /** With its query. */
  path: string;
  /** Without; parameters in braces. */
  template: string;
  params: Readonly<Record<string, string>>;
  /** Whether the response is a stream, which the typed client gives as a file. */
  isStream?: boolean;
}

export interface CallProps {
  baseUrl: string;
  line: CallLine;
  /** Unique on the page. */
  id: string;
  body?: unknown;
  /** Further headers, such as X-Account-Id. */
  headers?: Readonly<Record<string, string>>;
}

/** One word of a POSIX shell, whatever is in it. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command for a POSIX shell; the key is in `$KEY`. */
export function curlOf({ baseUrl, line: { method, path }, body, headers = {} }: CallProps): string {
  const further = Object.entries({ ...(body !== undefined && { "Content-Type": "application/json" }), ...headers });
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} -H "Authorization: Bearer $KEY"`,
    ...further.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${baseUrl}${path}`),
  ];
  return parts.join(" \\\n  ");
}

/** A call by the typed client; the key is in the environment's `KEY`. */
export function typeScriptOf({ baseUrl, line, body, headers = {} }: CallProps) {
  const { method, path, template, params, isStream = false } = line;
  const { searchParams } = new URL(path, "http://gateway.invalid");
  const inputs = {
    ...(Object.keys(params).length > 0 && { path: params }),
    ...(searchParams.size > 0 && { query: queryOf(searchParams) }),
    ...(Object.keys(headers).length > 0 && { header: headers }),
  };
  const options = { ...(Object.keys(inputs).length > 0 && { params: inputs }), ...(body !== undefined && { body }) };
  const argument = Object.keys(options).length > 0 ? `, ${JSON.stringify(options, null, 2)}` : "";
  return [
    `import { createClient } from "@integration-gateway/client";`,
    "",
    `const gateway = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.KEY! });`,
    `const ${isStream ? "file" : "data"} = await gateway.${isStream ? "file" : method.toLowerCase()}(${JSON.stringify(template)}${argument});`,
  ].join("\n");
}

/** A name that comes several times has a list. */
const queryOf = (query: URLSearchParams) =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, listOrOne(query.getAll(name))]));
const listOrOne = (values: readonly string[]) => (values.length === 1 ? values[0] : values);

/** A call by Python's `requests`; the key is in the environment's `KEY`. */
export function pythonOf({ baseUrl, line, body, headers = {} }: CallProps): string {
  const { pathname, searchParams } = new URL(line.path, "http://gateway.invalid");
  const query = searchParams.size > 0 ? [`params=${pythonLiteral(queryOf(searchParams))},`] : [];
  const further = Object.entries(headers).map(([name, value]) => `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const lines = [
    `${JSON.stringify(baseUrl + pathname)},`,
    `headers={"Authorization": f"Bearer {os.environ['KEY']}"${further.join("")}},`,
    ...query,
    ...(body === undefined ? [] : [`json=${pythonLiteral(body)},`]),
  ];
  return [
    "import os",
    "import requests",
    "",
    `response = requests.${line.method.toLowerCase()}(`,
    ...lines.map((text) => `    ${text}`),
    ")",
    "response.raise_for_status()",
    line.isStream ? "file = response.content" : 'data = response.json()["data"]',
  ].join("\n");
}

const PYTHON_WORDS = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);

/** A JSON value as Python writes it; its strings take the escapes of JSON. */
export function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return PYTHON_WORDS.get(value) ?? JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}: ${pythonLiteral(inner)}`).join(", ")}}`;
}

export const CallCode = (props: CallProps): Markup => (
  <div class="call-lines">
    <Code id={`${props.id}-curl`} label={tr("Copy curl")}>
      {curlOf(props)}
    </Code>
    <Code id={`${props.id}-ts`} label={tr("Copy TypeScript")}>
      {typeScriptOf(props)}
    </Code>
    <Code id={`${props.id}-python`} label={tr("Copy Python")}>
      {pythonOf(props)}
    </Code>
  </div>
);

export const SameAsCall = (props: CallProps): Markup => (
  <div class="section">
    <Disclosure summary={tr("The same as a call")}>
      <CallCode {...props} />
    </Disclosure>
  </div>
);
