/** @jsxImportSource #pages */
// Mail: what is set of the SMTP server, a test mail to the one who presses, and what it refused lately.

import type { MailSettings } from "../../foundation/config/mail-settings.ts";
import { listMailFailures, type MailFailure } from "../../foundation/mail/mail-store.ts";
import { MAIL_PATH, mailReason, sendTestMail } from "../../identity/notifications/test-mail.ts";
import { GUIDES_PATH } from "../../reference/guides.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button, Notice } from "../../web/pages/components.tsx";
import { Empty, Facts, FormattedNumber, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { Section } from "./section.tsx";

const TEST_PATH = `${MAIL_PATH}/test`;
const LISTED = 20;

export function mailPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  return [
    page({ id: "operator_mail", path: MAIL_PATH, access: "viewer", show: (visit) => mailView(dashboard, visit) }),
    form({
      id: "operator_test_mail",
      path: TEST_PATH,
      access: "operator",
      submit: (visit) => sendTest(dashboard, visit),
    }),
  ];
}

/** Only to the own address, so that the gateway writes to nobody by an operator's hand. */
async function sendTest(dashboard: Dashboard, visit: PageRequest) {
  const { deps } = dashboard;
  if (!deps.mails.isOn) return mailView(dashboard, visit);
  const { email } = visit.person;
  const failure = await sendTestMail(deps, email);
  if (failure !== null) return mailView(dashboard, visit, failure);
  return done(
    MAIL_PATH,
    tr("The server took the mail to {email}. Look whether it arrives, and not as spam.", { email }),
  );
}

async function mailView({ deps }: Dashboard, visit: PageRequest, failure: string | null = null): Promise<View> {
  const { mail } = deps.config;
  const title = tr("Mail");
  if (!mail) return { title, body: <NotSet /> };
  return {
    title,
    lead: tr("The SMTP server by which people get invitations and notifications."),
    body: (
      <>
        {failure === null ? null : (
          <Notice tone="bad">
            {tr("The test mail was not sent.")} <Reason error={failure} />
          </Notice>
        )}
        <Settings of={mail} />
        {mayVisit(visit, "operator") ? (
          <form method="post" action={TEST_PATH}>
            <FormToken visit={visit} />
            <p class="muted">
              {rich("A test mail goes to {email} at once.", { email: <bdi>{visit.person.email}</bdi> })}
            </p>
            <Button kind="primary">{tr("Send a test mail")}</Button>
          </form>
        ) : null}
        <Failures visit={visit} failures={await listMailFailures(deps.database, LISTED)} />
      </>
    ),
  };
}

const NotSet = (): Markup => (
  <Empty title={tr("No SMTP server is set")}>
    <p class="muted">
      {rich("Set {url} and {from}, and restart. Until then people pass on invitations themselves.", {
        url: <code>SMTP_URL</code>,
        from: <code>MAIL_FROM</code>,
      })}
    </p>
    <a href={`${GUIDES_PATH}/operate/mail`}>{tr("The guide to mail")}</a>
  </Empty>
);

const encryptionOf = ({ isImplicitTls, requiresTls }: MailSettings): string =>
  isImplicitTls ? tr("from the start") : requiresTls ? "STARTTLS" : tr("none, on this machine");

const Settings = ({ of: mail }: { of: MailSettings }): Markup => (
  <Facts
    of={[
      [tr("Server"), <code>{`${mail.host}:${mail.port}`}</code>],
      [tr("TLS"), encryptionOf(mail)],
      [tr("Sign-in"), mail.credentials ? tr("with user and password") : tr("none")],
      [tr("Sender"), <bdi>{mail.from}</bdi>],
    ]}
  />
);

const Reason = ({ error }: { error: string }): Markup => (
  <>
    {tr(mailReason(error))} <code>{error}</code>
  </>
);

const Failures = ({ visit, failures }: { visit: PageRequest; failures: readonly MailFailure[] }): Markup => (
  <Section title={tr("Failed lately")} action={<a href="/operator/jobs/mails">{tr("The queue")}</a>}>
    {failures.length === 0 ? (
      <Empty title={tr("Nothing has failed")}>
        <p class="muted">{tr("Mails that the server did not take in the last 30 days are listed here.")}</p>
      </Empty>
    ) : (
      <Table
        caption={tr("Failed mails")}
        rows={failures}
        columns={[
          { title: tr("Made"), cell: ({ createdAt }) => <Time reader={visit.reader} at={createdAt} /> },
          { title: tr("Reason"), cell: ({ error }) => <Reason error={error} /> },
          {
            title: tr("Attempts"),
            isNumber: true,
            cell: ({ attempts }) => <FormattedNumber reader={visit.reader} value={attempts} />,
          },
          {
            title: tr("State"),
            hideOnNarrow: true,
            cell: ({ isDue }) =>
              isDue ? (
                <Status tone="warning">{tr("tried again")}</Status>
              ) : (
                <Status tone="bad">{tr("given up")}</Status>
              ),
          },
        ]}
      />
    )}
  </Section>
);
