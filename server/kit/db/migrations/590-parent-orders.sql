-- The vendor's id of a job's parent order is in its row. Few jobs have one.
create index job_parent on job (customer_id, source_id, (row ->> 'parentJobId')) where row ->> 'parentJobId' is not null and not deleted;
