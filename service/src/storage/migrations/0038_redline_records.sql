-- Kind: expand
-- Locks: comparisons, merges, edits

-- Up Migration

-- The counts of a redline and the notices about it, written with its renderings. Null for redlines from before these
-- columns, and after the content was deleted.
alter table comparisons
  add column summary jsonb,
  add column notices jsonb;

alter table merges
  add column summary jsonb,
  add column notices jsonb;

alter table edits add column summary jsonb;

-- Down Migration

alter table edits drop column summary;

alter table merges
  drop column notices,
  drop column summary;

alter table comparisons
  drop column notices,
  drop column summary;
