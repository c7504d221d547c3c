// Builds Drive's search expressions; a caller's text cannot break out of its literal or parentheses.
import { InvalidInput } from "gateway/plugin";

/** A string literal of Drive's query language: developers.google.com/workspace/drive/api/guides/ref-search-terms. */
export function literal(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** Wraps the caller's expression in parentheses; an unbalanced one would break out of them and is refused. */
function enclosed(expression: string): string {
  let depth = 0;
  let isQuoted = false;
  let isBalanced = true;
  for (let at = 0; at < expression.length; at++) {
    const sign = expression[at];
    // Within a quote a backslash takes the next character with it; elsewhere it has no meaning.
    if (sign === "\\" && isQuoted) at++;
    else if (sign === "\\") isBalanced = false;
    else if (sign === "'") isQuoted = !isQuoted;
    else if (!isQuoted && sign === "(") depth++;
    else if (!isQuoted && sign === ")") depth--;
    isBalanced &&= depth >= 0;
  }
  isBalanced &&= !isQuoted;
  if (!isBalanced || depth > 0)
    throw new InvalidInput('"query" contains a quote or parenthesis without its other half.');
  return `(${expression})`;
}

interface DriveSearch {
  /** Words, as plain text. */
  q?: string;
  mime_type?: string;
  parent_id?: string;
  /** An expression in Drive's own language, combined with the rest by `and`. */
  query?: string;
  trashed?: boolean;
}

/** The `q` parameter of a file list. */
export function driveQuery({ q, mime_type, parent_id, query, trashed }: DriveSearch): string {
  const terms = [
    q !== undefined && `(name contains ${literal(q)} or fullText contains ${literal(q)})`,
    mime_type !== undefined && `mimeType = ${literal(mime_type)}`,
    parent_id !== undefined && `${literal(parent_id)} in parents`,
    query !== undefined && enclosed(query),
    `trashed = ${trashed ?? false}`,
  ];
  return terms.filter((term) => term !== false).join(" and ");
}
