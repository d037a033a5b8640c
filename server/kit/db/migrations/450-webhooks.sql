-- What the runs of one day did is counted over all tasks of a customer.
create index collection_run_started on collection_run (customer_id, started_at);
