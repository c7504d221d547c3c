// Compares a text with texts or globs, those about mail addresses by the address alone. However many there are, most are found
// by one look-up.
import { asciiDomain, type Compared, folded, inLowerCase, isAddressOperand } from "./compared-value.ts";
import { compileGlob } from "./glob.ts";
import { anyOf, type Comparison, MAYBE, NO, YES } from "./verdict.ts";

type Kind = "glob" | "text";

/** Compares with the surest of the operands. Their kind says whether they may have wildcards. */
export function textComparison(operands: readonly string[], kind: Kind): Comparison {
  const hasWildcards = (text: string) => kind === "glob" && /[*?\\]/.test(text);
  const addresses = operands.filter(isAddressOperand);
  const plain = operands.filter((operand) => !isAddressOperand(operand));
  const parts = [
    ...(plain.length > 0 ? [plainTexts(plain.filter((text) => !hasWildcards(text)))] : []),
    ...plain.filter(hasWildcards).map(plainGlob),
    ...(addresses.length > 0 ? [addressTexts(addresses, hasWildcards, kind)] : []),
  ];
  const ofText = parts.length === 1 ? (parts[0] as Comparison) : anyOf(parts);
  return (one) => (typeof one.value === "string" ? ofText(one) : MAYBE);
}

function plainTexts(operands: readonly string[]): Comparison {
  const [exact, like] = [new Set<unknown>(operands), new Set(operands.map(folded))];
  return (one) => (exact.has(one.value) ? YES : like.has(one.folded) ? MAYBE : NO);
}

function plainGlob(operand: string): Comparison {
  const [isSame, isLike] = [compileGlob(operand), compileGlob(folded(operand))];
  return (one) => {
    if (isSame(one.value as string)) return one.isPlain ? YES : MAYBE;
    return isLike(one.folded) ? MAYBE : NO;
  };
}

/** Every local part at a domain without wildcards. */
const ANYBODY = "*@";

function addressTexts(operands: readonly string[], hasWildcards: (text: string) => boolean, kind: Kind): Comparison {
  const whole = operands.filter((operand) => !hasWildcards(operand));
  const ofDomain = operands.filter(
    (operand) => operand.startsWith(ANYBODY) && !hasWildcards(operand.slice(ANYBODY.length)),
  );
  const known = new Set([...whole, ...ofDomain]);
  const others = operands.filter((operand) => !known.has(operand)).map(addressGlob);
  const addresses = new Set(whole.map(wholeAddress));
  const like = new Set([...addresses].map(folded));
  const domains = new Set(ofDomain.map((operand) => domainOf(operand)));
  const ofOthers = anyOf(others);
  const isWithin = textsWithin(operands, kind);
  return (one) => {
    const { address } = one;
    if (address === null) return isWithin(one) ? MAYBE : NO;
    if (addresses.has(address.whole) || domains.has(address.domain)) return YES;
    const verdict = others.length === 0 ? NO : ofOthers(one);
    return verdict === NO && like.has(address.folded) ? MAYBE : verdict;
  };
}

function domainOf(operand: string): string {
  const domain = operand.slice(operand.lastIndexOf("@") + 1);
  return asciiDomain(domain) ?? domain;
}

const localOf = (operand: string) => inLowerCase(operand.slice(0, operand.lastIndexOf("@")));
const wholeAddress = (operand: string) => `${localOf(operand)}@${domainOf(operand)}`;

/** Local part and domain are compared each for itself, so that no wildcard takes an `@`. */
function addressGlob(operand: string): Comparison {
  const isLocal = compileGlob(localOf(operand));
  const isDomain = compileGlob(domainOf(operand));
  const isLike = compileGlob(folded(operand));
  return ({ address }) => {
    if (address === null) return NO;
    if (isLocal(address.local) && isDomain(address.domain)) return YES;
    return isLike(address.folded) ? MAYBE : NO;
  };
}

/** A text that is no single address may still be a list of them, or hold one. */
function textsWithin(operands: readonly string[], kind: Kind): (one: Compared) => boolean {
  const escaped = (text: string) => (kind === "glob" ? text : text.replace(/[\\*?]/g, "\\$&"));
  const globs = operands.map((operand) => compileGlob(`*${escaped(folded(operand))}*`));
  return (one) => globs.some((matches) => matches(one.folded));
}
