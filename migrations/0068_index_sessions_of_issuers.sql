-- Finds the sessions that an issuer ends.
-- release: 0.4.0, runs with: 0.3.0
-- tables: people_sessions

create index concurrently if not exists people_sessions_issuer on people_sessions (issuer, issuer_user_id)
  where issuer is not null;
