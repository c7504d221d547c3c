// Why a plugin's module cannot be loaded, each reason with its line where the runtime says it.
import { newerContractMessage, newerContractOfFile } from "./contract.ts";
import { describeThrown, positionOf } from "./thrown.ts";

export interface LoadError {
  /** `<file>:<line>`; null where the runtime does not say. */
  at: string | null;
  message: string;
}

/** The maximum number of errors of a file: further ones follow from the first ones. */
const MAX_ERRORS = 5;

/** What the runtime says of a text that it cannot read, beside the usual parts of an error. */
interface BuildMessage {
  message: string;
  position?: { file?: string; line?: number } | null;
}

/** `file` is the plugin's `index.ts`: what it imports may be of a contract that this gateway does not know yet. */
export function loadErrors(error: unknown, file: string): LoadError[] {
  const newer = newerContractOfFile(file);
  if (newer !== null) return [{ at: null, message: `contract ${newerContractMessage(newer)}` }];
  return runtimeErrors(error).map(({ at, message }) => ({ at, message: `cannot be loaded: ${message}` }));
}

function runtimeErrors(error: unknown): LoadError[] {
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.slice(0, MAX_ERRORS).flatMap(runtimeErrors);
  const { message, position } = (error ?? {}) as BuildMessage;
  if (position?.file && position.line) return [{ at: `${position.file}:${position.line}`, message: sentence(message) }];
  // What the runtime says itself needs no name before it.
  const isThrown = error instanceof Error && error.name !== "Error" && error.name !== "ResolveMessage";
  const text = error instanceof Error && !isThrown ? error.message : describeThrown(error);
  return [{ at: positionOf(error), message: sentence(text) }];
}

const sentence = (text: string) => text.slice(0, 300).replace(/\.?$/, ".");
