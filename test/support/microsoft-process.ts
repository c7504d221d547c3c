// Runs the emulator of Microsoft Graph in a process of its own, since it replaces the process's Request and Response.
import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator, type SeedConfig } from "@inbox-zero/emulate";

/** What the process is told, and what it answers. */
export type Order = { start: SeedConfig } | "reset";
export type Report = { port: number } | "reset";

const report = (message: Report) => process.send?.(message);

// The emulator would listen on every interface, and it wants to be given a port and could not tell of a free one.
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server): Server {
  const onListening = () => report({ port: (this.address() as AddressInfo).port });
  return Reflect.apply(listen, this, [0, "127.0.0.1", onListening]);
};

let reset = () => {};
process.on("message", async (order: Order) => {
  if (order === "reset") {
    reset();
    report("reset");
  } else {
    ({ reset } = await createEmulator({ service: "microsoft", seed: order.start }));
  }
});
// However the test's process ended, this one ends with it.
process.on("disconnect", () => process.exit());
