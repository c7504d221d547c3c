// Reads the gateway's event stream as a product's client would: server-sent events, collected as they come.
import type { Caller } from "./call.ts";

export interface StreamedEvent {
  id: string;
  type: string;
  title: string;
}

export interface OpenStream {
  status: number;
  /** What has come, oldest first. */
  events: readonly StreamedEvent[];
  close(): void;
}

/** A message's data; a comment has none. The gateway writes it on one line. */
const dataOf = (message: string) => /^data: ?(.*)$/m.exec(message)?.[1];

async function collect(body: ReadableStream<Uint8Array>, events: StreamedEvent[]): Promise<void> {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const data = dataOf(message);
      if (data) events.push(JSON.parse(data) as StreamedEvent);
    }
  }
}

export async function openStream({ baseUrl, key }: Caller, path: string): Promise<OpenStream> {
  const aborter = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(baseUrl + path, { headers, signal: aborter.signal });
  const events: StreamedEvent[] = [];
  // A stream that breaks brings no more events, which the demo then misses.
  if (response.ok && response.body) void collect(response.body, events).catch(() => {});
  return { status: response.status, events, close: () => aborter.abort() };
}
