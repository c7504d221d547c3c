// Joins the lines of text in the format "flowed" (RFC 3676).

const SIGNATURE = "-- ";

/** The text with its soft line breaks undone, and without the blanks that protect a line's beginning. */
export function unflowed(text: string, deletesSpaces: boolean): string {
  const lines: string[] = [];
  let paragraph: { depth: number; pieces: string[] } | null = null;
  const end = () => {
    if (paragraph)
      lines.push(">".repeat(paragraph.depth) + (paragraph.depth > 0 ? " " : "") + paragraph.pieces.join(""));
    paragraph = null;
  };
  for (const line of text.split(/\r?\n/)) {
    const depth = line.length - line.replace(/^>+/, "").length;
    const content = line.slice(depth).replace(/^ /, "");
    if (paragraph !== null && (paragraph.depth !== depth || content === SIGNATURE)) end();
    const isSoft = content.endsWith(" ") && content !== SIGNATURE;
    paragraph ??= { depth, pieces: [] };
    paragraph.pieces.push(isSoft && deletesSpaces ? content.slice(0, -1) : content);
    if (!isSoft) end();
  }
  end();
  return lines.join(text.includes("\r\n") ? "\r\n" : "\n");
}
