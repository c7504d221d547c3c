// A call that asks the person, for clients of the revisions of 2025: the question goes out on the call's own response, as a stream,
// and the result follows it there (2025-06-18 and 2025-11-25, "Elicitation").
import type { InputRequiredResult } from "@modelcontextprotocol/server";
import type { Elicitations } from "./elicitations.ts";
import type { McpRequest } from "./mcp-request.ts";

/** As long as a state of the call lives. */
const WAIT_MS = 10 * 60_000;
const KEEP_ALIVE_MS = 15_000;
/** A call is confirmed and connected at most; more questions would be a fault. */
const MAX_QUESTIONS = 4;

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-cache", "x-accel-buffering": "no" };

interface ElicitationStream {
  mcpRequest: McpRequest;
  elicitations: Elicitations;
  /** Ends the wait: the client has gone, its key is revoked, or the process stops. */
  signal: AbortSignal;
  /** Carries the call on, with what the person answered in the request. */
  resume(): Promise<Response>;
  /** Frees what the stream holds. */
  close(): void;
}

/** The response to a call that has asked something already. */
export function elicitationResponse(asking: ElicitationStream): Response {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      timer = setInterval(() => write(": waiting\n\n"), KEEP_ALIVE_MS);
      void elicitAll(asking, write).finally(() => {
        clearInterval(timer);
        asking.close();
        try {
          controller.close();
        } catch {
          // The client has gone.
        }
      });
    },
    cancel() {
      clearInterval(timer);
      asking.close();
    },
  });
  return new Response(body, { headers: HEADERS });
}

const eventOf = (message: string) => `event: message\ndata: ${message}\n\n`;

async function elicitAll(
  { mcpRequest, elicitations, signal, resume }: ElicitationStream,
  write: (text: string) => void,
): Promise<void> {
  for (let questions = 0; mcpRequest.pendingElicitation && questions < MAX_QUESTIONS; questions++) {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    const { id, elicited } = elicitations.expect(mcpRequest.caller, ending);
    const { step, request, state } = elicitationRequest(mcpRequest, mcpRequest.pendingElicitation);
    write(eventOf(JSON.stringify({ jsonrpc: "2.0", id, ...request })));
    const reaction = await elicited;
    if (signal.aborted) return;
    mcpRequest.pendingElicitation = null;
    mcpRequest.elicitationResult = { state, responses: { [step]: reaction ?? { action: "cancel" } } };
    const response = await resume();
    if (mcpRequest.pendingElicitation) continue;
    const isEvent = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const text = await response.text();
    write(isEvent ? text : eventOf(text));
  }
}

/** In the words of the client's revision: modes came with 2025-11-25, and a URL has an id there. */
function elicitationRequest({ incoming }: McpRequest, { inputRequests, requestState }: InputRequiredResult) {
  const [[step, { method, params }]] = Object.entries(inputRequests ?? {}) as [
    [string, { method: string; params: Record<string, unknown> }],
  ];
  const { mode, ...rest } = params;
  const hasModes = (incoming.request.headers.get("mcp-protocol-version") ?? "") >= "2025-11-25";
  const ofUrl = mode === "url" ? { elicitationId: crypto.randomUUID() } : {};
  return {
    step,
    request: { method, params: { ...(hasModes && mode !== undefined && { mode }), ...rest, ...ofUrl } },
    state: requestState as string,
  };
}
