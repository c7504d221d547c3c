-- Forms of the dashboard that were carried out, so that each is carried out once, and what their answers show once.
-- release: 0.3.0, runs with: 0.2.0
create table form_submissions (
  session_id uuid not null references people_sessions (id) on delete cascade,
  -- Of the form, made with its page.
  nonce uuid not null,
  created_at timestamptz not null,
  -- Where the response led; null while the form is being carried out.
  location text,
  -- A page with a secret, sealed, until it is shown or ten minutes are over.
  sealed_page text,
  primary key (session_id, nonce)
);

create index form_submissions_created_idx on form_submissions (created_at);
