// Writes the ends of lines as line feeds, as the parser of server-sent events needs them.

/**
 * A function that takes the parts of a text in their order. The parser's time grows with the square of the carriage returns in one
 * part, and it holds back a line that ends with one until more comes.
 */
export function lineFeeds(): (part: string) => string {
  let endedWithReturn = false;
  return (part) => {
    if (part === "") return part;
    // The second half of a pair whose first half ended the part before.
    const rest = endedWithReturn && part.startsWith("\n") ? part.slice(1) : part;
    endedWithReturn = part.endsWith("\r");
    return rest.replace(/\r\n?/g, "\n");
  };
}
