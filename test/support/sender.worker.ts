// Sends requests from a thread of its own, so that what a gateway on the main thread does with them can be watched there.
import { parentPort } from "node:worker_threads";

export interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** Each request is first acknowledged and then sent on a word, so that nothing of its own way here is measured. */
let next: Sent | null = null;

parentPort?.on("message", async (message: Sent | "send") => {
  if (message !== "send") {
    next = message;
    parentPort?.postMessage("ready");
    return;
  }
  const { url, headers, body } = next as Sent;
  next = null;
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual" });
    const text = await response.text();
    parentPort?.postMessage({ status: response.status, text: text.slice(0, 300) });
  } catch (error) {
    parentPort?.postMessage({ status: 0, text: String(error) });
  }
});
