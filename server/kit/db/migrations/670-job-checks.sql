-- Reopened jobs whose vendor is being asked, found without reading all jobs.
create index job_checking on job (customer_id, id) where not deleted and (row -> 'checking') = 'true'::jsonb;
select pgboss.create_queue('end-checks', '{"policy": "short"}');
