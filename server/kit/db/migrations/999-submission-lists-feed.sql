-- Lists of submission targets, Jobdock's own lists and packages on devices (docs/decisions/0156).

-- Copies of entries of lists, as in 983. A sync changes thousands of entries at once, so a statement copies what it changed under revision
-- 0, and all of these copies get one revision when the transaction commits, so that the feed is locked last [S2.5].
create table replicated_submission_entry (
  customer_id integer not null references customer (id),
  id bigint not null,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  primary key (customer_id, id)
);
create index replicated_submission_entry_rev on replicated_submission_entry (customer_id, rev);
select limit_to_customers('replicated_submission_entry');

-- Jobdock's own lists are in the global feed (110).
create table replicated_jr_entry (
  customer_id integer not null check (customer_id = 0),
  id bigint not null,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  primary key (customer_id, id)
);
create index replicated_jr_entry_rev on replicated_jr_entry (customer_id, rev);
select limit_to_customers('replicated_jr_entry');

-- Gives all copies of the transaction that have no revision yet the next one. The first of them does it; the others find nothing to do.
create function publish_submission_entries() returns trigger language plpgsql as $$
declare
  held bigint;
  next_rev bigint;
begin
  -- By its key alone: the index of revisions is full of what the first one replaced.
  select rev into held from replicated_submission_entry where customer_id = new.customer_id and id = new.id;
  if held <> 0 then return null; end if;
  insert into customer_feed (customer_id, rev) values (new.customer_id, 1)
    on conflict (customer_id) do update set rev = customer_feed.rev + 1 returning rev into next_rev;
  update replicated_submission_entry set rev = next_rev where customer_id = new.customer_id and rev = 0;
  perform pg_notify('feed', json_build_object('customer', new.customer_id, 'rev', next_rev)::text);
  return null;
end $$;
create constraint trigger submission_entries_published after insert or update on replicated_submission_entry
  deferrable initially deferred for each row when (new.rev = 0) execute function publish_submission_entries();

-- A door through the limit: a person who changes Jobdock's own lists may write their copies, which belong to no customer.
create function publish_jr_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held bigint;
  next_rev bigint;
begin
  select rev into held from replicated_jr_entry where customer_id = 0 and id = new.id;
  if held <> 0 then return null; end if;
  insert into customer_feed (customer_id, rev) values (0, 1)
    on conflict (customer_id) do update set rev = customer_feed.rev + 1 returning rev into next_rev;
  update replicated_jr_entry set rev = next_rev where customer_id = 0 and rev = 0;
  perform pg_notify('feed', json_build_object('customer', 0, 'rev', next_rev)::text);
  return null;
end $$;
create constraint trigger jr_entries_published after insert or update on replicated_jr_entry
  deferrable initially deferred for each row when (new.rev = 0) execute function publish_jr_entries();

-- Copies what a statement changed, if devices would see it. Copies are locked in the order of their ids.
create function copy_submission_entries() returns trigger language plpgsql as $$
begin
  insert into replicated_submission_entry as c (customer_id, id, rev, row)
    select e.customer_id, e.id, 0, jsonb_build_object('id', e.id, 'targetId', e.target_id, 'kind', e.kind, 'objectId', e.object_id,
      'extId', e.ext_id, 'name', e.name, 'groupName', e.group_name, 'degreeExtId', e.degree_ext_id, 'removed', e.removed)
    from changed e order by e.customer_id, e.id
    on conflict (customer_id, id) do update set rev = 0, deleted = false, row = excluded.row
    where c.deleted or c.row is distinct from excluded.row;
  return null;
end $$;
create function drop_submission_entries() returns trigger language plpgsql as $$
begin
  update replicated_submission_entry c set rev = 0, deleted = true, row = '{}'
    from gone e where c.customer_id = e.customer_id and c.id = e.id and not c.deleted;
  return null;
end $$;
create function copy_jr_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into replicated_jr_entry as c (customer_id, id, rev, row)
    select 0, e.id, 0, jsonb_build_object('id', e.id, 'kind', e.kind, 'name', e.name, 'removed', e.removed) from changed e order by e.id
    on conflict (customer_id, id) do update set rev = 0, deleted = false, row = excluded.row
    where c.deleted or c.row is distinct from excluded.row;
  return null;
end $$;

create trigger submission_entry_added after insert on submission_entry referencing new table as changed
  for each statement execute function copy_submission_entries();
create trigger submission_entry_changed after update on submission_entry referencing new table as changed
  for each statement execute function copy_submission_entries();
create trigger submission_entry_removed after delete on submission_entry referencing old table as gone
  for each statement execute function drop_submission_entries();
create trigger jr_entry_added after insert on jr_entry referencing new table as changed
  for each statement execute function copy_jr_entries();
create trigger jr_entry_changed after update on jr_entry referencing new table as changed
  for each statement execute function copy_jr_entries();

-- What is there already goes through the same triggers.
update submission_entry set removed = removed;
update jr_entry set removed = removed;

-- Packages become a replicated table as in 080. The columns that other tables and the index need are made of the row.
alter table submission_package rename to submission_package_before;
alter table submission_package_before rename constraint submission_package_pkey to submission_package_before_pkey;
drop index submission_package_pair;
drop index submission_package_default;
create table submission_package (
  customer_id integer not null references customer (id),
  id bigint generated by default as identity,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  ref text generated always as (row ->> 'ref') stored,
  target_id bigint generated always as ((row ->> 'targetId')::bigint) stored,
  primary key (customer_id, id)
);
create unique index submission_package_ref on submission_package (customer_id, ref) where ref is not null;
create index submission_package_rev on submission_package (customer_id, rev);
create unique index submission_package_pair
  on submission_package (customer_id, target_id, (row ->> 'degreeId'), (row ->> 'specialtyId')) where not deleted;
select limit_to_customers('submission_package');

insert into customer_feed (customer_id, rev) select distinct customer_id, 0 from submission_package_before on conflict do nothing;
update customer_feed set rev = rev + 1 where customer_id in (select customer_id from submission_package_before);
insert into submission_package (customer_id, id, rev, row)
select p.customer_id, p.id, f.rev, jsonb_build_object('id', p.id, 'targetId', p.target_id, 'degreeId', p.degree_id,
  'specialtyId', p.specialty_id, 'documents', to_jsonb(p.documents), 'note', p.note, 'isDefault', p.is_default,
  'defaultAt', case when p.is_default then feed_instant(now()) end,
  'version', 1, 'by', 'Jobdock', 'at', feed_instant(now()), 'ref', null, 'purged', false)
from submission_package_before p join customer_feed f on f.customer_id = p.customer_id;
select setval(pg_get_serial_sequence('submission_package', 'id'), coalesce(max(id), 1), max(id) is not null)
  from submission_package_before;
drop table submission_package_before;
