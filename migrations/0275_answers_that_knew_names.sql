-- An answer may repeat names of customers that its model was told, or that stood in an answer before it. Once names are not
-- shared any more, it is not told again.
ALTER TABLE ai_runs ADD COLUMN shares_names boolean NOT NULL DEFAULT false;

-- Of answers that were made before this, the rows that their model was told are known: customers, and reasons of movements. Of the oldest,
-- and of those that were cut off, only the tools are.
WITH named AS (
  SELECT r.conversation_id, min(r.started_at) AS since
    FROM ai_runs r
   WHERE r.conversation_id IS NOT NULL
     AND (EXISTS (SELECT FROM jsonb_array_elements(r.told) AS sent(rows) WHERE sent.rows -> 'columns' ?| ARRAY['Customer', 'Reason'])
          OR r.told = '[]' AND r.tools && ARRAY['customers', 'find_orders', 'movements'])
   GROUP BY r.conversation_id
)
UPDATE ai_runs r SET shares_names = true FROM named n
 WHERE n.conversation_id = r.conversation_id AND r.started_at >= n.since;
