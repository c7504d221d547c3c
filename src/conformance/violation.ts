// What the conformance kit says of a plugin: a place and a sentence.

export interface Violation {
  /** The file or field the finding is about. */
  where: string;
  message: string;
}
