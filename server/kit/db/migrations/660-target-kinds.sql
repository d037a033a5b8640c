-- A target's kind follows from its number alone. Bullhorn is number 8, as in the documents; until now it was 5. Devices get the rows again.
update customer_feed set rev = rev + 1 where customer_id in (select customer_id from target where not deleted);
update target t set rev = f.rev,
  row = (t.row - 'kind') || case when t.row->>'kind' = 'bullhorn' then '{"typeId": 8}'::jsonb else '{}'::jsonb end
  from customer_feed f where f.customer_id = t.customer_id and not t.deleted;
