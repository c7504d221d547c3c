// What doctor says of a mail server that cannot be reached: why, beside the code, so that the reader knows what to look at.
import { expect, test } from "bun:test";
import { createServer } from "node:net";
import type { MailSettings } from "../../../src/foundation/config/mail-settings.ts";
import { checkMail } from "../../../src/operations/doctor/mail-check.ts";

const lineOf = async (host: string, port: number) => {
  const plain = { isImplicitTls: false, requiresTls: false, credentials: null };
  const mail: MailSettings = { host, port, ...plain, from: "gateway@example.com" };
  const [line] = await checkMail({ mail });
  return line?.message;
};

test("a server that refuses, one of an unknown name, and one that hangs up are told apart", async () => {
  expect(await lineOf("127.0.0.1", 1)).toMatch(
    /^no mail can be sent: 127\.0\.0\.1:1 refuses the connection: .* \(ESOCKET\): check SMTP_URL$/,
  );
  expect(await lineOf("mail.invalid", 25)).toMatch(/mail\.invalid:25 has a name that DNS does not know \(EDNS\)/);
  const server = createServer((socket) => void socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await lineOf("127.0.0.1", port)).toMatch(/ends the connection before it responds/);
  server.close();
});
