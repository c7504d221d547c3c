// A reader of an event stream that connects again after each break, at any replica, with the last id that it has.
import type { GatewayServer } from "../support/gateway-process.ts";

export interface StreamReader {
  /** The ids in the payloads of events, in the order of their arrival, as often as they came. */
  received: string[];
  /** What must not be seen: events of others, ids that do not grow, resets. */
  wrong: string[];
  /** Connections after the first. */
  reconnects: number;
  /** Of the last event that it has. */
  lastId: string | null;
  /** Resolves once the stream has begun, from which on the reader can resume. */
  begun: Promise<void>;
  stop(): Promise<void>;
}

interface Frame {
  id: string | null;
  event: string | null;
  data: string;
}

const PAUSE_MS = 50;
/** A gateway pings twice as often: a reader that hears nothing for so long connects again. */
const MAX_SILENCE_MS = 30_000;

/** `isOwn` says whether a payload is the owner's; events of other types than `type` are checked and not listed. */
export function readStream(
  replicas: readonly GatewayServer[],
  key: string,
  type: string,
  isOwn: (payload: Record<string, string>) => boolean,
): StreamReader {
  const begun = Promise.withResolvers<void>();
  const reader: StreamReader = {
    received: [],
    wrong: [],
    reconnects: -1,
    lastId: null,
    begun: begun.promise,
    stop: async () => {},
  };
  const stopped = new AbortController();
  const onFrame = ({ id, event, data }: Frame) => {
    if (event === "reset") reader.wrong.push(`reset at ${reader.lastId}`);
    // An event grows the id; the greeting repeats it.
    const { lastId } = reader;
    if (id !== null && lastId !== null && (event ? !isAfter(id, lastId) : id !== lastId)) {
      reader.wrong.push(`${id} after ${lastId}`);
    }
    reader.lastId = id ?? lastId;
    if (reader.lastId !== null) begun.resolve();
    if (event !== type) return;
    const { payload } = JSON.parse(data) as { payload: Record<string, string> };
    if (!isOwn(payload)) reader.wrong.push(`a stranger's: ${data}`);
    reader.received.push(payload.id as string);
  };
  const follow = async () => {
    while (!stopped.signal.aborted) {
      reader.reconnects++;
      const at = replicas[Math.floor(Math.random() * replicas.length)] as GatewayServer;
      const silent = await readOnce(at, { key, lastId: reader.lastId, signal: stopped.signal }, onFrame).catch(
        () => false,
      );
      // Of one that was killed the runtime has missed the end of the connection.
      if (silent && replicas.includes(at)) reader.wrong.push(`${MAX_SILENCE_MS} ms of silence after ${reader.lastId}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const following = follow();
  reader.stop = async () => {
    stopped.abort();
    await following;
  };
  return reader;
}

/** Reads until the stream breaks or ends; true where it has fallen silent. */
async function readOnce(
  at: GatewayServer,
  { key, lastId, signal }: { key: string; lastId: string | null; signal: AbortSignal },
  onFrame: (frame: Frame) => void,
): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
  try {
    const response = await fetch(`${at.url}/api/v1/inbox/stream`, {
      headers: { authorization: `Bearer ${key}`, ...(lastId !== null && { "last-event-id": lastId }) },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status !== 200 || !response.body) {
      await response.arrayBuffer();
      return false;
    }
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop() as string;
      for (const frame of frames) onFrame(frameOf(frame));
    }
    return false;
  } catch (error) {
    if (silence.signal.aborted) return true;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function frameOf(text: string): Frame {
  const frame: Frame = { id: null, event: null, data: "" };
  for (const line of text.split("\n")) {
    if (line.startsWith("id: ")) frame.id = line.slice(4);
    if (line.startsWith("event: ")) frame.event = line.slice(7);
    if (line.startsWith("data: ")) frame.data = line.slice(6);
  }
  return frame;
}

/** Ids are two numbers, of which the first counts first. */
function isAfter(id: string, other: string): boolean {
  const [tx = 0n, seq = 0n] = id.split("-").map(BigInt);
  const [otherTx = 0n, otherSeq = 0n] = other.split("-").map(BigInt);
  return tx > otherTx || (tx === otherTx && seq > otherSeq);
}
