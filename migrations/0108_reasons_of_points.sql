-- Why points were given or taken by hand, in the words of staff. Beside the ledger, which is sealed and never changes: such words
-- may name the customer, and are erased with them.
CREATE TABLE points_reasons (
  event_id bigint PRIMARY KEY REFERENCES points_events,
  reason text NOT NULL
);
