-- Up Migration

-- A redline of which changes were accepted or rejected.
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('upload', 'edit', 'redline', 'selective', 'created', 'decided'));

-- What its caller should know of how it was made: codes and counts, no text. Empty where there is nothing to tell.
alter table files add column notices jsonb;

-- Down Migration

alter table files drop column notices;
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('upload', 'edit', 'redline', 'selective', 'created'));
