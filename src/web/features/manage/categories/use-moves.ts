import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ManagedCategory } from '#contract/managed-categories.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { commands, useCommand } from '#web/api/commands/commands.ts';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { moveCategoryCommand } from './category-commands.ts';
import { type Move, moved } from './category-tree.ts';

const SUBJECT = 'category order';

/**
 * Adds a move to the queue. A waiting move is replaced by the next one of the same category, which gives its final
 * place.
 */
function followedBy(moves: readonly Move[], move: Move, isSent: boolean): readonly Move[] {
  const last = moves.at(-1);
  const givesWay = last?.id === move.id && !(isSent && moves.length === 1);
  return [...(givesWay ? moves.slice(0, -1) : moves), move];
}

/** The category tree with pending moves. They show at once and are sent one after the other. */
export function useMoves(saved: readonly ManagedCategory[]) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useRef(false);
  const { open } = useCommand(moveCategoryCommand, SUBJECT, (outcome) => {
    // An answer to a move from an earlier visit to this page does not concern the moves waiting now.
    const isOurs = sending.current;
    sending.current = false;
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') {
      setRefused(sentenceOf(outcome.error));
      setMoves([]);
    } else if (isOurs) setMoves((all) => all.slice(1));
  });
  const post = useEffectEvent((move: Move, subject = SUBJECT) => {
    const name = saved.find(({ id }) => id === move.id)?.name ?? 'a category';
    const body = { parent_id: move.parentId, before_id: move.beforeId };
    const title = `Move ${name}`;
    return commands.send(moveCategoryCommand, { subject, title, memo: null, params: { id: String(move.id) }, body });
  });
  const [next] = moves;
  useEffect(() => {
    if (!next || open !== null || sending.current) return;
    sending.current = true;
    void post(next).then((isSent) => {
      if (isSent) return;
      sending.current = false;
      setMoves([]);
      setRefused('The order was not sent. Sign in and move it again.');
    });
  }, [next, open]);
  // Moves are sent even if the person leaves the page. Each then has a subject of its own, so that none waits for
  // another.
  const leave = useEffectEvent(() => {
    for (const move of moves.slice(sending.current ? 1 : 0)) void post(move, `${SUBJECT} ${move.id}`);
  });
  useEffect(() => () => leave(), []);
  return {
    tree: moves.reduce(moved, saved),
    open,
    isSaving: moves.length > 0,
    refused,
    move: (move: Move) => {
      setRefused(null);
      setMoves((all) => followedBy(all, move, sending.current));
    },
  };
}
