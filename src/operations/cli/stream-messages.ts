// Reads the gateway's event stream (server-sent events, WHATWG HTML section 9.2), as the gateway writes it: one line a field.

export interface StreamMessage {
  /** Also of a message without data, from which a reader resumes before its first event. */
  id?: string;
  event?: string;
  data?: string;
}

/** Far more than the largest event. */
const MAX_MESSAGE = 8 * 1024 * 1024;

/** The messages until the stream ends or breaks; comments are none. */
export async function* streamMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage, void> {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let parts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      // It broke, or was aborted: the reader connects again, or ends.
      return { done: true as const, value: undefined };
    });
    if (done) return;
    const text = decoder.decode(value, { stream: true });
    length += text.length;
    if (length > MAX_MESSAGE) throw new Error("The stream has a message that is too large: is this a gateway?");
    parts.push(text);
    if (!text.includes("\n")) continue;
    const messages = parts.join("").split("\n\n");
    const rest = messages.pop() ?? "";
    parts = [rest];
    length = rest.length;
    for (const message of messages) yield fieldsOf(message);
  }
}

function fieldsOf(message: string): StreamMessage {
  const fields = message.split("\n").map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).replace(/^ /, "")];
  });
  const { id, event, data } = Object.fromEntries(fields) as Record<string, string | undefined>;
  return { id, event, data };
}
