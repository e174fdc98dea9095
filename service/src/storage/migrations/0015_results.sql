-- Up Migration

-- What each edit did: counts and addresses of paragraphs, no text. Empty until the edit is ready, and in rows of older versions.
alter table edits add column results jsonb;

-- The engine that made what the row tells of. Empty until it is made, and in rows of older versions.
alter table edits add column engine_version text;
alter table creations add column engine_version text;
alter table files add column engine_version text;

-- Down Migration

alter table files drop column engine_version;
alter table creations drop column engine_version;
alter table edits drop column engine_version;
alter table edits drop column results;
