-- A change is recognized under another number only for the user who made it (docs/decisions/0020).
alter table mutation_result add column user_id integer;

update mutation_result r set user_id = c.user_id
from client c where c.customer_id = r.customer_id and c.client_id = r.client_id;

alter table mutation_result alter column user_id set not null;

drop index mutation_result_once;

create unique index mutation_result_once on mutation_result (customer_id, user_id, fingerprint)
  where outcome->>'outcome' = 'applied' and not carried;
