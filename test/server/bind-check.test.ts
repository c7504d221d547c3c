// An address is looked at before the start's long work: another program's TCP port is taken, its UDP port is none of our concern.
import { describe, expect, test } from "bun:test";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { assertFree, type Binding } from "../../src/server/bind-check.ts";
import { rejection } from "../support/rejection.ts";

const refusal = async (binding: Binding) => (await rejection(assertFree(binding))) as Error;
const at = (port: number) => ({ host: "127.0.0.1", port, variable: "PORT" }) as const;

describe("an address to listen at", () => {
  test("is free while another program has the same port of UDP", async () => {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    try {
      await assertFree(at(socket.address().port));
    } finally {
      socket.close();
    }
  });

  test("is taken where a program listens, with what to set", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    try {
      expect((await refusal(at(port))).message).toBe(
        `Port ${port} of 127.0.0.1 is taken; set PORT (0 picks a free one).`,
      );
    } finally {
      server.close();
    }
  });

  test("of another machine is refused", async () => {
    // TEST-NET-1 (RFC 5737).
    const other = { host: "192.0.2.1", port: 8_080, variable: "ADMIN_PORT" } as const;
    expect((await refusal(other)).message).toContain("set ADMIN_HOST or ADMIN_PORT");
  });
});
