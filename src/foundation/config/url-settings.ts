// Reads settings that are URLs: the base URL, the database's, and the collector's of traces.
import { databaseAddress } from "../db/database-address.ts";
import { hasSlashAtEnd, unusableAddress } from "../db/database-parameters.ts";
import type { SettingValue } from "./config.ts";

/** As the parser gives it: in lower case, other scripts encoded. Names within a network may have an underscore. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** The gateway adds `/api/v1` itself: with it in the base URL each callback has it twice. */
export function baseUrlErrors(baseUrl: string): string[] {
  const errors: string[] = [];
  if (/[?#@]/.test(baseUrl)) errors.push("BASE_URL must have no credentials, no query and no fragment.");
  if (!HOST.test(new URL(baseUrl).hostname))
    errors.push("BASE_URL must have a host of letters, digits, dots and hyphens.");
  if (/\/api\/v1(?:\/|$)/.test(new URL(baseUrl).pathname))
    errors.push("BASE_URL must end before /api/v1, which the gateway adds itself: leave the path out.");
  return errors;
}

/** `OTEL_SDK_DISABLED` switches it off, as the specification says. */
export function readTelemetry(value: SettingValue, errors: string[]): boolean {
  const endpoint = readUrl(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    value("OTEL_EXPORTER_OTLP_ENDPOINT", "process"),
    ["http:", "https:"],
    errors,
  );
  const protocol = value("OTEL_EXPORTER_OTLP_PROTOCOL", "process");
  if (endpoint !== null && protocol !== undefined && protocol !== "http/protobuf") {
    errors.push("OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf: gRPC and JSON are not supported.");
  }
  return endpoint !== null && value("OTEL_SDK_DISABLED", "process")?.toLowerCase() !== "true";
}

export function readUrl(name: string, text: string | undefined, protocols: string[], errors: string[]): string | null {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    const isWrongInside = protocols.some((protocol) => text.startsWith(`${protocol}//`));
    const what = isWrongInside ? ", with a host and a port of 65535 at most" : "";
    errors.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}${what}.`);
    return null;
  }
  return text;
}

const ENCODED = "@ as %40, # as %23, / as %2F, : as %3A, ? as %3F, % as %25";

/** A character of the password that ends it where a URL is read would make another host of the rest. */
export function readDatabaseUrl(text: string | undefined, errors: string[]): string | null {
  const [, rest = ""] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(text ?? "") ?? [];
  if (text !== undefined && hasSlashAtEnd(text)) {
    errors.push("DATABASE_URL has a slash after the name of the database: remove it.");
    return null;
  }
  if (hasPlaceholder(rest)) {
    errors.push(
      "DATABASE_URL has a user or password, or another part, that is a placeholder as $NAME, ${NAME} or <name>, which nothing has replaced: write the value itself, and a $ or < that belongs to it as %24 or %3C.",
    );
    return null;
  }
  if (rest !== "" && isWronglyEncoded(rest)) {
    errors.push(`DATABASE_URL has a user or password with a character that must be percent-encoded there: ${ENCODED}.`);
    return null;
  }
  const unusable = rest === "" ? null : unusableAddress(text as string);
  if (unusable !== null) errors.push(unusable);
  if (unusable !== null || text === undefined || databaseAddress(text) !== null) return text ?? null;
  errors.push(
    "DATABASE_URL must be a URL that starts with postgres:// or postgresql://, with commas between several hosts (h1:5432,h2:5432).",
  );
  return null;
}

/** A single $ is a character as any other. */
function hasPlaceholder(rest: string): boolean {
  if (/\$\{[^{}]{0,200}\}/.test(rest)) return true;
  return rest.split(/[:@/,?]/).some((part) => /^(?:\$[A-Z_][A-Z0-9_]{2,60}|<[\w -]{1,60}>)$/.test(part));
}

/** A parameter: an @ of its own has only a name of a user or a program, and nothing after it that a host would have. */
const PARAMETER = /^(?:(?:user|application_name)=[^@]*@[^@/:?]*|[^@=]+=[^@]*)$/;

/** What follows `postgres://`. A password that one of the characters cuts off leaves its rest, with an @, where a database address has none. */
function isWronglyEncoded(rest: string): boolean {
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const [location = "", ...fragments] = rest.slice(authority.length).split("#");
  const [path = "", ...queries] = location.split("?");
  if (fragments.length > 0 || queries.length > 1 || !/^(?:\/[^/@]*)?$/.test(path) || !isDecodable(path)) return true;
  const parameters = (queries[0] ?? "").split("&").filter((parameter) => parameter !== "");
  if (!parameters.every((parameter) => PARAMETER.test(parameter))) return true;
  const parts = authority.split("@");
  if (parts.length > 1) return parts.length > 2 || !isDecodable(parts[0] ?? "");
  const [, port = ""] = /:([^:\]]*)$/.exec(authority) ?? [];
  return rest.includes("@") && /[^0-9]/.test(port);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // A % without two digits, or bytes that are no UTF-8.
    return false;
  }
}
