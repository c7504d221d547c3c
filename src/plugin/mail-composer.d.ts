// Types of what mail.ts uses of nodemailer, whose own need Node's types (plugins/tsconfig.json leaves these out).
export default class MailComposer {
  constructor(mail: object);
  compile(): { keepBcc: boolean; build(): Promise<Uint8Array> };
}
