-- Up Migration

-- Edits of a file. They, and the style template, are objects; what comes of them is two files.
create table edits (
  edit_id text primary key,
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  status text not null check (status in ('processing', 'ready', 'failed')),
  finished_at timestamptz,
  error jsonb,
  source_file_id text not null,
  -- The edited document, from the beginning; the redline, when it is ready.
  file_id text not null,
  redline_file_id text,
  edit_count integer not null,
  author text not null,
  -- As documents hold it: to the second, with the offset that its caller gave.
  date text not null,
  from_instruction boolean not null,
  zero_day boolean not null,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz
);

create index edits_by_organization on edits (organization_id, created_at);
-- What the sweep looks for every minute.
create index edits_due on edits (delete_at) where delete_at is not null and deleted_at is null;
-- For the organizations that keep what is finished for a number of days.
create index edits_kept on edits (organization_id, finished_at) where deleted_at is null;

-- Down Migration

drop table edits;
