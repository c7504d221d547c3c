// A body that cannot be read, and the bounds that all formats share.

/** Values of a body, up to 100 bytes each when parsed; 200 Salesforce records of 800 fields hold 160,000. */
export const MAX_VALUES = 250_000;

/** Why a body cannot be read: `what` follows "The response", and has nothing of the body. */
export class UnreadableBody extends Error {
  override name = "UnreadableBody";
  constructor(
    readonly code: "not_json" | "not_text" | "not_form" | "not_csv" | "not_xml" | "not_sse" | "too_large" | "too_deep",
    readonly what: string,
  ) {
    super(what);
  }
}

export const tooManyValues = () => new UnreadableBody("too_large", `contains more than ${MAX_VALUES} values`);
