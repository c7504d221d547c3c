// Finds secrets in a fixture's text that do not say that they are made up.

import { SECRET_FIELDS, SECRET_RULES } from "../../foundation/log/secret-rules.ts";
import { base64Bytes } from "../../plugin/index.ts";

/** A made-up value says so: with one of these words, or six equal characters in a row. A real secret has neither but by a rare chance. */
const MADE_UP = /example|fixture|fake|made[-_ ]?up|dummy|(.)\1{5}/i;
/** Nothing but words: `another-secret-of-another-source`. */
const WORDS = /^[a-z]{2,}(?:[-_.][a-z0-9]+){2,}$/;
/** A value in a field for secrets: one long word of letters and digits. */
const RANDOM = /^(?:(?:Bearer|Basic|Bot|token) )?(?=[^\s]*[A-Za-z])(?=[^\s]*\d)[\w+/=.~-]{20,}$/;
/** Different characters of 20 or more: random ones have more, repeated words fewer. */
const FEWEST_DIFFERENT = 10;

/** What the text holds, each kind once: `a Slack token`, ``a secret in `access_token` ``. */
export function secretsIn(text: string): string[] {
  const plain = unescaped(text);
  const named = SECRET_RULES.filter(({ pattern }) =>
    [...plain.matchAll(pattern)].some(([secret]) => !isMadeUp(secret)),
  );
  return [...new Set([...named.map(({ name }) => name), ...secretFields(plain)])];
}

/** Whether it says so itself, or what it encodes does: the claims of a JSON Web Token, or a name with its password. */
function isMadeUp(secret: string): boolean {
  const encoded = secret.split(/[\s.]|^whsec_/).map(decoded);
  return MADE_UP.test(secret) || encoded.some((text) => MADE_UP.test(text) || WORDS.test(text.split(":").at(-1) ?? ""));
}

/** The text that base64 encodes; empty where it is none. */
function decoded(part: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(base64Bytes(part) ?? new Uint8Array());
  } catch {
    // A text that encodes nothing holds no secret.
    return "";
  }
}

/** As it would be parsed: JSON may escape a slash or a letter of a secret. */
function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\/", "/")
    .replaceAll('\\"', '"');
}

function secretFields(text: string): string[] {
  return [...text.matchAll(/"([\w-]{3,40})"\s*:\s*"([^"\\]{20,4000})"/g)]
    .filter(([, name = "", value = ""]) => SECRET_FIELDS.test(name) && isRandom(value))
    .map(([, name]) => `a secret in \`${name}\``);
}

const isRandom = (value: string) =>
  RANDOM.test(value) &&
  !WORDS.test(value.split(" ").at(-1) ?? "") &&
  !isMadeUp(value) &&
  !isProof(value) &&
  new Set(value).size >= FEWEST_DIFFERENT;

/**
 * The proof of an inbound webhook, made from a secret and none itself: HTTP Basic with an HMAC-SHA256 for a password, or a JSON Web Token,
 * which has a rule of its own.
 */
const isProof = (value: string) =>
  /^Bearer eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(value) ||
  (value.startsWith("Basic ") && /:[0-9a-f]{64}$/.test(decoded(value.slice("Basic ".length))));
