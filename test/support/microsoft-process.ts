// Runs the emulator of Microsoft Graph in a separate process, since it replaces the process's Request and Response.
import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator, type SeedConfig } from "@inbox-zero/emulate";

/** The messages to and from the process. */
export type Order = { start: SeedConfig } | "reset";
export type Report = { port: number } | "reset";

const report = (message: Report) => process.send?.(message);

// The emulator would listen on every interface, and only on a fixed port.
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
// Ends with the test process, however that ends.
process.on("disconnect", () => process.exit());
