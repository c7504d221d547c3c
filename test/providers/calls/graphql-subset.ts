// Cuts a GraphQL document down to what an emulated server knows of the real schema, by the server's own validation errors.

interface GraphqlError {
  message: string;
  locations?: { line: number; column: number }[];
}
/** Has the server validate a document without executing it. */
export type Validate = (document: string) => Promise<readonly GraphqlError[]>;

/** `Cannot query field "x" on type "T"`, `Unknown argument "x" on field "T.y"`, `Variable "$x" is never used`. */
const FIELD = /^Cannot query field "(\w+)" on type "(\w+)"/;
const ARGUMENT = /^Unknown argument "(\w+)" on field "([\w.]+)"/;
const VARIABLE = /^Variable "\$\w+" is never used/;
/** A name that is cut, and an argument or a variable with its value or type; what follows a field is found by its brackets. */
const FIELD_TEXT = /^\w+\s*/;
const ARGUMENT_TEXT = /^\$?\w+\s*:\s*(?:\$\w+|\w+!?)\s*,?\s*/;
const MAX_ROUNDS = 5;

/** The document that the server accepts, and what was cut out of it: `Issue.estimate`, `Query.issues(includeArchived)`. */
export async function cutToSubset(document: string, validate: Validate): Promise<{ document: string; cut: string[] }> {
  let text = document;
  const cut: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cuts = (await validate(text)).flatMap((error) => {
      const [, field, type] = FIELD.exec(error.message) ?? [];
      const [, argument, on] = ARGUMENT.exec(error.message) ?? [];
      if (field === undefined && argument === undefined && !VARIABLE.test(error.message)) return [];
      if (field !== undefined) cut.push(`${type}.${field}`);
      if (argument !== undefined) cut.push(`${on}(${argument})`);
      return [{ at: offsetOf(text, error.locations?.[0]), isField: field !== undefined }];
    });
    if (cuts.length === 0) break;
    // From the end, so that earlier positions stay valid.
    for (const { at, isField } of cuts.sort((a, b) => b.at - a.at))
      text = text.slice(0, at) + (isField ? afterField(text.slice(at)) : text.slice(at).replace(ARGUMENT_TEXT, ""));
  }
  return { document: text.replace(/\(\s*\)/g, ""), cut };
}

function offsetOf(text: string, location: { line: number; column: number } | undefined): number {
  if (!location) throw new Error("The server's error does not say where it is.");
  const before = text.split("\n").slice(0, location.line - 1);
  return before.reduce((sum, line) => sum + line.length + 1, 0) + location.column - 1;
}

/** What follows a field with its arguments and its selection. */
function afterField(text: string): string {
  const rest = afterBlock(text.replace(FIELD_TEXT, ""), "(", ")");
  return afterBlock(rest.trimStart(), "{", "}");
}
function afterBlock(text: string, open: string, close: string): string {
  if (!text.startsWith(open)) return text;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return text.slice(i + 1);
  }
  throw new Error(`"${open}" is never closed.`);
}
