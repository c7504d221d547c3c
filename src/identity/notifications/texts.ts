// The texts of all mails to people, as data, so that another language is another table. Names in braces are filled in.
import { type MailContent, mailContent } from "../../foundation/mail/message.ts";

interface MailText {
  title: string;
  paragraphs: readonly string[];
  /** What the mail's one link does. */
  link: string;
}

const TEXTS = {
  invitation: {
    title: "{inviter} invites you to the team of {team}",
    paragraphs: [
      "{inviter} ({address}) invites you to the team of {team}, as {role}.",
      "The link works once, within seven days. If you expected no invitation, ignore this mail.",
    ],
    link: "Join the team",
  },
  test: {
    title: "Test mail from {host}",
    paragraphs: ["Mail of the gateway at {host} reaches you. You sent this one yourself, on its page of mail."],
    link: "Back to the page",
  },
  sign_in: {
    title: "Sign-in from a new browser",
    paragraphs: [
      "Somebody signed in to {host} as {address}, in a browser that has not signed you in before.",
      "When: {when}. Network address: {network}. Browser: {browser}.",
      "If it was you, there is nothing to do.",
      "If it was not you, open the page of your sign-in, end that session and change your password, which ends all other sessions. Then add a second factor, and inform the operator of the gateway.",
    ],
    link: "Look at your sessions",
  },
  connection: {
    title: "Connections of {team} have ended: {providers}",
    paragraphs: [
      "These connections of {team} no longer work: {providers}.",
      "The provider no longer accepts them, or somebody revoked them there. Calls fail until they are connected again.",
    ],
    link: "Connect them again",
  },
  accounts: {
    title: "Ended connections of your customers: {count}",
    paragraphs: [
      "Connections of accounts of {team} that ended by {day}, and are not connected again: {count}.",
      "Only the customer can connect again. The page of accounts shows whose connections have ended.",
    ],
    link: "Look at the accounts",
  },
  quota_day: {
    title: "{team} has used 80 % of today's calls",
    paragraphs: [
      "{team} has used about 80 % of the calls of the UTC day {window}.",
      "At the limit, calls are refused until the next day. The page of usage shows what uses them.",
    ],
    link: "Look at the usage",
  },
  quota_month: {
    title: "{team} has used 80 % of this month's calls",
    paragraphs: [
      "The partner {team} has used about 80 % of the calls of the month {window}.",
      "Past the quota, calls are refused or have a price, as the tier says. The page of usage shows what uses them.",
    ],
    link: "Look at the usage",
  },
} as const satisfies Record<string, MailText>;

/** Below every mail that can be switched off. */
const CHOICE = "You can switch these mails off: {choices}";

type TextName = keyof typeof TEXTS;
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Values<Name extends TextName> = Record<
  NamesIn<(typeof TEXTS)[Name]["title"] | (typeof TEXTS)[Name]["paragraphs"][number]>,
  string
>;

/** In one pass: a value with braces is no name. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** The mail of a text; `unsubscribe` and `choices` are addresses, for kinds that can be switched off. */
export function mailOf<Name extends TextName>(
  name: Name,
  values: Values<Name>,
  { url, unsubscribe, choices }: { url: string; unsubscribe?: string; choices?: string },
): MailContent {
  const { title, paragraphs, link }: MailText = TEXTS[name];
  const last = choices === undefined ? [] : [fill(CHOICE, { choices })];
  return mailContent({
    title: fill(title, values),
    paragraphs: [...paragraphs.map((text) => fill(text, values)), ...last],
    link: { label: link, url },
    unsubscribe,
  });
}
