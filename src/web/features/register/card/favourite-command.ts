import { pinFavouriteRoute, type Favourites, type favouritesRoute } from '#contract/favourites.ts';
import type { ReplyOf } from '#contract/route.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { whenOwnerChanges } from '#web/api/session/per-owner.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { favouritesKey } from '#web/entities/catalogue/favourites.ts';
import {
  askedChanges,
  type FavouriteChange,
  setAskedChanges,
  withChange,
} from '#web/entities/catalogue/favourites-call.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { tellOtherwise } from '#web/entities/command/tell-outcome.ts';
import { toast } from '#web/ui/status/toast.tsx';

type List = ReplyOf<typeof favouritesRoute>;

function show(locationId: number | null, by: (present: Favourites) => Favourites): void {
  queryClient.setQueryData<List>(favouritesKey(locationId), (list) => list && { ...list, data: by(list.data) });
}

/** The subject of commands on a product among the favourites, so that only one is sent at a time. */
const favouriteSubject = (productId: number) => `favourite ${productId}`;

/** The asked changes whose answers are not known yet. */
const waiting = new Set<FavouriteChange>();

// Nobody is asked for the answer of a command whose owner has left, so it would be awaited on every list of the next one.
whenOwnerChanges(() => {
  waiting.clear();
  setAskedChanges([]);
  fetchAgain('favourites');
});

/**
 * Settles a change. Answers may come in another order than the changes were made, so none is shown while others are
 * awaited, and after several the list is fetched.
 * @param answered the list in the answer; null if there is none to show
 */
function settle(change: FavouriteChange | undefined, locationId: number | null, answered: Favourites | null): void {
  if (change) waiting.delete(change);
  if (answered === null) setAskedChanges(askedChanges().filter((one) => one !== change));
  if (waiting.size > 0) return;
  const isOne = askedChanges().length <= 1;
  setAskedChanges([]);
  if (answered !== null && isOne) show(locationId, () => answered);
  else fetchAgain('favourites');
}

/** Pins a product at the location, moves it, or unpins it. Its memo is told once it is done. Rule: grid/favourites. */
export const favouriteCommand: CommandDefinition<typeof pinFavouriteRoute, string | null> = {
  kind: 'favourite',
  route: pinFavouriteRoute,
  readMemo: (kept) => (typeof kept === 'string' ? kept : null),
  onOutcome(outcome, command) {
    const { title, owner, memo } = command;
    settle(changeOf(command), owner.locationId, outcome.kind === 'done' && outcome.first ? outcome.reply.data : null);
    if (!isOwnedBy(command, ownerNow())) return;
    if (outcome.kind === 'done' && typeof memo === 'string') toast.success(memo);
    if (outcome.kind === 'refused') toast.error(`${title}: not saved. ${outcome.error.message}`);
    if (outcome.kind === 'otherwise') tellOtherwise(title, outcome.error, 'This was saved before.');
  },
};

const changeOf = ({ subject, owner }: Pick<CommandRecord, 'subject' | 'owner'>): FavouriteChange | undefined =>
  [...waiting].find((one) => favouriteSubject(one.productId) === subject && one.locationId === owner.locationId);

// Another window of this browser got the answer, so the list has the change or never will.
commands.watch(favouriteCommand, null, (outcome, command) => {
  if (outcome.kind === 'elsewhere') settle(changeOf(command), command.owner.locationId, null);
  return 'keep';
});

/** Pins a product behind the others, or unpins it. */
export function pin(product: RegisterProduct, pinned: boolean): void {
  send(product, pinned, null, `${product.name} ${pinned ? 'pinned to Favourites' : 'unpinned'}`);
}

/** Moves a pinned product to before another one, or to the end. */
export function move(product: RegisterProduct, beforeId: number | null): void {
  send(product, true, beforeId, null);
}

/** The list shows the change at once. @param done told when it is saved */
function send({ id, name }: RegisterProduct, pinned: boolean, beforeId: number | null, done: string | null): void {
  const locationId = ownerNow()?.locationId ?? null;
  const change: FavouriteChange = { locationId, productId: id, pinned, beforeId };
  waiting.add(change);
  setAskedChanges([...askedChanges(), change]);
  show(locationId, (present) => withChange(present, change));
  void commands
    .send(favouriteCommand, {
      subject: favouriteSubject(id),
      title: `Favourites, ${name}`,
      memo: done,
      params: { id: String(id) },
      body: { pinned, before_id: beforeId },
    })
    .then((isSent) => {
      if (isSent) return;
      settle(change, locationId, null);
      toast.info(`${name}: the last change of the favourites is still being saved.`);
    });
}
