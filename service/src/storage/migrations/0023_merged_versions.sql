-- Up Migration

-- The versions that a version merges, beside its parent; empty for one that was sent.
alter table versions add column merged_version_ids text[] not null default '{}';

-- Down Migration

alter table versions drop column merged_version_ids;
