-- Joining a team at an issuer, from the link of an invitation.
-- release: 0.4.0, runs with: 0.3.0
-- tables: oidc_attempts
-- compatible: the version before makes no attempts, and the check takes every purpose that it took
-- locks: oidc_attempts, only the rows of the last ten minutes
alter table oidc_attempts drop constraint oidc_attempts_purpose_check;
alter table oidc_attempts add constraint oidc_attempts_purpose_check
  check (purpose in ('sign_in', 'sign_in_again', 'link', 'setup', 'join'));
