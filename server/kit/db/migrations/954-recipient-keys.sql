-- The key of the page of an address follows from a key of the service: nothing that is stored opens the page (docs/decisions/0108). Links in
-- emails that were sent before go on working by the hash of their key.
alter table report_recipient
  add column id bigint generated always as identity,
  add column old_key_hash text;
update report_recipient set old_key_hash = encode(sha256(convert_to(key, 'UTF8')), 'hex');
drop index report_recipient_key;
alter table report_recipient drop column key;
create unique index report_recipient_id on report_recipient (customer_id, id);
create unique index report_recipient_old_key on report_recipient (customer_id, old_key_hash) where old_key_hash is not null;
