// Several messages in one body, which revision 2025-03-26 has and the later ones have not: each is a request of its own for limits and
// the usage log, and their responses come as one list.

export const MAX_BATCH = 20;
/** The revision's clients send no such header yet. */
const REVISION = "2025-03-26";

type Message = Record<string, unknown>;

/** What is wrong with a list of messages; null where it can be carried out. */
export function batchError(headers: Headers, messages: readonly unknown[]): string | null {
  if ((headers.get("mcp-protocol-version") ?? REVISION) !== REVISION)
    return `Only protocol revision ${REVISION} has batches. Send each message by itself.`;
  if (messages.length === 0) return "A batch has at least one message.";
  if (messages.length > MAX_BATCH) return `A batch has at most ${MAX_BATCH} messages.`;
  const isMessage = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  if (!messages.every(isMessage)) return "Each message of a batch is a JSON object.";
  if (messages.some((one) => (one as Message).method === "initialize"))
    return "initialize cannot be part of a batch. Send it by itself.";
  return null;
}

/** One by one, as the person's limits and the order of the messages have it. */
export async function respondToBatch(
  messages: readonly Message[],
  respond: (message: Message) => Promise<Response>,
): Promise<Response> {
  const results: unknown[] = [];
  let last: Response | null = null;
  for (const message of messages) {
    last = await respond(message);
    const result = await resultIn(last, message);
    if (result !== null) results.push(result);
  }
  const headers = new Headers(last?.headers);
  headers.delete("content-length");
  if (results.length === 0) return new Response(null, { status: 202, headers });
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(results), { headers });
}

const INTERNAL = -32_000;

/** Null for a message that has no response. Refused before it was understood, as by a limit, a message gets its own error. */
async function resultIn(response: Response, { id, method }: Message): Promise<unknown> {
  const text = await response.text();
  if (method === undefined || id === undefined || text === "") return null;
  const isEvent = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const json: unknown = JSON.parse(isEvent ? (/^data: (.*)$/m.exec(text)?.[1] ?? "null") : text);
  if (typeof json === "object" && json !== null && "jsonrpc" in json) return json;
  const { error } = (json ?? {}) as { error?: string };
  return { jsonrpc: "2.0", id, error: { code: INTERNAL, message: error ?? "The message was refused." } };
}
