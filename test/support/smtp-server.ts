// An SMTP server within the test's process, without TLS: takes mail and says which credentials it got; refuses as a test says.
import { createServer, type Socket } from "node:net";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they came. */
  data: string;
}

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  /** Set to answer RCPT with this line. */
  refusal: string | null;
  close(): Promise<void>;
}

export async function startSmtpServer({ password = null as string | null } = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const state: SmtpServer = { url: "", mails: [], refusal: null, close: async () => {} };
  const server = createServer((socket) => {
    sockets.add(socket);
    let buffer = "";
    let mail: ReceivedMail = { from: "", to: [], data: "" };
    let isData = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO") return reply(password === null ? "250 test" : "250-test\r\n250 AUTH PLAIN");
      if (verb === "AUTH") {
        const given = Buffer.from(line.split(" ")[2] ?? "", "base64")
          .toString()
          .split("\0")[2];
        return reply(given === password ? "235 ok" : "535 wrong credentials");
      }
      if (verb === "MAIL") mail = { from: /<(.*?)>/.exec(line)?.[1] ?? "", to: [], data: "" };
      if (verb === "RCPT") {
        if (state.refusal !== null) return reply(state.refusal);
        mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
      }
      if (verb === "DATA") {
        isData = true;
        return reply("354 go on");
      }
      if (verb === "QUIT") return socket.end("221 bye\r\n");
      return reply("250 ok");
    };
    socket.on("data", (chunk) => {
      buffer += chunk.toString("utf8");
      for (;;) {
        const end = isData ? buffer.indexOf("\r\n.\r\n") : buffer.indexOf("\r\n");
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (!isData) command(text);
        else {
          isData = false;
          state.mails.push({ ...mail, data: text });
          reply("250 queued");
        }
      }
    });
    socket.on("error", () => socket.destroy());
    reply("220 test");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const credentials = password === null ? "" : `gateway:${encodeURIComponent(password)}@`;
  state.url = `smtp://${credentials}127.0.0.1:${port}`;
  state.close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return state;
}
