// The demo's inbox: a push to a watched repository comes to the list, to the stream and to an outgoing webhook.

import type { EmulatedProvider } from "../emulators/emulators.ts";
import { type Caller, type CallResult, printCall, title } from "./call.ts";
import { type OpenStream, openStream } from "./event-stream.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { waitFor } from "./wait.ts";

const REPOSITORY = "ada/engine";
const SOURCES = "/api/v1/sources/github";
const ENDPOINTS = "/api/v1/webhook-endpoints";
const STREAM = "/api/v1/inbox/stream";
const PUSH = "repos.pushed";
const FILE = { path: "LOG.md", content: "# Log\n\nFirst moth found.\n", message: "Begin the log book" };

/** Appends whether `value` came, and prints it. */
function note<T>(label: string, value: T | undefined, text: (value: T) => string, results: CallResult[]): void {
  const isExpected = value !== undefined;
  results.push({ label, status: null, isExpected });
  console.log(`  ${label.padEnd(9)} ${isExpected ? text(value) : "nothing came"}`);
}

export async function runInbox(caller: Caller, github: EmulatedProvider, results: CallResult[]): Promise<void> {
  title("Inbox: watch a repository at GitHub, receive its events on a stream and at a webhook");
  const receiver = await startReceiver();
  let stream: OpenStream | undefined;
  try {
    await watch(caller, github, results);
    const endpoint = await addEndpoint(caller, receiver, results);
    stream = await openStream(caller, STREAM);
    results.push({ label: `GET ${STREAM}`, status: stream.status, isExpected: stream.status === 200 });
    console.log(`  GET     ${STREAM}   (${caller.keyName})\n  ${stream.status}     stays open`);
    await pushAndReceive(caller, { stream, receiver }, results);
    await printCall({ ...caller, method: "DELETE", path: `${ENDPOINTS}/${endpoint}` }, results);
  } finally {
    stream?.close();
    receiver.close();
  }
}

const stateOf = (sources: string, name: string) =>
  (JSON.parse(sources) as { data: { sources: { name: string; state: string }[] } }).data.sources.find(
    (source) => source.name === name,
  )?.state;

/** Until GitHub has the hook: what happens before is not reported. */
async function watch(caller: Caller, { log }: EmulatedProvider, results: CallResult[]): Promise<void> {
  const body = { name: "repository", resource: REPOSITORY };
  await printCall({ ...caller, method: "POST", path: SOURCES, body }, results);
  const path = `/repos/${REPOSITORY}/hooks`;
  const hook = await waitFor(() => log.find((one) => one.method === "POST" && one.path === path && one.status === 201));
  const urlOf = (text = "{}") => (JSON.parse(text) as { config: { url: string } }).config.url;
  note("github", hook, (made) => `POST ${path} → 201, a hook that calls ${urlOf(made.body)}`, results);
  const isActive = (_: number, text: string) => stateOf(text, "repository") === "active";
  await waitFor(async () => isActive(0, await readSources(caller)) || undefined);
  await printCall({ ...caller, method: "GET", path: SOURCES, isExpected: isActive }, results);
}

async function readSources({ baseUrl, key }: Caller): Promise<string> {
  const response = await fetch(baseUrl + SOURCES, { headers: { authorization: `Bearer ${key}` } });
  return response.text();
}

/** Returns the endpoint's id. */
async function addEndpoint(caller: Caller, receiver: Receiver, results: CallResult[]): Promise<string> {
  const body = { url: receiver.url, event_types: ["repos.*"], scope: "user" };
  const made = await printCall({ ...caller, method: "POST", path: ENDPOINTS, body }, results);
  if (typeof made.secret === "string") receiver.setSecret(made.secret);
  return String(made.id);
}

async function pushAndReceive(
  caller: Caller,
  { stream, receiver }: { stream: OpenStream; receiver: Receiver },
  results: CallResult[],
): Promise<void> {
  title("Inbox: push to the repository, read the event, mark it as read");
  const contents = `/api/v1/github/repos/${REPOSITORY}/contents`;
  await printCall({ ...caller, method: "PUT", path: contents, body: FILE }, results);
  const streamed = await waitFor(() => stream.events.find(({ type }) => type === PUSH));
  note("stream", streamed, (event) => `${event.type} ${event.id} "${event.title}"`, results);
  const received = await waitFor(() => receiver.received.find(({ id }) => id === streamed?.id));
  note("webhook", received, ({ type, id }) => `${type} ${id}, signature verified`, results);
  const isListed = (status: number, text: string) =>
    status === 200 && text.includes(`"events":[{"id":"${streamed?.id}"`);
  const path = "/api/v1/inbox/events";
  const query = `?status=unread&type=${PUSH}&limit=1`;
  await printCall({ ...caller, method: "GET", path: path + query, isExpected: isListed }, results);
  const read = { ...caller, method: "PATCH", path: `${path}/${streamed?.id}`, body: { status: "read" } };
  await printCall(
    { ...read, isExpected: (status, text) => status === 200 && text.includes('"status":"read"') },
    results,
  );
}
