-- Kind: expand
-- Locks: installation

-- Up Migration

-- The last time of the database that a process trusted (CLK-4). A process that starts compares its first sample with it.
alter table installation add column trusted_at timestamptz;

-- Down Migration

alter table installation drop column trusted_at;
