/** @jsxImportSource #pages */
// The newest calls of one connected account, each with its outcome, and the pages that have only what is the account's.
import { Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { englishLang, tr } from "../../web/pages/messages.ts";
import { requestsPath } from "../requests/request-filters.tsx";
import { type Entry, EntryStatus, shortPath } from "../requests/request-table.tsx";
import { subscriptionsPath } from "../subscriptions/subscription-query.ts";
import type { PageRequest } from "../visit.ts";

/** Errors come first: they are why somebody opens the page of a customer. */
export const AccountLinks = ({ externalId }: { externalId: string }): Markup => (
  <nav class="tabs" aria-label={tr("Of this account")}>
    <a class="tab" href={requestsPath({ account_id: externalId, errors: "true" })}>
      {tr("Errors")}
    </a>
    <a class="tab" href={requestsPath({ account_id: externalId })}>
      {tr("Requests")}
    </a>
    <a class="tab" href={subscriptionsPath({ account: externalId, hasErrors: false })}>
      {tr("Subscriptions")}
    </a>
  </nav>
);

export const AccountCalls = (props: { visit: PageRequest; externalId: string; entries: readonly Entry[] }): Markup => {
  const { visit, externalId, entries } = props;
  return (
    <section class="section">
      <h2>{tr("Newest calls")}</h2>
      {entries.length === 0 ? (
        <p class="muted">{tr("No calls yet. Calls name the account in the header X-Account-Id.")}</p>
      ) : (
        <Table
          caption={tr("Newest calls")}
          rows={entries}
          columns={[
            {
              title: tr("Time"),
              hideOnNarrow: true,
              cell: ({ timestamp }) => <Time reader={visit.reader} at={timestamp} />,
            },
            {
              title: tr("Call"),
              cell: ({ id, timestamp, method, endpoint, error }) => (
                <>
                  <a href={requestsPath({ account_id: externalId, call: id, at: timestamp })}>
                    <code>
                      {method} {shortPath(endpoint)}
                    </code>
                  </a>
                  {error ? (
                    <div>
                      <small class="muted" lang={englishLang()}>
                        {error.message}
                      </small>
                    </div>
                  ) : null}
                </>
              ),
            },
            { title: tr("Status"), cell: (entry) => <EntryStatus of={entry} /> },
          ]}
        />
      )}
    </section>
  );
};
