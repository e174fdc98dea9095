-- Up Migration

-- A merge of several revised copies of one document. Its sources and renderings are objects.
create table merges (
  merge_id text primary key,
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  status text not null check (status in ('processing', 'ready', 'failed')),
  finished_at timestamptz,
  error jsonb,
  original_name text not null,
  -- In the order of the form: the name of each, told apart from the others', and the author of its changes.
  revisions jsonb,
  -- Zero-day retention does not apply to merges: it is always false, and the columns are those of every owner.
  zero_day boolean not null,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz,
  documents integer not null,
  words integer not null default 0,
  engine_version text not null
);

create index merges_by_organization on merges (organization_id, created_at);
-- What the sweep looks for every minute.
create index merges_due on merges (delete_at) where delete_at is not null and deleted_at is null;
-- For the organizations that keep what is finished for a number of days.
create index merges_kept on merges (organization_id, finished_at) where deleted_at is null;

-- Down Migration

drop table merges;
