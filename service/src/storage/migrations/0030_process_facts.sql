-- Kind: expand
-- Locks: processes

-- Up Migration

-- What each process is: the journal that it writes deletions to, its version, its host, and how many child processes it
-- runs documents in. A row without a version was written by a program from before these columns.
alter table processes
  add column journal_id uuid,
  add column version text,
  add column host text,
  add column children integer;

-- Down Migration

alter table processes
  drop column journal_id,
  drop column version,
  drop column host,
  drop column children;
