-- The open orders of a source are canceled as a run.
select pgboss.create_queue('cancel-orders', '{"policy": "short"}');
