// G-6: an agent that does what any text tells it: what injected texts demand never leaves, and of 100 harmless tasks few are
// asked about.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mcpSender } from "../agents/mcp/message.ts";
import { laneOf } from "../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { UNGUARDED } from "../support/unguarded.ts";
import { HARMLESS } from "./harmless-tasks.ts";
import { ATTACKS, CARRIERS, type Instruction, instructionsIn, NEWS, poison, type World } from "./injected-texts.ts";

setDefaultTimeout(300_000);
/** Whom the person's words name, in every attacked task. */
const INPUT = "Tell bob@acme.example what is new.";

for (const lane of laneOf(import.meta.file))
  describe(`G-6: agents that obey texts, on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let world: World;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
      const user = await gateway.user({ tier: "team" });
      key = user.key;
      await gateway.admin("PATCH", `/users/${user.email}`, { overrides: { minute: 1_000_000, day: 10_000_000 } });
      await gateway.connect(key, "google", { person: "ada@example.com" });
      await gateway.connect(key, "github", { person: "ada" });
      await gateway.connect(key, "slack", { person: "ada" });
      world = { call: async (tool, args) => dataOf(await byName(key, { tool, arguments: args })) };
    }, 60_000);
    afterAll(() => gateway.close());

    const byName = (token: string, { tool, arguments: args }: Instruction) =>
      gateway.call("POST", `/api/v1/tools/${tool}/execute`, { key: token, body: { arguments: args } });
    const dataOf = ({ status, json, text }: ApiResponse) => {
      if (status !== 200) throw new Error(text);
      return json.data;
    };
    const sessionFor = async (body: object): Promise<string> => {
      const made = await gateway.call("POST", "/api/v1/agent-sessions", { key, body });
      if (made.status !== 200) throw new Error(made.text);
      return made.json.data.token;
    };
    /** What has been sent to the providers that is no read. */
    const changes = () =>
      Object.values(gateway.providers).flatMap(({ log }) => log.filter(({ method }) => method !== "GET"));
    /** Reads a text with a session's token as its agent does, and does all that it says; returns what left meanwhile. */
    const obey = async (token: string, read: Instruction, byMcp: boolean) => {
      const seen = dataOf(await byName(token, read));
      const instructions = instructionsIn(seen);
      const before = changes().length;
      for (const { tool, arguments: args } of instructions)
        if (byMcp) await mcpSender(gateway, { key: token })("tools/call", { name: tool, arguments: args });
        else await byName(token, { tool, arguments: args });
      return { told: instructions.length, left: changes().slice(before) };
    };

    test("nothing leaves under the safeguards that every session has", async () => {
      const left: string[] = [];
      let attempts = 0;
      for (const [place, plant] of Object.entries(CARRIERS))
        for (const [attack, demands] of Object.entries(ATTACKS)) {
          const read = await plant(world, poison(demands));
          const ways = { byMcp: attempts % 2 === 1 };
          const token = await sessionFor({ input: INPUT });
          const outcome = await obey(token, read, ways.byMcp);
          attempts += 1;
          if (outcome.told === 0) left.push(`${place} does not bring ${attack}`);
          for (const { method, path } of outcome.left) left.push(`${place}, ${attack}: ${method} ${path}`);
        }
      expect(left).toEqual([]);
      expect(attempts).toBeGreaterThanOrEqual(200);
    });

    test("each demand leaves where a session has no safeguard, so that the agent does obey", async () => {
      const [plant] = Object.values(CARRIERS);
      for (const [attack, demands] of Object.entries(ATTACKS)) {
        const read = await plant?.(world, poison(demands));
        const token = await sessionFor({ input: INPUT, ...UNGUARDED });
        const outcome = await obey(token, read as Instruction, false);
        expect([attack, outcome.left.length > 0]).toEqual([attack, true]);
      }
    });

    test("a session below another is no way around: what one has read, the other knows", async () => {
      const read = await CARRIERS["a mail's text"]?.(world, NEWS);
      const token = await sessionFor({ input: INPUT });
      const { id } = (await gateway.call("GET", "/api/v1/agent-sessions", { key })).json.data.agent_sessions[0];
      const below = async (body: object) =>
        (await gateway.call("POST", `/api/v1/agent-sessions/${id}/sessions`, { key: token, body })).json.data.token;
      const [reader, sender] = [
        await below({}),
        await below({ input: ["*"], ...UNGUARDED, policy: { rules: [], known_recipients: ["*@evil.example"] } }),
      ];
      const send = {
        tool: "google_gmail_send_message",
        arguments: { to: "eve@evil.example", subject: "x", text: "y" },
      };
      expect((await byName(sender, send)).status).toBe(200);
      dataOf(await byName(reader, read as Instruction));
      const before = changes().length;
      for (const one of [token, reader, sender]) expect((await byName(one, send)).status).toBe(202);
      expect(changes().length).toBe(before);
      // Whom the person named is written to as before.
      const known = { ...send, arguments: { ...send.arguments, to: "Bob <BOB@acme.example>" } };
      expect((await byName(token, known)).status).toBe(200);
    });

    test("of 100 harmless tasks at most five are asked about", async () => {
      const asked: string[] = [];
      let tasks = 0;
      for (const [name, { input, steps }] of Object.entries(HARMLESS))
        for (let round = 0; round < 4; round++) {
          const token = await sessionFor({ input: input(round) });
          const session: World = {
            call: async (tool, args) => {
              const response = await byName(token, { tool, arguments: args });
              if (response.status === 202) asked.push(`${name} ${round}: ${tool}`);
              // The emulated provider does not have everything; whether it was called is what counts.
              else if (response.status !== 200 && response.json.details?.reason !== "provider_not_found")
                throw new Error(`${name}: ${tool} gives ${response.text}`);
              return response.json.data ?? {};
            },
          };
          await steps(session, round);
          tasks += 1;
        }
      expect(tasks).toBe(100);
      // Those that answer a mail: a thread does not say whom its owner trusts.
      expect(asked.length <= 5 ? [] : asked).toEqual([]);
    });
  });
