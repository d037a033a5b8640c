-- What an audited call was done to: the noun and its id as text, since posts and devices have keys that are no number.
-- `actor_id` is who did it, `subject_id` the user as whom it was done, `detail` what changed.
alter table audit add column object_kind text, add column object_id text;
create index audit_object on audit (customer_id, object_kind, object_id, id) where object_kind is not null;
