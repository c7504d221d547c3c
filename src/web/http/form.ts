// Reads what a form sends: pairs of names and texts, within bounds, and without what no database holds.
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import { pointer, textViolation } from "../../foundation/schema/check.ts";
import { type Arrival, readBounded } from "./arriving-body.ts";
import { encodingErrors } from "./percent-encoding.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";
/** A checkbox for each permission of every provider is the most that a page of ours has. */
const MAX_FIELDS = 5_000;
const AMPERSAND = 0x26;

/** The fields of a form; throws 413 for too many bytes or fields, 408 for a slow body, 400 for what no column holds. */
export async function readFormFields(request: Request, maxBytes: number, arrival: Arrival): Promise<URLSearchParams> {
  const bytes = await readBounded(request, maxBytes, arrival);
  let fields = 1;
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
    if (++fields > MAX_FIELDS)
      throw new AppError("PAYLOAD_TOO_LARGE", `A form has at most ${MAX_FIELDS} fields. Send fewer at once.`);
  }
  const pairs = utf8In(bytes);
  const { errors } = encodingErrors(pairs, "body");
  if (errors.length > 0) throw invalidInput(errors);
  const form = new URLSearchParams(pairs);
  const faulty = [...form].find(([name, text]) => textViolation(name) !== null || textViolation(text) !== null);
  if (faulty) throw invalidInput([violationIn(faulty)]);
  return form;
}

function utf8In(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidInput([{ in: "body", path: "", message: "The form is not valid UTF-8. Send it as UTF-8." }]);
  }
}

function violationIn([name, text]: [string, string]): InputError {
  const visible = name.replaceAll("\u0000", "").slice(0, 60);
  return { in: "body", path: pointer(visible), message: `"${visible}" ${textViolation(name) ?? textViolation(text)}` };
}
