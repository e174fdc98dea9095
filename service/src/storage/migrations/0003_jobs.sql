-- Up Migration

-- The work of organizations, kept here whatever the queue does. No reference to organizations: a lock on its
-- organization's row for every job would make the busiest organization's enqueues meet in one place.
create table jobs (
  job_id uuid primary key,
  organization_id uuid not null,
  kind text not null,
  owner_id text not null,
  state text not null check (state in ('waiting', 'queued', 'running', 'done', 'failed')),
  payload jsonb,
  attempts integer not null default 0,
  created_at timestamptz not null,
  start_after timestamptz,
  admitted_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  error_code text,
  upstream_code text
);

create index jobs_by_organization on jobs (organization_id, state, created_at);
create index jobs_by_owner on jobs (owner_id);
-- Finished jobs stay in the table; who waits is asked every second.
create index jobs_waiting on jobs (organization_id, kind, created_at) where state = 'waiting';

-- Down Migration

drop table jobs;
