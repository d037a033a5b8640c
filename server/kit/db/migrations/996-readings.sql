-- Reading of shift and bill rate from descriptions (docs/decisions/0150, 0151).
alter table customer add column reads_descriptions boolean not null default true;

-- Questions about descriptions are those of rule 0: one row a description. The version of the prompt that gave the answer; a newer
-- version asks again, and its answer takes the place of the older one, which counts until then. Null for questions of rules.
alter table ai_answer add column asked_as text;
