-- A field of a blueprint is also one of a list, a yes or no, or a day. A field keeps its name, under which products have its values.
ALTER TABLE blueprint_fields DROP CONSTRAINT blueprint_fields_type_known;
ALTER TABLE blueprint_fields ADD CONSTRAINT blueprint_fields_type_known CHECK (field_type IN ('text', 'number', 'select', 'boolean', 'date'));
