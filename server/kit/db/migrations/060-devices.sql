-- What devices report of themselves: told to wipe, wiped, or emptied by their browser.
alter table client
  add column told_at timestamptz,
  add column wiped_unsent integer not null default 0,
  add column lost_at timestamptz,
  add column lost_unsent integer not null default 0;
-- Until now `wiped_at` said when a device was told.
update client set told_at = wiped_at, wiped_at = null where wiped_at is not null;

-- Head of the last backup that was proved by restoring it.
alter table customer_feed add column durable_rev bigint;
