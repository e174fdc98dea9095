-- Up Migration

-- Words on scanned pages of the organization's PDFs are recognized.
alter table organizations add column ocr boolean not null default false;

-- Down Migration

alter table organizations drop column ocr;
