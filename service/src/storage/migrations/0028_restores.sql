-- Up Migration

-- How often the installation was restored from a backup; the store says the same of itself. Processes from before a
-- restore notice that it grew, and end.
alter table installation add column restores integer not null default 0;
-- The backup that is being restored. While it is set nothing starts.
alter table installation add column restoring_from uuid;
-- The journal that deletions are written to. Empty: none is kept.
alter table installation add column journal_id uuid;

-- Down Migration

alter table installation drop column journal_id;
alter table installation drop column restoring_from;
alter table installation drop column restores;
