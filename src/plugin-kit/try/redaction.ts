// Keeps credentials out of what a trial prints: those that it was given, and what a provider calls one.
import { SECRET_FIELDS } from "../../foundation/log/secret-rules.ts";
import { withoutSecrets } from "../../providers/bodies/redact.ts";

export type Redact = <T>(value: T) => T;

const REDACTED = "[redacted]";
/** Headers that are credentials whatever they hold; SECRET_FIELDS has the members that are. */
const SECRET_HEADER = /^(?:proxy-authorization|(?:set-)?cookie)$/i;
const MAX_DEPTH = 100;

/** Redacts texts within any JSON value, names of members too. */
export function redactionOf(secrets: readonly string[]): Redact {
  const forms = secrets.flatMap((secret) => [secret, new URLSearchParams({ s: secret }).toString().slice(2)]);
  // Longer ones first: a secret may begin with another.
  forms.sort((a, b) => b.length - a.length);
  const redact = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return withoutSecrets(value, forms);
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH) return "[nested deeper]";
    if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const isNamed = SECRET_FIELDS.test(name) || SECRET_HEADER.test(name);
        const isSecret = isNamed && typeof item === "string" && item !== "";
        return [withoutSecrets(name, forms), isSecret ? REDACTED : redact(item, depth + 1)];
      }),
    );
  };
  return <T>(value: T) => redact(value, 0) as T;
}
