-- Sources move from a parent to its child as a run.
select pgboss.create_queue('move', '{"policy": "short"}');
