-- Labels of customers become rows that devices may create (docs/decisions/0143): each has the UUID of its field's key, as
-- `domain/fields/label-ref.ts` computes it, and a version.
create function label_hash(key text, start bigint) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  hash bigint := start;
begin
  for i in 1..length(key) loop
    hash := ((hash # ascii(substr(key, i, 1))) * 16777619) & 4294967295;
  end loop;
  return lpad(to_hex(hash), 8, '0');
end
$$;
with hashed as (
  select customer_id, id, label_hash(row ->> 'fieldKey', 2166136261) as a, label_hash(row ->> 'fieldKey', 16777619) as b
  from label where not deleted
)
update label l set row = l.row || jsonb_build_object('version', 1, 'purged', false,
  'ref', a || '-' || substr(b, 1, 4) || '-8' || substr(b, 5, 3) || '-8000-00000000000' || substr(b, 8, 1))
from hashed h where h.customer_id = l.customer_id and h.id = l.id;
drop function label_hash(text, bigint);
alter table label add column ref text generated always as (row ->> 'ref') stored;
create unique index label_ref on label (customer_id, ref) where ref is not null;
