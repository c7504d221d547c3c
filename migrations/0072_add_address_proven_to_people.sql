-- Says whether the address of a person is known to be theirs. A person whom a team's invitation made has only shown the link of the
-- invitation, which the inviter has too; an operator's setup link proves the address. The version before makes no such people.
-- release: 0.4.0, runs with: 0.3.0
-- tables: people
alter table people add column address_proven boolean not null default true;
