-- Reports read the last runs of every task.
create index collection_run_task on collection_run (customer_id, task_id, id) where task_id is not null;
