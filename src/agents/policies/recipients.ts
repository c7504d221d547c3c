// Whom a call reaches, and whether each of them is known: named by the person who gave the agent its task, or by a policy.
import { type ArgumentPath, type ArgumentReader, argumentPath } from "./argument-values.ts";
import { type Compared, compared } from "./compared-value.ts";
import { textComparison } from "./text-comparison.ts";
import { type Comparison, YES } from "./verdict.ts";

/** Says `YES` of a recipient who is certainly known. */
export type KnownRecipients = Comparison;

/** Knows those whom one of the patterns matches, such as `*@acme.example`. */
export const knownByPatterns = (patterns: readonly string[]): KnownRecipients => textComparison(patterns, "glob");

/** Knows whom a text names: addresses, channels, repositories, ids, each as a word of its own. */
export const knownByText = (text: string): KnownRecipients => textComparison(wordsOf(text), "text");

const BETWEEN_WORDS = /[\s,;<>()[\]{}"'“”‘’«»`|]+/u;
const BEFORE_WORDS = "#@:";
const AFTER_WORDS = ".!?:";

/** Each word as it stands, without signs around it, and up to a `#`: `acme/web` of `acme/web#12`. */
function wordsOf(text: string): string[] {
  const words = text.split(BETWEEN_WORDS).flatMap((word) => {
    const bare = withoutSigns(word);
    return [word, bare, bare.split("#")[0] as string];
  });
  return [...new Set(words)].filter((word) => word !== "");
}

function withoutSigns(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && BEFORE_WORDS.includes(word[from] as string)) from++;
  while (to > from && AFTER_WORDS.includes(word[to - 1] as string)) to--;
  return word.slice(from, to);
}

export interface Recipients {
  /** Those of one call. */
  of(args: ArgumentReader): readonly Compared[];
}

/** Compiles the recipients that an endpoint declares. `defaultOf` has what an argument is where no caller sets it. */
export function compileRecipients(
  declared: readonly string[],
  defaultOf: (name: string) => unknown = () => undefined,
): Recipients {
  const readers = declared.map((one) =>
    one.includes("{") ? templateReader(one) : pathReader(argumentPath(one), defaultOf(one)),
  );
  return { of: (args) => readers.flatMap((read) => read(args)) };
}

type Read = (args: ArgumentReader) => readonly Compared[];

const pathReader =
  (path: ArgumentPath, ordinary: unknown): Read =>
  (args) => {
    const { values } = args.at(path);
    return ordinary === undefined ? values : values.filter(({ value }) => value !== ordinary);
  };

/** Several arguments as one name; none of them may be a list, or missing where another one is there. */
function templateReader(template: string): Read {
  const parts = template.split(/[{}]/);
  const paths = parts.filter((_, i) => i % 2 === 1).map(argumentPath);
  return (args) => {
    const found = paths.map((path) => args.at(path).values);
    if (found.every(({ length }) => length === 0)) return [];
    const texts = found.map(([one, ...more]) =>
      more.length === 0 && typeof one?.value === "string" ? one.value : null,
    );
    if (texts.includes(null)) return [compared(null)];
    return [compared(parts.map((part, i) => (i % 2 === 1 ? texts[(i - 1) / 2] : part)).join(""))];
  };
}

/** Whether a call names somebody, and everybody whom it names is known. */
export function reachesOnlyKnown(
  recipients: Recipients,
  args: ArgumentReader,
  known: readonly KnownRecipients[],
): boolean {
  const all = recipients.of(args);
  return all.length > 0 && all.every((one) => known.some((isKnown) => isKnown(one) === YES));
}
