-- Up Migration

-- Of the jobs of one kind that are in the queue, those with a lower turn go first; organizations alternate by it.
alter table jobs add column turn integer not null default 0;

-- Jobs that one other follows: they name it, and it is held until as many as it waits for have ended.
alter table jobs add column next_job_id uuid;
alter table jobs add column waits_for integer;
alter table jobs drop constraint jobs_state_check;
alter table jobs add constraint jobs_state_check
  check (state in ('held', 'waiting', 'queued', 'running', 'done', 'failed'));

-- The turn that is on, by kind.
create index jobs_by_turn on jobs (kind, turn) where state in ('queued', 'running') and admitted_at is not null;
create index jobs_followed on jobs (next_job_id) where next_job_id is not null;

-- Down Migration

drop index jobs_followed;
drop index jobs_by_turn;
delete from jobs where state = 'held';
alter table jobs drop constraint jobs_state_check;
alter table jobs add constraint jobs_state_check
  check (state in ('waiting', 'queued', 'running', 'done', 'failed'));
alter table jobs drop column waits_for;
alter table jobs drop column next_job_id;
alter table jobs drop column turn;
