-- A posted job follows what it was made of: what its target was given last, from which texts, and whether that has changed since.
alter table post drop column payload_hash;
alter table post add column sent jsonb;
alter table post add column value_ids bigint[] not null default '{}';
-- The revision that may have changed what was sent; null where nothing has.
alter table post add column follow bigint;
-- The revision under which posting itself showed the receipt on the job: no change to be followed.
alter table post add column shown_rev bigint;

update post p set value_ids = array_remove(array[
    (j.row ->> 'facilityValueId')::bigint, (j.row ->> 'degreeValueId')::bigint,
    (j.row ->> 'specialtyValueId')::bigint, (j.row ->> 'shiftValueId')::bigint], null)
  from job j where j.customer_id = p.customer_id and j.id = p.job_id and not j.deleted;

drop index post_due;
create index post_due on post (next_at)
  where state in ('wanted', 'sending', 'unknown') or (follow is not null and external_id is not null);
create index post_job on post (customer_id, job_id);
create index post_values on post using gin (value_ids);

-- How far each customer's feed has been looked through for changes that posted jobs follow.
create table post_follow (customer_id integer primary key references customer (id), rev bigint not null);
insert into post_follow (customer_id, rev) select customer_id, rev from customer_feed where customer_id in (select id from customer);
