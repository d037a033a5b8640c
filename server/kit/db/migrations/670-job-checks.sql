-- Reopened jobs whose vendor is being asked, found without reading all jobs.
create index job_checking on job (customer_id, id) where (row -> 'checking') = 'true'::jsonb;
