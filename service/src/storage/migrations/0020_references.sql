-- Up Migration

-- The caller's own name for it, such as the number of a matter. It stays with the record.
alter table comparisons add column reference text;
alter table merges add column reference text;
alter table creations add column reference text;
alter table files add column reference text;
alter table edits add column reference text;

-- Who asked for what was counted, and under which reference. Empty in rows of older versions.
alter table usage_entries add column key_id text;
alter table usage_entries add column reference text;

-- The name of the edited document, which its list shows; emptied with the content.
alter table edits add column file_name text not null default '';
update edits set file_name = files.file_name from files
  where files.file_id = edits.file_id and edits.deleted_at is null and files.deleted_at is null;

-- For each list five indexes, in the order of its pages: all of it, by status, by reference, and what is deleted or has a
-- deadline, also by reference. Ids are compared by their bytes: that is the order of time, and the order of no other index. A
-- planner that could read the primary key backwards would walk through the newer rows of every other organization.
create index comparisons_listed on comparisons (organization_id, comparison_id collate "C" desc) where deleted_at is null;
create index comparisons_by_status on comparisons (organization_id, status, comparison_id collate "C" desc)
  where deleted_at is null;
create index comparisons_by_reference on comparisons (organization_id, reference, comparison_id collate "C" desc)
  where deleted_at is null and reference is not null;
create index comparisons_ending on comparisons (organization_id, comparison_id collate "C" desc)
  where deleted_at is not null or delete_at is not null;
create index comparisons_ending_by_reference on comparisons (organization_id, reference, comparison_id collate "C" desc)
  where reference is not null and (deleted_at is not null or delete_at is not null);

create index merges_listed on merges (organization_id, merge_id collate "C" desc) where deleted_at is null;
create index merges_by_status on merges (organization_id, status, merge_id collate "C" desc) where deleted_at is null;
create index merges_by_reference on merges (organization_id, reference, merge_id collate "C" desc)
  where deleted_at is null and reference is not null;
create index merges_ending on merges (organization_id, merge_id collate "C" desc)
  where deleted_at is not null or delete_at is not null;
create index merges_ending_by_reference on merges (organization_id, reference, merge_id collate "C" desc)
  where reference is not null and (deleted_at is not null or delete_at is not null);

create index creations_listed on creations (organization_id, creation_id collate "C" desc) where deleted_at is null;
create index creations_by_status on creations (organization_id, status, creation_id collate "C" desc) where deleted_at is null;
create index creations_by_reference on creations (organization_id, reference, creation_id collate "C" desc)
  where deleted_at is null and reference is not null;
create index creations_ending on creations (organization_id, creation_id collate "C" desc)
  where deleted_at is not null or delete_at is not null;
create index creations_ending_by_reference on creations (organization_id, reference, creation_id collate "C" desc)
  where reference is not null and (deleted_at is not null or delete_at is not null);

create index edits_listed on edits (organization_id, edit_id collate "C" desc) where deleted_at is null;
create index edits_by_status on edits (organization_id, status, edit_id collate "C" desc) where deleted_at is null;
create index edits_by_reference on edits (organization_id, reference, edit_id collate "C" desc)
  where deleted_at is null and reference is not null;
create index edits_ending on edits (organization_id, edit_id collate "C" desc)
  where deleted_at is not null or delete_at is not null;
create index edits_ending_by_reference on edits (organization_id, reference, edit_id collate "C" desc)
  where reference is not null and (deleted_at is not null or delete_at is not null);

-- The id of a file says nothing of its time.
create index files_listed on files (organization_id, created_at desc, file_id collate "C" desc) where deleted_at is null;
create index files_by_status on files (organization_id, status, created_at desc, file_id collate "C" desc)
  where deleted_at is null;
create index files_by_reference on files (organization_id, reference, created_at desc, file_id collate "C" desc)
  where deleted_at is null and reference is not null;
create index files_ending on files (organization_id, created_at desc, file_id collate "C" desc)
  where deleted_at is not null or delete_at is not null;
create index files_ending_by_reference on files (organization_id, reference, created_at desc, file_id collate "C" desc)
  where reference is not null and (deleted_at is not null or delete_at is not null);

-- Down Migration

drop index files_listed, files_by_status, files_by_reference, files_ending, files_ending_by_reference;
alter table edits drop column file_name;
alter table usage_entries drop column reference;
alter table usage_entries drop column key_id;
alter table edits drop column reference;
alter table files drop column reference;
alter table creations drop column reference;
alter table merges drop column reference;
alter table comparisons drop column reference;
drop index if exists comparisons_listed, comparisons_by_status, comparisons_ending;
drop index if exists merges_listed, merges_by_status, merges_ending;
drop index if exists creations_listed, creations_by_status, creations_ending;
drop index if exists edits_listed, edits_by_status, edits_ending;
