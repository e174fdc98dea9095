-- Up Migration

-- An entry is one text, told by its hash: sha256 over salt and payload. The seals of entries make a chain, so
-- one that is changed or taken out is found (AUD-3). The payload and salt of an erased organization are emptied; the hash stays.
alter table audit_entries
  add column payload text,
  add column salt bytea,
  add column payload_hash bytea,
  -- Its number in the chain, and sha256 over the seal before it and its hash. Empty until it is sealed.
  add column place bigint unique,
  add column seal bytea,
  -- The erasure that emptied it.
  add column erased_in uuid;

update audit_entries set
  salt = uuid_send(gen_random_uuid()),
  payload = jsonb_build_object(
    'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', actor, 'action', action,
    'organization_id', organization_id, 'subject', subject, 'details', details)::text;
update audit_entries set payload_hash = sha256(salt || convert_to(payload, 'UTF8'));

alter table audit_entries
  alter column payload_hash set not null,
  drop column actor, drop column action, drop column subject, drop column details;

create index audit_unsealed on audit_entries (entry_id) where place is null;
create index audit_by_time on audit_entries (at);

-- The end of the chain. One row, which the first to seal writes; whoever seals has it locked.
create table audit_chain (
  only_one boolean primary key default true check (only_one),
  place bigint not null,
  seal bytea not null
);

-- Down Migration

drop table audit_chain;
drop index audit_by_time;
drop index audit_unsealed;
delete from audit_entries where payload is null;
alter table audit_entries add column actor text, add column action text, add column subject text, add column details jsonb;
update audit_entries set
  actor = payload::jsonb ->> 'actor', action = payload::jsonb ->> 'action',
  subject = payload::jsonb ->> 'subject', details = nullif(payload::jsonb -> 'details', 'null'::jsonb);
alter table audit_entries
  alter column actor set not null, alter column action set not null,
  drop column payload, drop column salt, drop column payload_hash, drop column place, drop column seal, drop column erased_in;
