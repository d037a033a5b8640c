-- A change is carried out once, under whatever lane and number it arrives (docs/decisions/0020). `carried`: the answer to one that
-- had been applied under another number before.
alter table mutation_result add column carried boolean not null default false;

update mutation_result r set carried = true
where r.outcome->>'outcome' = 'applied' and exists (
  select 1 from mutation_result e
  where e.customer_id = r.customer_id and e.fingerprint = r.fingerprint and e.outcome->>'outcome' = 'applied'
    and (e.at, e.client_id, e.seq) < (r.at, r.client_id, r.seq));

create unique index mutation_result_once on mutation_result (customer_id, fingerprint)
  where outcome->>'outcome' = 'applied' and not carried;
