-- Files that vendors send with jobs. The bytes are compressed, then encrypted with the key of the files of their source (in `secret`,
-- owner `source:ID`), so that they move with it. The same bytes are stored once for a source.
create table attached_file (
  customer_id integer not null references customer (id),
  source_id integer not null,
  -- Lowercase hex of the SHA-256 of the bytes as they came.
  digest text not null,
  -- Bytes as they came.
  size integer not null,
  body bytea not null,
  primary key (customer_id, source_id, digest)
);
select limit_to_customers('attached_file');

-- A file of a job, also one that is missing: `words` say why. Files stay as long as their job.
create table job_attachment (
  customer_id integer not null references customer (id),
  -- Drawn at random, so that it cannot be guessed.
  id uuid not null,
  job_id bigint not null,
  source_id integer not null,
  -- email: it came with an email. link: the vendor names its address, and it is fetched when a person first opens it.
  origin text not null check (origin in ('email', 'link')),
  -- Identifies the file among those of its job: a digest of its content and name, or of its address without what changes each time.
  key text not null,
  -- The subject of the email, or the host of the address.
  origin_name text not null,
  url text,
  name text not null,
  -- The kind of its content in words, and its size in bytes. Null as long as it is not here.
  kind text,
  size integer,
  -- Null where the file is not here: it was not opened yet, or it is missing.
  digest text,
  -- What to know about it: why it is missing, or that its name says something else than its content.
  words text,
  found_at timestamptz not null,
  primary key (customer_id, id),
  unique (customer_id, job_id, key)
);
create index job_attachment_file on job_attachment (customer_id, source_id, digest);
select limit_to_customers('job_attachment');
