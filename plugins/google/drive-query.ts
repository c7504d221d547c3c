// Builds Drive's search expressions; a caller's text can never leave the literal or the parentheses it stands in.
import { InvalidInput } from "gateway/plugin";

/** A string literal of Drive's query language: developers.google.com/workspace/drive/api/guides/ref-search-terms. */
export function literal(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** An expression of the caller's own in parentheses; one that is not whole would reach beyond them. */
function enclosed(expression: string): string {
  const rest = expression.replace(/'(?:\\.|[^\\'])*'/gs, "");
  let depth = 0;
  let isWhole = !/['\\]/.test(rest);
  for (const sign of rest) {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    isWhole &&= depth >= 0;
  }
  if (!isWhole || depth > 0) throw new InvalidInput('"query" holds a quote or parenthesis without its other half.');
  return `(${expression})`;
}

interface DriveSearch {
  /** Words, taken as plain text. */
  q?: string;
  mime_type?: string;
  parent_id?: string;
  /** An expression in Drive's own language; it narrows the rest down. */
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
