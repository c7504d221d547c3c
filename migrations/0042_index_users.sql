-- Lists users newest first, and by how their e-mail address begins, page by page.
-- release: 0.3.0, runs with: 0.2.0

create index concurrently if not exists users_newest on users (created_at desc, id desc);
create index concurrently if not exists users_address on users ((lower(email) collate "C"));
