-- A saved version of an artifact or of the agent never changes; restoring one makes a new version.
CREATE OR REPLACE TRIGGER artifact_versions_unchanging BEFORE UPDATE ON artifact_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ai_agent_versions_unchanging BEFORE UPDATE OR DELETE ON ai_agent_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
