-- The nightly backup is a job, so that one process of several takes it.
select pgboss.create_queue('backup', '{"policy": "short"}');
