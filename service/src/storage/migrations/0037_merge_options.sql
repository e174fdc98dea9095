-- Kind: expand
-- Locks: merges

-- Up Migration

-- The options that the caller chose; null if the form has none.
alter table merges add column options jsonb;

-- Down Migration

alter table merges drop column options;
