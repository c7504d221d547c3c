// Mails of a gateway whose operator has set no server.
import type { Mails } from "../../src/foundation/mail/mails.ts";

export const NO_MAILS: Pick<Mails, "isOn" | "sendIn" | "notify"> = {
  isOn: false,
  sendIn: async () => {},
  notify() {},
};
