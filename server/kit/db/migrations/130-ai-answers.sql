-- What rules asked an AI (action 12): one question a rule and prompt, whatever number of jobs wait for its answer.
create table ai_answer (
  customer_id integer not null references customer (id),
  rule_id bigint not null,
  -- SHA-256 of the prompt as a job's values fill it.
  digest text not null,
  prompt text not null,
  -- The jobs that wait; rules run over them again once the answer is there.
  job_ids bigint[] not null default '{}',
  state text not null default 'wanted' check (state in ('wanted', 'answered', 'failed')),
  value jsonb,
  model text,
  tries integer not null default 0,
  -- Why the last try failed.
  words text not null default '',
  -- When it may be tried (again); while it is being asked, when the asking process counts as gone.
  next_at timestamptz not null,
  at timestamptz not null,
  primary key (customer_id, rule_id, digest)
);
create index ai_answer_due on ai_answer (next_at) where state = 'wanted';
