import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ManagedCategory } from '#contract/managed-categories.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { moveCategoryCommand } from './category-commands.ts';
import { type Move, moved } from './category-tree.ts';

const SUBJECT = 'category order';

/** Moves in the order in which they are sent; one that waits gives way to the next of its category, which says a place, too. */
function followedBy(moves: readonly Move[], move: Move, isSent: boolean): readonly Move[] {
  const last = moves.at(-1);
  const givesWay = last?.id === move.id && !(isSent && moves.length === 1);
  return [...(givesWay ? moves.slice(0, -1) : moves), move];
}

/** The tree with moves that show at once and are sent one after the other. */
export function useMoves(saved: readonly ManagedCategory[]) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useRef(false);
  const { open, send } = useCommand(moveCategoryCommand, SUBJECT, (outcome) => {
    sending.current = false;
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') {
      setRefused(sentenceOf(outcome.error));
      setMoves([]);
    } else setMoves((all) => all.slice(1));
  });
  const post = useEffectEvent((move: Move) => {
    const name = saved.find(({ id }) => id === move.id)?.name ?? 'a category';
    const body = { parent_id: move.parentId, before_id: move.beforeId };
    void send({ title: `Move ${name}`, memo: null, params: { id: String(move.id) }, body });
  });
  const [next] = moves;
  useEffect(() => {
    if (!next || open !== null || sending.current) return;
    sending.current = true;
    post(next);
  }, [next, open]);
  // Who leaves the page has moved them all the same.
  const leave = useEffectEvent(() => moves.slice(sending.current ? 1 : 0).forEach(post));
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
