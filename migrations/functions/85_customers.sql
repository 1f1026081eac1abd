-- The hash of a person's values in a row of the audit trail. Nobody can guess them from it once the salt is erased.
CREATE OR REPLACE FUNCTION personal_hash(salt bytea, personal jsonb) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN encode(sha256(salt || convert_to(personal::text, 'UTF8')), 'hex');

-- Personal values of the audit trail are erased, or stay as they are. Rule: customers/forgotten.
CREATE OR REPLACE TRIGGER audit_personal_unchanged BEFORE UPDATE ON audit_personal FOR EACH ROW EXECUTE FUNCTION refuse_change();
