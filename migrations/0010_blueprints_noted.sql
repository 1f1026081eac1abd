-- A blueprint's name stands in the prices that tills keep.
CREATE TRIGGER blueprints_noted AFTER INSERT OR UPDATE OR DELETE ON blueprints FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
