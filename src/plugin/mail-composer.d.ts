// The little of nodemailer's composer that mail.ts uses, for type checks that must not see Node's types (plugins/tsconfig.json).
export default class MailComposer {
  constructor(mail: object);
  compile(): { keepBcc: boolean; build(): Promise<Uint8Array> };
}
