-- Ids and slugs that named a category before: those of categories that were merged into it, and its own slugs before a change.
-- Layouts of menus name their categories by id or slug and go on finding them.
ALTER TABLE categories ADD COLUMN former_names text[] NOT NULL DEFAULT '{}';
