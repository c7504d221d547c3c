-- Tells borrowers' replicas when a lender may make no calls, and when it may again: what it lends serves nobody meanwhile.
-- release: 0.4.0, runs with: 0.3.0
-- tables: users
-- locks: users for a moment, while nothing is read from it
create function notify_borrowers() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway_changes', 'shares:' || s.borrower_user_id)
    from shares s join connections c on c.id = s.connection_id
    where c.user_id = new.id and s.ended_at is null and s.borrower_user_id is not null;
  return null;
end $$;
create trigger lender_changed after update of payment_state on users
  for each row when (old.payment_state is distinct from new.payment_state) execute function notify_borrowers();
