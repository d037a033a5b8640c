-- Activity: the audit, newest first, of a customer, a person, or a kind of change. Lines with an object have `audit_object`.
create index audit_newest on audit (customer_id, at, id);
create index audit_actor on audit (customer_id, actor_id, at, id);
-- A line with the same person on both sides is found by `audit_actor`.
create index audit_subject on audit (customer_id, subject_id, at, id) where subject_id is distinct from actor_id;
create index audit_command on audit (customer_id, command, at, id);

-- The address that a call came from. Lines of earlier versions have none, and their text for the chain stays what it was.
alter table audit add column ip text;
create or replace function audit_text(line audit) returns text language sql stable as $$
  select (jsonb_build_array(line.customer_id, line.id, (extract(epoch from line.at) * 1000000)::bigint, line.actor_id, line.subject_id,
    line.client_id, line.seq, line.command, line.object_kind, line.object_id, line.detail, line.rev)
    || case when line.ip is null then '[]'::jsonb else jsonb_build_array(line.ip) end)::text
$$;
