// The end of a log: read as a stream, of which no more stays in memory than the caller gets.
import { Refusal } from "./endpoint.ts";

/** Returned of a log, whatever the number of lines: what a model can read. */
const MAX_CHARS = 200_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The last `lines` lines of a log; a longer line, or a longer text, is cut at its start. */
export async function readLogTail(
  body: ReadableStream<Uint8Array>,
  lines: number,
): Promise<{ text: string; is_cut: boolean }> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let [tail, bytes, isCut] = ["", 0, false];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      throw new Refusal("invalid", "The log is larger than 64 MiB. Read it at the provider.", "log_too_large");
    }
    tail += decoder.decode(read.value, { stream: true });
    // Cutting at every chunk would copy the whole text each time.
    if (tail.length > 2 * MAX_CHARS) {
      tail = tail.slice(-MAX_CHARS);
      isCut = true;
    }
  }
  tail += decoder.decode();
  const lastLines = tail
    .slice(-MAX_CHARS)
    .replace(/\r?\n$/, "")
    .split("\n");
  return {
    text: lastLines.slice(-lines).join("\n"),
    is_cut: isCut || tail.length > MAX_CHARS || lastLines.length > lines,
  };
}
