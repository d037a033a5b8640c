-- What a run does not find any more is looked up among the jobs of its task alone, not among all jobs of the customer.
create index job_task on job (customer_id, task_id) where not deleted;
