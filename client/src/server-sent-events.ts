// Reads server-sent events (WHATWG HTML, section 9.2.6) from a response's body.

export interface ServerSentEvent {
  /** The last id that the stream sent, with this event or before; null before the first. */
  id: string | null;
  type: string;
  /** Null for an id or a pause without an event. */
  data: string | null;
  /** Milliseconds to wait before connecting again, where the stream says so. */
  retryMs: number | null;
}

/** Characters of one event. The gateway sends payloads of up to 1 MiB. */
const MAX_EVENT = 16 * 1024 * 1024;

/** Each block of lines with data, an id or a pause. `onBytes` is called for whatever comes, comments too. */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent, void> {
  let block = emptyBlock(null);
  for await (const line of linesOf(body, onBytes)) {
    if (line === "") {
      if (block.isChanged) yield eventOf(block);
      block = emptyBlock(block.id);
    } else addLine(block, line);
  }
}

interface Block {
  id: string | null;
  type: string;
  data: string[];
  size: number;
  retryMs: number | null;
  isChanged: boolean;
}
const emptyBlock = (id: string | null): Block => ({ id, type: "", data: [], size: 0, retryMs: null, isChanged: false });

const eventOf = ({ id, type, data, retryMs }: Block): ServerSentEvent => ({
  id,
  type: type === "" ? "message" : type,
  data: data.length === 0 ? null : data.join("\n"),
  retryMs,
});

function addLine(block: Block, line: string): void {
  const colon = line.indexOf(":");
  const field = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
  if (field === "data") {
    block.size += value.length;
    if (block.size > MAX_EVENT) throw new RangeError("An event of the stream is too large.");
    block.data.push(value);
  } else if (field === "event") block.type = value;
  else if (field === "id" && !value.includes("\0")) block.id = value;
  else if (field === "retry" && /^\d{1,9}$/.test(value)) block.retryMs = Number(value);
  else return;
  block.isChanged = true;
}

/** Lines end with LF, CR or both; what comes after the last of them is no line. */
async function* linesOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let parts: string[] = [];
  let size = 0;
  let endedWithCr = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes();
      const text = decoder.decode(read.value, { stream: true });
      if (text === "") continue;
      const [first = "", ...rest] = (endedWithCr && text.startsWith("\n") ? text.slice(1) : text).split(/\r\n|\n|\r/);
      endedWithCr = text.endsWith("\r");
      // Joined once a line is whole: joining at each read would copy a long line again and again.
      parts.push(first);
      size += first.length;
      if (size > MAX_EVENT) throw new RangeError("An event of the stream is too large.");
      for (const part of rest) {
        yield parts.join("");
        [parts, size] = [[part], part.length];
      }
    }
  } finally {
    await reader.cancel().catch(() => {
      // The connection has broken already.
    });
  }
}
