-- Categories stand in an order that the shop gives them, among those below the same category. Null: by the rule for names.
ALTER TABLE categories ADD COLUMN position integer;
CREATE INDEX categories_below ON categories (parent_id);
