// Logs events as JSON lines, with secrets redacted and control characters escaped.
import type { LogLevel } from "../config/log-settings.ts";
import { sqlStateOf } from "../errors.ts";
import { isSecretName } from "./secret-rules.ts";

export type LogFields = Record<string, unknown>;
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A second target for log lines, and the fields that a running request adds to them. */
export interface LogTracing {
  logFields(): LogFields;
  logLine(level: (typeof LEVELS)[number], event: string, fields: LogFields): void;
}

const LEVELS = ["debug", "info", "warn", "error"] as const;
/** In the gateway's own lines these are OAuth's and an API key; in a provider's data they are an issue's state and a project's key. */
const OWN_SECRET_NAME = /^(?:state|code|key)$/i;
const SECRET_TEXT =
  /(?:sk|as)_live_[0-9A-Za-z]+|\bmcp_(?:ac|at|rt)_[0-9A-Za-z]+|\badm_[\w-]{20,}|\b(?:gh[opsur]_|github_pat_|xox[a-z]-|ya29\.|1\/\/|GOCSPX-)[\w.-]+|Bearer\s+[\w.~+/-]+=*/g;
const MAX_TEXT = 2_000;
const MAX_DEPTH = 3;
const MAX_ITEMS = 50;

/** Writes to standard error by default: standard output belongs to commands. */
export function createLog(
  level: LogLevel,
  now: () => number = Date.now,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  tracing: LogTracing | null = null,
): Log {
  const lowest = level === "silent" ? LEVELS.length : LEVELS.indexOf(level);
  const writerOf = (name: (typeof LEVELS)[number]) => {
    if (LEVELS.indexOf(name) < lowest) return () => {};
    return (event: string, fields: LogFields = {}) => {
      const head = { time: new Date(now()).toISOString(), level: name, event };
      const own = redacted({ ...tracing?.logFields(), ...fields });
      write(`${escapeControls(JSON.stringify({ ...head, ...own, ...head }))}\n`);
      tracing?.logLine(name, event, own);
    };
  };
  return { debug: writerOf("debug"), info: writerOf("info"), warn: writerOf("warn"), error: writerOf("error") };
}

/** The same log with `fields` in every line. */
export function withFields(log: Log, fields: LogFields): Log {
  const writerOf = (name: (typeof LEVELS)[number]) => (event: string, own?: LogFields) =>
    log[name](event, { ...fields, ...own });
  return { debug: writerOf("debug"), info: writerOf("info"), warn: writerOf("warn"), error: writerOf("error") };
}

/** Escapes what JSON does not and terminals act on: DEL, C1 controls, Unicode line ends. */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text without the gateway's own keys and tokens, and the usual ones of providers. */
export const withoutSecretForms = (text: string): string => text.replace(SECRET_TEXT, "[redacted]");

/** Fields without what is secret by its name or its form. */
export function redacted(fields: LogFields, depth = 0): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, redactValue(name, value, depth)] as const),
  );
}

function redactValue(name: string, value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (isErrorCopy(value)) return describeError({ ...value, name: "Error", code: plainCode(value.code) });
  const isSecret = isSecretName(name) || OWN_SECRET_NAME.test(name);
  if (isSecret && (typeof value === "string" || typeof value === "object") && value !== null) return "[redacted]";
  if (typeof value === "string") return withoutSecretForms(value).slice(0, MAX_TEXT);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "object" && value !== null && depth > MAX_DEPTH) return "[deep]";
  if (Array.isArray(value)) return listed(value, (item) => redactValue(name, item, depth + 1));
  if (typeof value === "object" && value !== null) return redacted(value as LogFields, depth + 1);
  return value;
}

/** The first ones, and how many a reader does not see. */
function listed(items: readonly unknown[], describe: (item: unknown) => unknown): unknown[] {
  const first = items.slice(0, MAX_ITEMS).map(describe);
  return items.length > MAX_ITEMS ? [...first, `and ${items.length - MAX_ITEMS} more`] : first;
}

/** A library may copy the members of an error into an object, which then is an instance of nothing. */
const isErrorCopy = (value: unknown): value is { message: string; stack: string; code?: unknown } => {
  const { message, stack } = (value ?? {}) as Record<string, unknown>;
  return typeof message === "string" && typeof stack === "string";
};

/** A SQLSTATE, or a code of the system; another one may be OAuth's, which is a secret. */
const plainCode = (code: unknown): unknown =>
  typeof code !== "string" || /^(?:[0-9A-Z]{5}|(?:E|CONN)[A-Z_]{3,30})$/.test(code) ? code : "[redacted]";

/** Logs only the code of a database error: its message holds the parameters. Drizzle wraps it as "Failed query". */
function describeError(error: Pick<Error, "name" | "message" | "stack"> & { code?: unknown }): LogFields {
  const state = sqlStateOf(error);
  const isDatabase = error.message.startsWith("Failed query") || (state !== null && /^[0-9A-Z]{5}$/.test(state));
  return {
    name: error.name,
    ...(state && { code: state }),
    ...(!isDatabase && { message: withoutSecretForms(error.message).slice(0, MAX_TEXT) }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
  };
}
