-- A job knows its submissions (docs/decisions/0146). "counted": the job's number of submissions includes this one. Where it differs from
-- the state, the service counts the job's submissions again and publishes the job.
alter table submission add column counted boolean not null default false;
create index submission_uncounted on submission (customer_id, job_id)
  where job_id > 0 and counted <> (state not in ('refused', 'withdrawn'));

-- Fields 212 and 213 become columns of jobs. What rules wrote into them before moves along; no rule writes 212 from now on.
create temporary table moving on commit drop as
  select customer_id, id, row from job where not deleted and (row -> 'extra' ? 'submissions' or row -> 'extra' ? 'submissionLimit');
update customer_feed set rev = rev + 1 where customer_id in (select customer_id from moving);
update job j set rev = f.rev,
  row = (m.row #- '{extra,submissions}' #- '{extra,submissionLimit}' #- '{ruled,submissions}')
    || jsonb_build_object('submissions', 0, 'submissionLimit', case jsonb_typeof(m.row #> '{extra,submissionLimit}')
      when 'number' then m.row #> '{extra,submissionLimit}' else 'null' end)
  from moving m join customer_feed f on f.customer_id = m.customer_id
  where j.customer_id = m.customer_id and j.id = m.id;
