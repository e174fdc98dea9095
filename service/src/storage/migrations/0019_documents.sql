-- Up Migration

-- A stored document: a name for its versions. It has no objects of its own.
create table documents (
  document_id text primary key,
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  description text,
  metadata jsonb,
  -- What the caller calls it by; it stays with the record.
  reference text,
  -- The number of the next version: none is used twice.
  next_number integer not null,
  -- The columns of every owner. It is always ready, zero-day retention does not apply, and the days of its organization count
  -- from the last version that was added.
  status text not null check (status = 'ready'),
  finished_at timestamptz not null,
  zero_day boolean not null,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz
);

-- For lists, newest first.
create index documents_listed on documents (organization_id, document_id collate "C" desc)
  where acknowledged_at is null and deleted_at is null;
create index documents_due on documents (delete_at) where delete_at is not null and deleted_at is null;
create index documents_kept on documents (organization_id, finished_at) where deleted_at is null;

-- One version of a stored document. Its file is an object; that of a merge has a second one, the text as it is read.
create table versions (
  version_id text primary key,
  document_id text not null references documents,
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  number integer not null,
  kind text not null check (kind in ('upload', 'merge')),
  parent_version_id text,
  -- Of a version that came of a merge.
  merge_id text,
  -- The comparison with the parent.
  redline_id text,
  name text not null,
  file_name text not null,
  author text,
  description text,
  metadata jsonb,
  reference text,
  status text not null check (status in ('processing', 'ready', 'failed')),
  error jsonb,
  words integer,
  engine_version text,
  -- The columns of every owner. It goes with its document, so that nothing but a deletion ends it: the first is always empty.
  finished_at timestamptz,
  zero_day boolean not null,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz,
  unique (document_id, number)
);

create index versions_by_organization on versions (organization_id);
create index versions_due on versions (delete_at) where delete_at is not null and deleted_at is null;

-- A comparison or merge of versions is deleted with their document. One that is the redline of a version is deleted with that,
-- has no deadline of its own, and reads its sources from the versions.
alter table comparisons add column document_id text;
alter table comparisons add column version_id text;
create index comparisons_by_document on comparisons (document_id) where document_id is not null;
create index comparisons_by_version on comparisons (version_id) where version_id is not null;
alter table merges add column document_id text;
create index merges_by_document on merges (document_id) where document_id is not null;

-- Down Migration

drop index merges_by_document;
alter table merges drop column document_id;
drop index comparisons_by_version;
drop index comparisons_by_document;
alter table comparisons drop column version_id;
alter table comparisons drop column document_id;
drop table versions;
drop table documents;
