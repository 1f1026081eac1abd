-- Until now no search read the values of blueprint fields, whatever the column said. From now on those that are marked are found.
ALTER TABLE blueprint_fields ALTER COLUMN is_searchable SET DEFAULT false;
UPDATE blueprint_fields SET is_searchable = false WHERE is_searchable;
