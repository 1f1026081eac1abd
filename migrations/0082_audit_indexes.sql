-- outside a transaction
-- The trail is searched by person, action and kind of record. Sales and seals are nearly all of its rows and are looked for by
-- time, so they stay out of these: a sale writes no more than before. A day is found by blocks, which costs a sale nothing.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_trail_changes ON audit_trail (id) WHERE action <> ALL ('{sale,ledgers_sealed}');
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_trail_by_actor ON audit_trail (actor_id, id) WHERE action <> ALL ('{sale,ledgers_sealed}');
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_trail_by_action ON audit_trail (action, id) WHERE action <> ALL ('{sale,ledgers_sealed}');
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_trail_by_kind ON audit_trail (entity, id) WHERE action <> ALL ('{sale,ledgers_sealed}');
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_trail_by_time ON audit_trail USING brin (at);
