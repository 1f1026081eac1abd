-- A saved version of an artifact or of the agent never changes; restoring one makes a new version. Only the texts of an artifact
-- do, in the transaction that forgets a customer who is named in them.
CREATE OR REPLACE FUNCTION keep_artifact_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('shop.forgetting', true) = 'on'
     AND (NEW.artifact_id, NEW.version, NEW.language, NEW.artifact_type, NEW.saved_by, NEW.saved_at)
       = (OLD.artifact_id, OLD.version, OLD.language, OLD.artifact_type, OLD.saved_by, OLD.saved_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'artifact_versions is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER artifact_versions_unchanging BEFORE UPDATE ON artifact_versions FOR EACH ROW EXECUTE FUNCTION keep_artifact_version();
CREATE OR REPLACE TRIGGER ai_agent_versions_unchanging BEFORE UPDATE OR DELETE ON ai_agent_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
