-- Kind: expand
-- Locks: jobs

-- Up Migration

-- True for a job that needs more processor time than the fast lane gives. It waits in the slow lane, by turns of its own.
alter table jobs add column is_slow boolean not null default false;

-- Down Migration

alter table jobs drop column is_slow;
