// The formats of bodies that the gateway reads for a plugin, and what each becomes.

/**
 * How a body is read; JSON unless a plugin says otherwise. What it becomes:
 * - `text`: a string.
 * - `form`: `{ name: "value" }`, with a list where a name is repeated.
 * - `csv`: a list of `{ column: "value" }`, by the header line (RFC 4180).
 * - `xml`: `{ root: … }`. An element is its text, or an object of its children by name with a list where a name is repeated;
 *   attributes are `@name`, and text beside either is `#text`.
 * - `sse`: `{ events: [{ event, id, data }], last }`, where `last` is the JSON of the last event whose data is JSON.
 */
export type BodyFormat = "json" | "text" | "form" | "csv" | "xml" | "sse";

/** The same of a token response. A text is `{ text }`, and an XML document the tree of its root element. */
export type TokenFormat = Extract<BodyFormat, "json" | "text" | "form" | "xml">;
