-- Up Migration

-- The processes of the installation and what they do (api, worker, converter), each with the time at which it last said so.
drop table converters;
create table processes (
  process_id text primary key,
  roles text[] not null,
  heard_at timestamptz not null
);

-- The metrics count jobs that wait or run; jobs that have ended are many.
create index jobs_unfinished on jobs (kind, state, created_at) where state in ('held', 'waiting', 'queued', 'running');

-- Down Migration

drop index jobs_unfinished;
drop table processes;
create table converters (
  process_id text primary key,
  heard_at timestamptz not null
);
