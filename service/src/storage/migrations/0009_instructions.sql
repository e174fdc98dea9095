-- Up Migration

-- Whether the organization's documents may be sent to the language model that the operator configured.
alter table organizations add column instruction boolean not null default false;

-- Down Migration

alter table organizations drop column instruction;
