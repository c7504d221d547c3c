// The texts of all mails to people, as data, in the language that `inLanguage` says. Names in braces are filled in.
import { type MailContent, mailContent } from "../../foundation/mail/message.ts";
import { type Message, message, pageLanguage, tr } from "../../web/pages/messages.ts";

interface MailText {
  title: Message;
  paragraphs: readonly Message[];
  /** What the mail's one link does. */
  link: Message;
}

const TEXTS = {
  invitation: {
    title: message("{inviter} invites you to the team of {team}"),
    paragraphs: [
      message("{inviter} ({address}) invites you to the team of {team}, as {role}."),
      message("The link works once, within seven days. If you expected no invitation, ignore this mail."),
    ],
    link: message("Join the team"),
  },
  test: {
    title: message("Test mail from {host}"),
    paragraphs: [
      message("Mail of the gateway at {host} reaches you. An operator sent this one to see whether it does."),
    ],
    link: message("Look at the page of mail"),
  },
  sign_in: {
    title: message("Sign-in from a new browser"),
    paragraphs: [
      message("Somebody signed in to {host} as {address}, in a browser that has not signed you in before."),
      message("When: {when}. Network address: {network}. Browser: {browser}."),
      message("If it was you, there is nothing to do."),
      message(
        "If it was not you, open the page of your sign-in, end that session and change your password, which ends all other sessions. Then add a second factor, and inform the operator of the gateway.",
      ),
    ],
    link: message("Look at your sessions"),
  },
  connection: {
    title: message("Connections of {team} have ended: {providers}"),
    paragraphs: [
      message("These connections of {team} no longer work: {providers}."),
      message(
        "The provider no longer accepts them, or somebody revoked them there. Calls fail until they are connected again.",
      ),
    ],
    link: message("Connect them again"),
  },
  accounts: {
    title: message("Ended connections of your customers: {count}"),
    paragraphs: [
      message("Connections of accounts of {team} that ended by {day}, and are not connected again: {count}."),
      message("Only the customer can connect again. The page of accounts shows whose connections have ended."),
    ],
    link: message("Look at the accounts"),
  },
  quota_day: {
    title: message("{team} has used 80 % of today's calls"),
    paragraphs: [
      message("{team} has used about 80 % of the calls of the UTC day {window}."),
      message("At the limit, calls are refused until the next day. The page of usage shows what uses them."),
    ],
    link: message("Look at the usage"),
  },
  quota_month: {
    title: message("{team} has used 80 % of this month's calls"),
    paragraphs: [
      message("The partner {team} has used about 80 % of the calls of the month {window}."),
      message(
        "Past the quota, calls are refused or have a price, as the tier says. The page of usage shows what uses them.",
      ),
    ],
    link: message("Look at the usage"),
  },
} as const satisfies Record<string, MailText>;

/** Below every mail that can be switched off. */
const CHOICE = message("You can switch these mails off: {choices}");

type TextName = keyof typeof TEXTS;
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<Text> = Text extends Message<infer English> ? NamesIn<English> : never;
type Values<Name extends TextName> = Record<
  NamesOf<(typeof TEXTS)[Name]["title"] | (typeof TEXTS)[Name]["paragraphs"][number]>,
  string
>;

/** The mail of a text; `unsubscribe` and `choices` are addresses, for kinds that can be switched off. */
export function mailOf<Name extends TextName>(
  name: Name,
  values: Values<Name>,
  { url, unsubscribe, choices }: { url: string; unsubscribe?: string; choices?: string },
): MailContent {
  const { title, paragraphs, link }: MailText = TEXTS[name];
  const last = choices === undefined ? [] : [tr(CHOICE, { choices })];
  return mailContent({
    language: pageLanguage(),
    title: tr(title, values),
    paragraphs: [...paragraphs.map((text) => tr(text, values)), ...last],
    link: { label: tr(link), url },
    unsubscribe,
  });
}
