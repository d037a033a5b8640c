-- Sources carry their other names and the sub-sources they group.
update source set row = row || '{"aliases": [], "members": []}'::jsonb where not deleted;
