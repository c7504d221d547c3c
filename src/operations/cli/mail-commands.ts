// `gateway mail test`: whether the SMTP server takes a mail.
import type { Command } from "commander";
import { command, type JudgedCommand } from "./program.ts";

export function mailCommands(program: Command, judgedCommand: JudgedCommand): void {
  const mail = program.command("mail").description("mail to people, sent by SMTP");
  command(mail, "test <address>", "send a test mail; exits with 1 if the server does not take it").action(
    judgedCommand(async (api, _, address) => {
      const result = await api.call("admin_test_mail", { body: { to: address } });
      return { result, isComplete: result.sent };
    }),
  );
}
