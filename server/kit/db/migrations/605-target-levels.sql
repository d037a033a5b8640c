-- Targets say whether they take orders, shifts or both. All take both until somebody chooses. Devices get them again.
update customer_feed set rev = rev + 1 where customer_id in (select customer_id from target where not deleted);
update target t set rev = f.rev, row = t.row || '{"hierarchyLevel": "both"}'
  from customer_feed f where f.customer_id = t.customer_id and not t.deleted;
